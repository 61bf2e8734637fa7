"""How often a caller without an account may ask, counted by address."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from showdown.models.addresses import address_of
from showdown.models.allowances import Allowance, spend


class AnonymousThrottle(BaseThrottle):
    """Neither the number of processes nor a restart changes the limit.

    The framework's own throttles read a list of times from a cache and write it back, so that
    requests that come together are not counted; it says so in its documentation.
    """

    def allow_request(self, request: Request, view: "RateLimitedView") -> bool:
        """Whether the allowance suffices; while the database is away, everyone may."""
        if request.user.is_authenticated:
            return True
        kind = view.rates.get(request.method or "", "single")
        view.allowance = spend(kind, address_of(request))
        self._allowance = view.allowance
        return view.allowance is None or view.allowance.suffices

    def wait(self) -> int | None:
        return self._allowance.reset if self._allowance else None


class RateLimitedView(APIView):
    """Says in the headers of every answer what is left.

    `rates` names the limit in the settings for each method; others are limited as `single`.
    """

    throttle_classes = [AnonymousThrottle]
    rates: Mapping[str, str] = {}
    allowance: Allowance | None = None

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Which methods there are, in the header `Allow`; the OpenAPI document says the rest."""
        return HttpResponse(status=204)

    def finalize_response(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().finalize_response(*args, **kwargs)
        if self.allowance:
            response["RateLimit-Limit"] = self.allowance.limit
            response["RateLimit-Remaining"] = self.allowance.remaining
            response["RateLimit-Reset"] = self.allowance.reset
        return response
