"""Output files that appear at once and complete: written to a temporary file, then renamed.

`-` is standard output. Anything but a regular file (a device, a pipe) is written directly.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from showdown.management.base import STANDARD, StandardOutput, binary_stream, end, on_termination

_STANDARD_OUTPUTS = (STANDARD, "/dev/stdout", "/dev/fd/1")
_OWNER_ONLY = 0o600


@contextmanager
def whole_output(path: str, *, is_secret: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that replaces `path` when the block ends without an exception.

    A secret file can be read only by its owner, and is flushed to disk when the block ends. Errors
    of writing are OSErrors with `path` as their file name.
    """
    if path in _STANDARD_OUTPUTS:
        output: Any = StandardOutput(binary_stream(sys.stdout))
        yield output
        output.flush()
    elif Path(path).exists() and not Path(path).is_file():
        with _opened(path, path) as output:
            yield output
    else:
        with _beside(Path(os.path.realpath(path)), path, is_secret=is_secret) as output:
            yield output


@contextmanager
def _opened(file: str | int, output: str, mode: str = "wb") -> Iterator[IO[bytes]]:
    """Open a file. Errors of writing name the output, even if the file has no name."""
    try:
        with open(file, mode) as opened:  # noqa: PTH123 - it may be a file descriptor
            yield opened
    except OSError as error:
        error.filename = error.filename or output
        raise


@contextmanager
def _beside(target: Path, output: str, *, is_secret: bool) -> Iterator[IO[bytes]]:
    """Open a new file in the folder of the target, with the permissions of the target.

    If the system supports it, the file has no name until it is complete, so nothing remains however
    the process ends.
    """
    new = target.with_name(f".{token_hex(8)}.part")
    unnamed = _unnamed(target.parent)
    with _named_until_whole(new, output) if unnamed is None else _opened(unnamed, output) as file:
        with suppress(FileNotFoundError):
            mode = _OWNER_ONLY if is_secret else stat.S_IMODE(target.stat().st_mode)
            os.fchmod(file.fileno(), mode)
        yield file
        file.flush()
        if is_secret:
            os.fsync(file.fileno())
        if unnamed is not None:
            # With a folder descriptor, os.link uses linkat(2), which follows the link to the file.
            os.link(f"/proc/self/fd/{unnamed}", new, src_dir_fd=unnamed)
        new.replace(target)


def _unnamed(folder: Path) -> int | None:
    """Return the descriptor of a nameless file in the folder; None if the system has none."""
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL):
            return None
        raise


@contextmanager
def _named_until_whole(new: Path, output: str) -> Iterator[IO[bytes]]:
    """Open a file that is removed if the block fails or the process is terminated."""
    with _opened(str(new), output, "xb") as file, on_termination(end):
        try:
            yield file
        except BaseException:
            new.unlink(missing_ok=True)
            raise
