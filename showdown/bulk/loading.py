"""Import the kernels on first use, and notify listeners before any compilation.

Importing the compiler takes half a second and 65 MB. Compiling takes seconds, once per machine.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType

_listeners: list[Callable[[bool], None]] = []


@cache
def kernels() -> ModuleType:
    """Import and return the module of compiled kernels."""
    from showdown.bulk import kernels  # noqa: PLC0415

    return kernels


@contextmanager
def notifying(listener: Callable[[bool], None]) -> Iterator[None]:
    """Call the listener once, before the first kernel that must be compiled.

    Its argument is whether compiled code can be stored on disk.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        if listener in _listeners:
            _listeners.remove(listener)


def notify_listeners(*, is_stored: bool) -> None:
    while _listeners:
        _listeners.pop()(is_stored)
