"""Counting that takes long is done one at a time in a process, and few wait for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

_LONG = 50
"""Milliseconds from which on a spot waits for others that take as long."""
_AT_WORK = BoundedSemaphore(1)
_ADMITTED = BoundedSemaphore(3)
"""Long ones that a process counts or has waiting: each takes a thread from all other requests."""


class TooBusy(Exception):
    """Other odds are being counted, and more are waiting."""


@contextmanager
def turn(needed: float) -> Iterator[None]:
    """Waits until something that takes so many milliseconds may be counted. Raises TooBusy."""
    if needed < _LONG:
        yield
        return
    if not _ADMITTED.acquire(blocking=False):
        raise TooBusy
    try:
        with _AT_WORK:
            yield
    finally:
        _ADMITTED.release()
