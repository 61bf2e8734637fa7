"""Tables for the terminal, and output files that are written atomically.

A file is written under a temporary name and then renamed. Devices, pipes and standard output (`-`)
are written directly.
"""

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from showdown.management.base import (
    STANDARD_STREAM,
    StandardOutput,
    binary_stream,
    cleaning_up_on_termination,
)

_STANDARD_OUTPUTS = (STANDARD_STREAM, "/dev/stdout", "/dev/fd/1")


@contextmanager
def atomic_output(path: str, *, is_secret: bool = False) -> Iterator[IO[bytes]]:
    """Yield a file that replaces `path` if the block ends without an exception.

    The new file has the permissions of the replaced file, if any. A secret file can be read only by
    its owner, and is flushed to disk when the block ends. The temporary file is removed after an
    exception, SIGTERM or SIGHUP. Raise OSError with the name of the file if writing fails.
    """
    if path in _STANDARD_OUTPUTS:
        output: Any = StandardOutput(binary_stream(sys.stdout))
        yield output
        output.flush()
        return
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{token_hex(8)}.part")
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as device:
                yield device
            return
        with temporary.open("xb") as file, cleaning_up_on_termination():
            try:
                with suppress(FileNotFoundError):
                    mode = 0o600 if is_secret else stat.S_IMODE(target.stat().st_mode)
                    os.fchmod(file.fileno(), mode)
                yield file
                file.flush()
                if is_secret:
                    os.fsync(file.fileno())
                temporary.replace(target)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        if error.filename is None or Path(error.filename) == temporary:
            error.filename = path
        raise


def align_columns(
    rows: Sequence[Sequence[str]], left_columns: Sequence[int], max_width: int = sys.maxsize
) -> Iterator[str]:
    """Yield the rows in columns of at most `max_width` characters; longer cells are not cut.

    Columns are aligned to the right, except those whose indices are in `left_columns`.
    """
    widths = [
        min(max_width, max(len(row[column]) for row in rows if column < len(row)))
        for column in range(max(map(len, rows)))
    ]
    for row in rows:
        cells = [
            cell.ljust(width) if column in left_columns else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        yield "  ".join(cells).rstrip()
