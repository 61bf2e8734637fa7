"""Turns at long computations: a process runs one of each kind at a time, and few requests wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

_LONG = 50
"""Milliseconds from which a spot waits for others that take as long."""


class TooBusy(Exception):
    """Another computation of this kind is running, and more are waiting."""


class Turns:
    """Runs one computation at a time; `most` may run or wait, each in a request's thread."""

    def __init__(self, most: int = 3) -> None:
        self._at_work = BoundedSemaphore(1)
        self._admitted = BoundedSemaphore(most)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for a turn and hold it. Raise TooBusy if too many are waiting."""
        if not self._admitted.acquire(blocking=False):
            raise TooBusy
        try:
            with self._at_work:
                yield
        finally:
            self._admitted.release()


ODDS = Turns()
CONVERSIONS = Turns(2)


@contextmanager
def turn(needed: float) -> Iterator[None]:
    """Hold a turn at odds that take `needed` milliseconds to count. Raise TooBusy."""
    if needed < _LONG:
        yield
        return
    with ODDS.take():
        yield
