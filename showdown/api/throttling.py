"""How often a caller without an account may ask, counted by address and minute."""

from dataclasses import dataclass
from math import ceil
from time import monotonic
from typing import Any, ClassVar

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from showdown.models import RateWindow

_LARGEST_HANDFUL = 10
_MOST_SENDERS = 10_000


@dataclass(slots=True)
class Allowance:
    """How many requests a minute admits, and what this process may still admit of them.

    Requests are counted in the database some at a time, in advance: few of them wait for it, and
    however many processes there are, they never admit more than the limit together.
    """

    limit: int
    unspent: int
    uncounted: int
    ends: float

    @classmethod
    def taken(cls, sender: str, limit: int) -> "Allowance":
        """A handful of the sender's minute, or what is left of it."""
        handful = max(1, min(_LARGEST_HANDFUL, limit // 20))
        counted, ends_in = RateWindow.objects.count_requests(sender, handful)
        return cls(
            limit=limit,
            unspent=min(handful, limit - (counted - handful)),
            uncounted=max(0, limit - counted),
            ends=monotonic() + ends_in,
        )

    @property
    def remaining(self) -> int:
        return max(0, self.unspent) + self.uncounted

    @property
    def reset(self) -> int:
        """The seconds until the minute ends."""
        return max(1, ceil(self.ends - monotonic()))

    def serves(self, limit: int) -> bool:
        """Whether there is a request left to spend in this minute."""
        return self.limit == limit and self.unspent > 0 and monotonic() < self.ends


class AnonymousThrottle(BaseThrottle):
    """Counts by address: neither the number of processes nor a restart changes the limit."""

    allowances: ClassVar[dict[str, Allowance]] = {}

    def allow_request(self, request: Request, view: "RateLimitedView") -> bool:
        """Whether the minute's allowance suffices; while the database is away, everyone may."""
        if request.user.is_authenticated:
            return True
        sender = f"{view.rate} {self.get_ident(request)}"[:100]
        try:
            view.allowance = self._allowance_of(sender, settings.API_REQUESTS_A_MINUTE[view.rate])
        except (OperationalError, InterfaceError):
            return True
        self.wait_for = view.allowance.reset
        view.allowance.unspent -= 1
        return view.allowance.unspent >= 0

    def wait(self) -> int:
        return self.wait_for

    def _allowance_of(self, sender: str, limit: int) -> Allowance:
        allowance = self.allowances.get(sender)
        if allowance is None or not allowance.serves(limit):
            if len(self.allowances) >= _MOST_SENDERS:
                self.allowances.clear()
            allowance = self.allowances[sender] = Allowance.taken(sender, limit)
        return allowance


class RateLimitedView(APIView):
    """Says in the headers of every answer what is left. `rate` names the limit in the settings."""

    throttle_classes = [AnonymousThrottle]
    rate = "single"
    allowance: Allowance | None = None

    def finalize_response(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().finalize_response(*args, **kwargs)
        if self.allowance:
            response["RateLimit-Limit"] = self.allowance.limit
            response["RateLimit-Remaining"] = self.allowance.remaining
            response["RateLimit-Reset"] = self.allowance.reset
        return response
