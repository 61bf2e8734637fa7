"""Outputs that appear whole or not at all: written beside their place, and moved there at the end.

`-` is the standard output; what is no ordinary file (a device, a pipe) is written as it comes.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, TextIO

STANDARD = "-"
_STANDARD_OUTPUTS = (STANDARD, "/dev/stdout", "/dev/fd/1")


def bytes_of(stream: TextIO | None) -> IO[bytes]:
    """A standard stream in data. Raises OSError where whoever started this has closed it."""
    if stream is None:
        raise OSError(errno.EBADF, "this process has been started without it")
    return stream.buffer


@contextmanager
def whole_output(path: str) -> Iterator[IO[bytes]]:
    """A file to write to. It takes the place of `path` when the block ends without an exception."""
    if path in _STANDARD_OUTPUTS:
        output = bytes_of(sys.stdout)
        yield output
        output.flush()
    elif _is_special(path):
        with Path(path).open("wb") as file:
            yield file
    else:
        with _beside(Path(os.path.realpath(path))) as file:
            yield file


def _is_special(path: str) -> bool:
    """Whether there is something that is no ordinary file, so that nothing can take its place."""
    with suppress(FileNotFoundError):
        return not stat.S_ISREG(Path(path).stat().st_mode)
    return False


@contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    """A new file in the same folder, with the permissions that the target has or would get."""
    new = target.with_name(f".{token_hex(8)}.part")
    with new.open("xb") as file:
        try:
            with suppress(FileNotFoundError):
                os.fchmod(file.fileno(), stat.S_IMODE(target.stat().st_mode))
            yield file
            file.flush()
            new.replace(target)
        except BaseException:
            new.unlink()
            raise
