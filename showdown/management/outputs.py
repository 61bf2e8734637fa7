"""Tables for the terminal, and output files that are written atomically.

A file is written under a temporary name, or without a name, and then renamed. Devices and pipes are
written directly; `-` is standard output.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from showdown.management.base import STANDARD, StandardOutput, binary_stream, end, on_termination

_STANDARD_OUTPUTS = (STANDARD, "/dev/stdout", "/dev/fd/1")


@contextmanager
def whole_output(path: str, *, is_secret: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that replaces `path` if the block ends without an exception.

    The new file has the permissions of the replaced one. A secret file can be read only by its
    owner, and is flushed to disk when the block ends. Raise OSError with the name of the file if
    writing fails.
    """
    if path in _STANDARD_OUTPUTS:
        output: Any = StandardOutput(binary_stream(sys.stdout))
        yield output
        output.flush()
        return
    try:
        if Path(path).exists() and not Path(path).is_file():
            with Path(path).open("wb") as device:
                yield device
            return
        target = Path(os.path.realpath(path))
        new = target.with_name(f".{token_hex(8)}.part")
        unnamed = _create_unnamed(target.parent)
        with _removed_unless_whole(new) if unnamed is None else os.fdopen(unnamed, "wb") as file:
            with suppress(FileNotFoundError):
                mode = 0o600 if is_secret else stat.S_IMODE(target.stat().st_mode)
                os.fchmod(file.fileno(), mode)
            yield file
            file.flush()
            if is_secret:
                os.fsync(file.fileno())
            if unnamed is not None:
                # With a folder descriptor, os.link uses linkat(2), which follows links.
                os.link(f"/proc/self/fd/{unnamed}", new, src_dir_fd=unnamed)
            new.replace(target)
    except OSError as error:
        error.filename = error.filename or path
        raise


def _create_unnamed(folder: Path) -> int | None:
    """Create a file without a name and return its descriptor; None if that isn't supported.

    The system removes the file if the process ends before the file gets a name.
    """
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL):
            return None
        raise


@contextmanager
def _removed_unless_whole(new: Path) -> Iterator[IO[bytes]]:
    """Open a new file that is removed if the block fails or the process is terminated."""
    with new.open("xb") as file, on_termination(end):
        try:
            yield file
        except BaseException:
            new.unlink(missing_ok=True)
            raise


def align_columns(
    rows: Sequence[Sequence[str]], aligned_left: Sequence[int], widest: int = sys.maxsize
) -> Iterator[str]:
    """Yield the rows in columns of at most `widest` characters; longer cells are not cut.

    Columns are aligned to the right, except those in `aligned_left`.
    """
    widths = [
        min(widest, max(len(row[column]) for row in rows if column < len(row)))
        for column in range(max(map(len, rows)))
    ]
    for row in rows:
        cells = [
            cell.ljust(width) if column in aligned_left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        yield "  ".join(cells).rstrip()
