"""Logs as inputs of commands: a file, a folder or standard input."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import OutputWrapper

from showdown.audits.counts import Counts
from showdown.audits.sources import Folder, OneLog
from showdown.management.base import STANDARD
from showdown.management.inputs import naming, opened


@contextmanager
def opened_log(name: str, *, quiet: bool) -> Iterator[Folder | OneLog]:
    """Open a log or a folder of logs."""
    collect_rarely()
    if name != STANDARD and Path(name).is_dir():
        with naming(name):
            yield Folder(Path(name))
        return
    with opened(name, quiet=quiet) as source:
        yield OneLog(source)


def collect_rarely() -> None:
    """Make the garbage collector run rarely: millions of short-lived hands have no cycles.

    With the default thresholds it takes a quarter of the time of an audit.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def report_broken(counts: Counts, errors: OutputWrapper) -> None:
    """Write of the first hands that the log made unreadable where they begin, and the reasons."""
    for hand in counts.broken:
        file = f"{hand.file}, " if hand.file else ""
        number = f", hand {hand.hand}" if hand.hand else ""
        detail = f": {hand.detail}" if hand.detail else ""
        errors.write(f"{file}line {hand.line}{number}: {hand.reason}{detail}")
