"""How often somebody may ask: so many times in a period, counted in the database.

Each request is counted by one statement in a table that all processes share, before it is let
through: whatever asks at the same time, never more than the allowance passes, and never less.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import InterfaceError, OperationalError

from showdown.models.requests import RateWindow

_LONGEST_SENDER = 100


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many requests a period admits, how many there were, and the seconds until it ends."""

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
    """Count a request; `kind` is one of RATE_LIMITS. None with the database away: it may pass."""
    limit, period = settings.RATE_LIMITS[kind]
    try:
        counted, ends_in = RateWindow.objects.count_request(
            f"{kind} {sender}"[:_LONGEST_SENDER], period
        )
    except (OperationalError, InterfaceError):
        return None
    return Allowance(limit=limit, counted=counted, reset=max(1, ends_in))
