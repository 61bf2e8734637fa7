"""Limits of one process: its cores, and the number of long computations that run or wait."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

_MIN_TURN_MS = 50
"""Minimum estimated milliseconds of odds that need a turn."""


class TooBusy(Exception):
    """Too many computations of one kind are running or waiting."""


class Turns:
    """A queue that lets one thread run at a time; at most `max_threads` may run or wait."""

    def __init__(self, max_threads: int = 3) -> None:
        self._running = BoundedSemaphore(1)
        self._admitted = BoundedSemaphore(max_threads)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for a turn and hold it. Raise TooBusy if too many threads run or wait."""
        if not self._admitted.acquire(blocking=False):
            raise TooBusy
        try:
            with self._running:
                yield
        finally:
            self._admitted.release()


ODDS_TURNS = Turns()
"""Turns for odds that take long."""
CONVERSION_TURNS = Turns(2)
"""Turns for conversions of logs."""


@contextmanager
def take_turn_if_long(needed_ms: float) -> Iterator[None]:
    """Hold a turn if the work needs `_MIN_TURN_MS` or more. Raise TooBusy like `Turns.take`."""
    if needed_ms < _MIN_TURN_MS:
        yield
        return
    with ODDS_TURNS.take():
        yield


def count_usable_cores() -> int:
    """Return the number of cores that this process may use, at least 1.

    On Python 3.12, which lacks `os.process_cpu_count`, it is the number of all cores.
    """
    count = getattr(os, "process_cpu_count", os.cpu_count)
    return count() or 1
