"""Limits the requests of callers without a token, by address."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from showdown.models.limits import address_of, spend


class AnonymousThrottle(BaseThrottle):
    """A limit that is the same for any number of processes, and survives restarts.

    The framework's own throttles read a list of times from a cache and write it back, so they miss
    requests that arrive at the same time (its documentation says so).
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the request is within the limit. If the database can't be reached, all are."""
        if request.user.is_authenticated:
            return True
        kind = view.rates.get(request.method or "", "single")
        view.allowance = self._allowance = spend(kind, address_of(request))
        return view.allowance is None or view.allowance.suffices

    def wait(self) -> int | None:
        return self._allowance.reset if self._allowance else None
