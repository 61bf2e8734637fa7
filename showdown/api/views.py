"""The base class of the API's views, with its permission, throttle and parsers."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from rest_framework.exceptions import NotAuthenticated
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from omahasite.bodies import BODY_ADMITTED
from showdown.api.parameters import check_query_parameters
from showdown.api.problems import EncodedBody
from showdown.models.people import NOBODY, person_of
from showdown.models.rate_limits import Allowance, address_of, count_request
from showdown.notation.strict_json import read_json


class IsIdentified(BasePermission):
    """Allow only callers with an account or a session, who can find their data again."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True. Raise NotAuthenticated if the caller has neither an account nor a session.

        OPTIONS and unsupported methods don't need authentication.
        """
        needs_identity = request.method in view.allowed_methods and request.method != "OPTIONS"
        if needs_identity and person_of(request) == NOBODY:
            raise NotAuthenticated("this needs a token, or a browser session")
        return True


class AnonymousThrottle(BaseThrottle):
    """A limit on anonymous requests that holds across processes and restarts.

    DRF's throttles read a list of times from a cache and write it back, so they miss simultaneous
    requests, as DRF's documentation warns.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return whether the request is within the limit; True if the database can't be reached."""
        if request.user.is_authenticated or BODY_ADMITTED in request.META:
            return True
        kind = view.rate_kinds.get(request.method or "", "single")
        view.allowance = self._allowance = count_request(kind, address_of(request))
        return view.allowance is None or view.allowance.allows_request

    def wait(self) -> int | None:
        return self._allowance.ends_in if self._allowance else None


class TextParser(BaseParser):
    """A parser that decodes text as UTF-8."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> str:
        body: bytes = parser_context["request"].body
        return body.decode("utf-8-sig", errors="replace")


class JsonParser(BaseParser):
    """A parser of JSON that refuses objects with a repeated key."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> Any:
        return read_json(parser_context["request"].body)


class ApiView(APIView):
    """Base of views that refuse undocumented parameters and state rate limits in headers.

    `rate_kinds` maps methods to keys of RATE_LIMITS; the default is `single`. `content_encodings`
    lists the accepted encodings of a body.
    """

    parser_classes: Sequence[type[BaseParser]] = [JsonParser]
    throttle_classes = [AnonymousThrottle]
    rate_kinds: Mapping[str, str] = {}
    content_encodings: tuple[str, ...] = ("identity",)
    allowance: Allowance | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            return
        check_query_parameters(request)
        encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding not in self.content_encodings:  # a compressed body would be read as garbage
            raise EncodedBody(
                f"a body with the Content-Encoding “{encoding[:40]}” can't be read here; accepted:"
                f" {', '.join(self.content_encodings)}"
            )

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Respond with the allowed methods in `Allow`; the OpenAPI document describes them."""
        return HttpResponse(status=204)

    def finalize_response(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().finalize_response(*args, **kwargs)
        if self.allowance:
            response["RateLimit-Limit"] = self.allowance.limit
            response["RateLimit-Remaining"] = self.allowance.remaining
            response["RateLimit-Reset"] = self.allowance.ends_in
        return response
