"""Who hears before loops are compiled, which takes seconds, and happens once on a machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[bool], None]] = []


@contextmanager
def telling(listener: Callable[[bool], None]) -> Iterator[None]:
    """Call the listener before the first loop that has to be compiled, and then no more.

    It is told whether what is compiled can be kept.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        if listener in _listeners:
            _listeners.remove(listener)


def tell(*, is_kept: bool) -> None:
    """A loop is about to be compiled."""
    while _listeners:
        _listeners.pop()(is_kept)
