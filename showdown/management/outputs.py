"""Output files that appear whole or not at all: written beside the target, then moved there.

`-` is standard output. Anything but an ordinary file (a device, a pipe) is written directly.
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

from showdown.management import signals

STANDARD = "-"
_STANDARD_OUTPUTS = (STANDARD, "/dev/stdout", "/dev/fd/1")


def bytes_of(stream: TextIO | None) -> IO[bytes]:
    """A standard stream as bytes. Raises OSError if it was closed when the process started."""
    if stream is None:
        raise OSError(errno.EBADF, "this process has been started without it")
    return stream.buffer


@contextmanager
def whole_output(path: str, *, but_not: str = STANDARD) -> Iterator[IO[bytes]]:
    """A file to write to. It replaces `path` when the block ends without an exception.

    Raises OSError if `path` is the same file as `but_not`.
    """
    _refuse_same(path, but_not)
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
    """Whether the path is something other than an ordinary file, which can't be replaced."""
    with suppress(FileNotFoundError):
        return not stat.S_ISREG(Path(path).stat().st_mode)
    return False


def _refuse_same(path: str, other: str) -> None:
    with suppress(FileNotFoundError):
        if STANDARD not in (path, other) and Path(path).samefile(other) and not _is_special(path):
            raise OSError(errno.EINVAL, "this is the input: name another file for the output")


@contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    """A new file in the same folder, with the permissions that the target has or would get.

    If the system supports it, the file has no name until it is whole, so nothing is left behind
    however the process ends.
    """
    new = target.with_name(f".{token_hex(8)}.part")
    unnamed = _unnamed(target.parent)
    with _named_until_whole(new) if unnamed is None else open(unnamed, "wb") as file:  # noqa: PTH123
        with suppress(FileNotFoundError):
            os.fchmod(file.fileno(), stat.S_IMODE(target.stat().st_mode))
        yield file
        file.flush()
        if unnamed is not None:
            # With a folder descriptor, the interpreter lets the system follow the link to the file.
            os.link(f"/proc/self/fd/{unnamed}", new, src_dir_fd=unnamed)
        new.replace(target)


def _unnamed(folder: Path) -> int | None:
    """The descriptor of a nameless file in this folder; None if the system has no such files."""
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL):
            return None
        raise


@contextmanager
def _named_until_whole(new: Path) -> Iterator[IO[bytes]]:
    """A file that is removed if the block fails or the process is told to end."""
    with new.open("xb") as file, signals.heeded(signals.end):
        try:
            yield file
        except BaseException:
            new.unlink(missing_ok=True)
            raise
