"""Read logs of poker rooms, and compare the payments with the correct ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, SupportsIndex, TextIO

from showdown.audits.array_judging import judge_all
from showdown.audits.night.equities import EquityCalculator, check_prices
from showdown.audits.sources import LogFolder
from showdown.audits.terms import parse_terms
from showdown.evaluator.differences import Difference
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.files.log_hands import read_log_hands
from showdown.library.arguments import Amount, add_error_messages, resolve_rule_set, wrong_type
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand
from showdown.words.differences import difference_text

type Log = str | PathLike[str] | BinaryIO | TextIO
"""The path of a log or of a folder of logs, or an open file."""


@dataclass(frozen=True, slots=True, repr=False)
class AuditedHand:
    """A hand of a log, and the difference between its payout and the correct one, if any.

    A `hand` that could be neither settled nor checked is a SkippedHand with the reason. If cards
    are missing, for example without a showdown, `unsettled` is the reason, and the hand was only
    checked for faults that don't depend on cards.
    """

    hand: LoggedHand | SkippedHand
    difference: Difference | None = None
    unsettled: Skip | None = None

    @property
    def is_skipped(self) -> bool:
        return isinstance(self.hand, SkippedHand)

    @property
    def is_wrong(self) -> bool:
        return self.difference is not None

    @property
    def reason(self) -> str:
        """Return the fault in the payout, or the reason for skipping the hand; empty if correct."""
        if isinstance(self.hand, SkippedHand):
            return self.hand.detail or self.hand.reason.replace("-", " ")
        return difference_text(self.difference) if self.difference else ""

    def __repr__(self) -> str:
        origin = self.hand.origin
        paid = "paid incorrectly" if self.is_wrong else "paid correctly"
        outcome = "skipped" if self.is_skipped else paid
        name = f"hand {origin.hand}" if origin.hand else f"line {origin.line}"
        return f"<AuditedHand: {name}, {outcome}{': ' if self.reason else ''}{self.reason}>"


def read_log(log: Log) -> Iterator[ReadHand]:
    """Yield every hand of a log in order; for a hand that can't be read, yield a SkippedHand.

    The log may be compressed, a zip file or a folder of logs, in UTF-8 or UTF-16, and contain the
    formats of several rooms. Raise InvalidDeal if `log` is neither a path nor an open file. The
    iterator raises OSError if the log can't be opened, and UnusableInput if it is damaged.
    """
    with add_error_messages():
        if isinstance(log, str | PathLike):
            return _read_path(Path(log))
        if not hasattr(log, "read"):
            raise wrong_type("log", "a path or an open file")
        return read_log_hands(_BinaryStream(log))


def _read_path(path: Path) -> Iterator[ReadHand]:
    if path.is_dir():
        yield from LogFolder(path).read_hands()
        return
    with path.open("rb") as stream:
        yield from read_log_hands(stream)


class _BinaryStream:
    """A binary stream over a file that was opened in binary or text mode."""

    def __init__(self, stream: BinaryIO | TextIO) -> None:
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        chunk = self._stream.read(size)
        return chunk.encode(errors="surrogatepass") if isinstance(chunk, str) else chunk


def audit(
    log: Log | Iterable[ReadHand],
    *,
    rules: str | RuleSet = "wsop-2026",
    unit: Amount = "",
    rake: str = "",
    jackpot: Amount = "",
) -> Iterator[AuditedHand]:
    """Yield an AuditedHand for every hand of a log, or of an iterable from `read_log`.

    `rules` is the rule set for odd chips. `unit`, `rake` and `jackpot` are written like the options
    of the command `audit`: `0.05`, `5% cap 3`, `1`. Raise InvalidDeal for invalid options, and the
    errors of `read_log`.
    """
    with add_error_messages():
        option_texts = (
            _option_text(unit, "unit"),
            _option_text(rake, "rake"),
            _option_text(jackpot, "jackpot"),
        )
        terms = replace(parse_terms(WSOP_2026.slug, *option_texts), rules=resolve_rule_set(rules))
        is_log = isinstance(log, str | PathLike) or hasattr(log, "read")
        if not is_log and (not isinstance(log, Iterable) or isinstance(log, bytes | bytearray)):
            raise wrong_type("log", "a path, an open file or the hands from `read_log`")
    hands: Iterable[ReadHand] = read_log(log) if is_log else _require_hands(log)  # type: ignore[arg-type]
    return (
        AuditedHand(judged) if isinstance(judged, SkippedHand) else AuditedHand(*judged)
        for judged in check_prices(judge_all(hands, terms), EquityCalculator(terms))
    )


def _option_text(value: Any, name: str) -> str:
    """Return an amount or a rake rule as text; empty for None.

    Raise WrongType for other types, also for a float, which is inexact.
    """
    if value is None:
        return ""
    expected = "a whole number, a Decimal or text like “0.05”"
    if isinstance(value, bool) or not isinstance(value, str | Decimal | SupportsIndex):
        raise wrong_type(name, expected)
    if isinstance(value, SupportsIndex) and abs(index(value)) > MAX_CHIPS:
        raise wrong_type(name, expected)
    return str(value)


def _require_hands(hands: Iterable[ReadHand]) -> Iterator[ReadHand]:
    """Yield the hands. Raise WrongType for an item that isn't a hand of `read_log`."""
    for hand in hands:
        with add_error_messages():
            if not isinstance(hand, LoggedHand | SkippedHand):
                raise wrong_type("log", "hands as `read_log` yields them")
        yield hand
