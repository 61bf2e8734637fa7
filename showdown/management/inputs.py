"""Files and standard input as inputs of commands, read with a progress bar."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from select import select
from typing import IO

from tqdm import tqdm

from showdown.files.byte_streams import Readable, UnusableInput
from showdown.management.base import STANDARD_STREAM, binary_stream, unusable_error

_SECONDS_BEFORE_SHOWN = 1


@contextmanager
def open_input(name: str, *, quiet: bool) -> Iterator[Readable]:
    """Open a file or standard input, with a progress bar on a terminal after a second.

    Raise OSError if the input can't be read, and CommandError if the block raises UnusableInput.
    """
    is_standard = name == STANDARD_STREAM
    with (
        naming_input(name),
        nullcontext(binary_stream(sys.stdin)) if is_standard else Path(name).open("rb") as source,
        tqdm.wrapattr(
            _NamedInput(name, source),
            "read",
            total=os.fstat(source.fileno()).st_size or None,  # a pipe and a device have no length
            delay=_SECONDS_BEFORE_SHOWN,
            disable=quiet or sys.stderr is None or not sys.stderr.isatty(),
            file=sys.stderr,
        ) as stream,
    ):
        yield stream


@contextmanager
def naming_input(name: str) -> Iterator[None]:
    """Convert UnusableInput to CommandError with the name of the input."""
    try:
        yield
    except UnusableInput as error:
        raise unusable_error(f"{name}: {error}") from None


class _NamedInput:
    """A stream that waits for non-blocking pipes, and sets the `filename` of its OSErrors."""

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self._name = name
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        try:
            while (chunk := self._stream.read(size)) is None:
                select([self._stream], [], [])
        except OSError as error:
            error.filename = self._name
            raise
        return chunk
