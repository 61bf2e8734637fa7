"""Lets a command that is told to end clear up after itself."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ENDING = (signal.SIGTERM, signal.SIGHUP)


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def end(number: int, *_: object) -> None:
    """With the status of a process that this signal has ended."""
    sys.exit(128 + number)


@contextmanager
def heeded(respond: Callable[..., None] = interrupt) -> Iterator[None]:
    """Let signals that would end the process at once interrupt it, as Ctrl-C does."""
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, respond)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
