"""Limits the requests of callers without a token, by address."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from showdown.models.limits import Allowance, address_of, spend


class AnonymousThrottle(BaseThrottle):
    """A limit that is the same for any number of processes, and survives restarts.

    The framework's own throttles read a list of times from a cache and write it back, so they miss
    requests that arrive at the same time (its documentation says so).
    """

    def allow_request(self, request: Request, view: "RateLimitedView") -> bool:
        """Whether the request is within the limit. If the database can't be reached, all are."""
        if request.user.is_authenticated:
            return True
        kind = view.rates.get(request.method or "", "single")
        view.allowance = spend(kind, address_of(request))
        self._allowance = view.allowance
        return view.allowance is None or view.allowance.suffices

    def wait(self) -> int | None:
        return self._allowance.reset if self._allowance else None


class RateLimitedView(APIView):
    """Says in the headers of every answer how many requests are left.

    `rates` names, for each method, the limit in the settings; the default is `single`.
    """

    throttle_classes = [AnonymousThrottle]
    rates: Mapping[str, str] = {}
    allowance: Allowance | None = None

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Name the methods in the header `Allow`; the OpenAPI document says the rest."""
        return HttpResponse(status=204)

    def finalize_response(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().finalize_response(*args, **kwargs)
        if self.allowance:
            response["RateLimit-Limit"] = self.allowance.limit
            response["RateLimit-Remaining"] = self.allowance.remaining
            response["RateLimit-Reset"] = self.allowance.reset
        return response
