"""Logs as inputs of commands: a file, the standard input, or a folder."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from showdown.audits.sources import Folder, OneLog
from showdown.management.inputs import opened
from showdown.management.outputs import STANDARD


def collect_rarely() -> None:
    """Look for reference cycles rarely: millions of short-lived hands make none.

    By the usual thresholds a quarter of the time of an audit goes into looking.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@contextmanager
def opened_log(name: str, *, quiet: bool) -> Iterator[Folder | OneLog]:
    """The log or logs of this name; `-` is the standard input."""
    collect_rarely()
    if name != STANDARD and Path(name).is_dir():
        yield Folder(Path(name))
        return
    with opened(name, quiet=quiet) as source:
        yield OneLog(source)
