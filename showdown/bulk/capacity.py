"""Limits of one process: its cores, and the number of long computations that run or wait."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

_LONG = 50
"""Odds that take this many milliseconds or more need a turn."""


class TooBusy(Exception):
    """Too many computations of one kind are running or waiting."""


class Turns:
    """A queue that lets one thread run at a time; at most `most` threads may run or wait."""

    def __init__(self, most: int = 3) -> None:
        self._running = BoundedSemaphore(1)
        self._admitted = BoundedSemaphore(most)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for a turn and hold it. Raise TooBusy if too many are waiting."""
        if not self._admitted.acquire(blocking=False):
            raise TooBusy
        try:
            with self._running:
                yield
        finally:
            self._admitted.release()


ODDS = Turns()
CONVERSIONS = Turns(2)
"""Turns for long odds, and for conversions of logs."""


@contextmanager
def turn(needed: float) -> Iterator[None]:
    """Hold a turn if the work needs `_LONG` milliseconds or more. Raise TooBusy like `take`."""
    if needed < _LONG:
        yield
        return
    with ODDS.take():
        yield


def usable_cores() -> int:
    """Return the number of cores that this process may use, at least 1.

    Python 3.12 lacks `os.process_cpu_count`, so all cores of the machine count there.
    """
    count = getattr(os, "process_cpu_count", os.cpu_count)
    return count() or 1
