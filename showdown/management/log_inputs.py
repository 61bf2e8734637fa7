"""Logs as inputs of commands.

Commands for deals don't import this module: the log formats take a tenth of a second to load.
"""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import OutputWrapper

from showdown.audits.counts import Counts
from showdown.audits.sources import LogFile, LogFolder
from showdown.evaluator.errors import InvalidDeal
from showdown.management.base import STANDARD_STREAM, unusable_error
from showdown.management.inputs import naming_input, open_input
from showdown.notation.encodings import SAMPLE_BYTES, decode
from showdown.notation.pokernow_ledger import LedgerPlayer, is_ledger, read_ledger
from showdown.words.errors import error_text

_MAX_LEDGER_BYTES = 2_000_000


@contextmanager
def open_log(name: str, *, quiet: bool) -> Iterator[LogFolder | LogFile]:
    """Open a log, a folder of logs, or standard input."""
    collect_garbage_rarely()
    if name != STANDARD_STREAM and Path(name).is_dir():
        with naming_input(name):
            yield LogFolder(Path(name))
        return
    with open_input(name, quiet=quiet) as source:
        yield LogFile(source)


def collect_garbage_rarely() -> None:
    """Make the garbage collector run rarely, because hands have no reference cycles.

    With the default thresholds, collections take a quarter of the time of an audit.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def report_broken_hands(counts: Counts, stderr: OutputWrapper) -> None:
    """Write the file, line and reason of the first hands that are broken in the log."""
    for hand in counts.faulty_hands:
        origin = hand.origin
        file = f"{origin.file}, " if origin.file else ""
        number = f", hand {origin.hand}" if origin.hand else ""
        detail = f": {hand.detail}" if hand.detail else ""
        stderr.write(f"{file}line {origin.line}{number}: {hand.reason}{detail}")


def read_ledgers(names: Sequence[str]) -> tuple[list[LedgerPlayer], list[str]]:
    """Return the players of PokerNow's ledgers among the inputs, and the other inputs.

    Raise CommandError if a ledger is invalid.
    """
    players: list[LedgerPlayer] = []
    logs = []
    for name in names:
        path = Path(name)
        if name == STANDARD_STREAM or not path.is_file():
            logs.append(name)
            continue
        with naming_input(name), path.open("rb") as file:
            head = file.read(SAMPLE_BYTES)
            if not is_ledger(decode(head)):
                logs.append(name)
                continue
            text = decode(head + file.read(_MAX_LEDGER_BYTES))
        try:
            players += read_ledger(text)
        except InvalidDeal as error:
            raise unusable_error(f"{name}: {error_text(error)}") from None
    return players, logs
