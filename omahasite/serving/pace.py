"""How slow a client may be."""

from dataclasses import dataclass
from time import monotonic


class TooSlow(Exception):
    """The client sends or takes less than it must."""


@dataclass(frozen=True, slots=True)
class Pace:
    """`grace` seconds, and one more second for every `slowest` bytes received.

    This is the rule of Apache's mod_reqtimeout: a large file may take an hour over a slow line, but
    a client that sends a byte every few seconds is cut off when the grace has passed.
    """

    grace: float
    slowest: int

    def begin(self) -> "Progress":
        return Progress(self, monotonic())


@dataclass(slots=True)
class Progress:
    """One transfer, from its first moment."""

    pace: Pace
    started: float
    moved: int = 0

    @property
    def seconds_left(self) -> float:
        allowed = self.pace.grace + self.moved / self.pace.slowest
        return self.started + allowed - monotonic()
