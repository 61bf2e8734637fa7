"""Rate limits: so many requests in a period, counted in the database.

Each request is counted by one statement, in a table that all processes share, before it is let
through. However many arrive at the same time, exactly the allowance passes.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import InterfaceError, OperationalError

from showdown.models.requests import RateWindow

_LONGEST_SENDER = 100


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limit of a period, the requests counted so far, and the seconds until it ends."""

    limit: int
    counted: int
    reset: int

    @property
    def suffices(self) -> bool:
        return self.counted <= self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.counted)


def spend(kind: str, sender: str) -> Allowance | None:
    """Count a request; `kind` is one of RATE_LIMITS. None, which passes, if it fails."""
    limit, period = settings.RATE_LIMITS[kind]
    try:
        counted, ends_in = RateWindow.objects.count_request(
            f"{kind} {sender}"[:_LONGEST_SENDER], period
        )
    except (OperationalError, InterfaceError):
        return None
    return Allowance(limit=limit, counted=counted, reset=max(1, ends_in))
