"""Inputs of commands: a file or the standard input, read with progress, and how reading ends."""

import os
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from select import select
from typing import IO

from django.core.management.base import CommandError
from tqdm import tqdm

from showdown.files.readable import Readable
from showdown.files.unusable import UnusableInput
from showdown.management.outputs import STANDARD, bytes_of

BAD_PARTS = 1
"""The exit status where a part of the input is bad."""
NO_FILE = 2
"""The exit status where a file can't be used."""
_INTERRUPTED = 128 + signal.SIGINT
_NOBODY_READS = 128 + signal.SIGPIPE
_SECONDS_BEFORE_SHOWN = 1


@contextmanager
def ending_plainly(source: str, target: str) -> Iterator[None]:
    """Whatever ends the work on these files ends the process as programs do, with one line."""
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except BrokenPipeError:
        # The interpreter, as it ends, is not to try again to write what nobody reads.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(_NOBODY_READS)
    except UnusableInput as error:
        raise CommandError(f"{source}: {error}", returncode=NO_FILE) from None
    except OSError as error:
        raise _cannot_be_had(target, error) from None


@contextmanager
def opened(name: str, *, quiet: bool) -> Iterator[Readable]:
    """The file of this name, or the standard input, with a bar on the terminal if it takes long."""
    with (
        _stream(name) as source,
        tqdm.wrapattr(
            _Input(name, source),
            "read",
            total=_size_of(source),
            delay=_SECONDS_BEFORE_SHOWN,
            disable=quiet or sys.stderr is None or not sys.stderr.isatty(),
            file=sys.stderr,
        ) as watched,
    ):
        yield watched


def _stream(name: str) -> AbstractContextManager[IO[bytes]]:
    with _about(name):
        if name == STANDARD:
            return nullcontext(bytes_of(sys.stdin))
        return Path(name).open("rb")


class _Input:
    """What is read. When that fails, it is said of the input, and not of the output.

    A pipe that does not block has nothing to read at times, and yet has not ended.
    """

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self._name = name
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        with _about(self._name):
            while (chunk := self._stream.read(size)) is None:
                select([self._stream], [], [])
            return chunk


@contextmanager
def _about(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _cannot_be_had(name, error) from None


def _cannot_be_had(name: str, error: OSError) -> CommandError:
    return CommandError(f"{name}: {error.strerror}", returncode=NO_FILE)


def _size_of(source: IO[bytes]) -> int | None:
    """How long the input is, where that is known before it is read."""
    status = os.fstat(source.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None
