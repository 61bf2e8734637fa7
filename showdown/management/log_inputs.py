"""Logs as inputs of commands: a file, the standard input, or a folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from showdown.audits.sources import Folder, OneLog
from showdown.management.inputs import opened
from showdown.management.outputs import STANDARD


@contextmanager
def opened_log(name: str, *, quiet: bool) -> Iterator[Folder | OneLog]:
    """The log or logs of this name; `-` is the standard input."""
    if name != STANDARD and Path(name).is_dir():
        yield Folder(Path(name))
        return
    with opened(name, quiet=quiet) as source:
        yield OneLog(source)
