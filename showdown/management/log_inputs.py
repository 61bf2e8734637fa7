"""Logs as inputs of commands: files, folders or standard input."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper

from showdown.audits.counts import Counts
from showdown.audits.sources import Folder, OneLog
from showdown.evaluator.errors import InvalidDeal
from showdown.management.base import STANDARD, UNUSABLE
from showdown.management.inputs import naming_input, open_input
from showdown.notation.encodings import SAMPLE, decode
from showdown.notation.pokernow_ledger import LedgerPlayer, is_ledger, players_of_ledger
from showdown.words.errors import error_text

_MAX_LEDGER = 2_000_000


@contextmanager
def open_log(name: str, *, quiet: bool) -> Iterator[Folder | OneLog]:
    """Open a log or a folder of logs."""
    collect_rarely()
    if name != STANDARD and Path(name).is_dir():
        with naming_input(name):
            yield Folder(Path(name))
        return
    with open_input(name, quiet=quiet) as source:
        yield OneLog(source)


def collect_rarely() -> None:
    """Make the garbage collector run rarely: millions of short-lived hands have no cycles.

    With the default thresholds, the collector takes a quarter of the time of an audit.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def report_broken(counts: Counts, errors: OutputWrapper) -> None:
    """Write the file, line and reason of the first hands with a fault in the log."""
    for hand in counts.broken:
        file = f"{hand.file}, " if hand.file else ""
        number = f", hand {hand.hand}" if hand.hand else ""
        detail = f": {hand.detail}" if hand.detail else ""
        errors.write(f"{file}line {hand.line}{number}: {hand.reason}{detail}")


def read_ledgers(names: Sequence[str]) -> tuple[list[LedgerPlayer], list[str]]:
    """Return the players of PokerNow's ledgers among the inputs, and the other inputs.

    Raise CommandError if a ledger is invalid.
    """
    players: list[LedgerPlayer] = []
    logs = []
    for name in names:
        text = _ledger_text(name)
        if not text:
            logs.append(name)
            continue
        try:
            players += players_of_ledger(text)
        except InvalidDeal as error:
            raise CommandError(f"{name}: {error_text(error)}", returncode=UNUSABLE) from None
    return players, logs


def _ledger_text(name: str) -> str:
    """Return the text of a ledger's file; empty for any other file."""
    path = Path(name)
    if name == STANDARD or not path.is_file():
        return ""
    with naming_input(name), path.open("rb") as file:
        head = file.read(SAMPLE)
        return decode(head + file.read(_MAX_LEDGER)) if is_ledger(decode(head)) else ""
