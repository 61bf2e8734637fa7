"""Reads logs of poker rooms, and holds what was paid to what was due."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from showdown.audits.array_judging import judge_all
from showdown.audits.night.equities import Equities, with_prices
from showdown.audits.terms import Terms, terms_of
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.verdicts import Difference
from showdown.files.log_hands import hands_in
from showdown.library.naming import rule_set_of
from showdown.library.wording import errors_in_words
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand
from showdown.words.verdicts import difference_text

type Log = str | PathLike[str] | BinaryIO
"""A path, or a file that is open for reading bytes."""


@dataclass(frozen=True, slots=True, repr=False)
class AuditedHand:
    """A hand of a log, and how it was paid wrong; without a difference it was paid right.

    A `hand` that could not be judged is a SkippedHand, with its reason. What is `unsettled`, such
    as a hand without a showdown, was checked as far as that needs no cards.
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
        """What is wrong, in a sentence, or why it was skipped; empty if it was paid right."""
        if isinstance(self.hand, SkippedHand):
            return self.hand.detail or self.hand.reason.replace("-", " ")
        return difference_text(self.difference) if self.difference else ""

    def __repr__(self) -> str:
        origin = self.hand.origin
        verdict = "skipped" if self.is_skipped else "paid wrong" if self.is_wrong else "paid right"
        name = f"hand {origin.hand}" if origin.hand else f"line {origin.line}"
        return f"<AuditedHand: {name}, {verdict}{': ' if self.reason else ''}{self.reason}>"


def read_log(log: Log) -> Iterator[ReadHand]:
    """Every hand of a log, in order, each read or skipped with its reason.

    The log may be compressed, in UTF-8 or UTF-16, and mix the formats of rooms. Raises OSError, and
    UnusableInput for a file that is damaged.
    """
    if not isinstance(log, str | PathLike):
        yield from hands_in(log)
        return
    with Path(log).open("rb") as stream:
        yield from hands_in(stream)


def audit(
    log: Log | Iterable[ReadHand],
    *,
    rules: str | RuleSet = "wsop-2024",
    unit: str = "",
    rake: str = "",
    jackpot: str = "",
) -> Iterator[AuditedHand]:
    """Every hand of a log, or of what `read_log` returned, with how it was paid wrong if it was.

    `rules` is the book for odd chips; `unit`, `rake` and `jackpot` are as in the command `audit`:
    `0.05`, `5% cap 3`, `1`. Raises InvalidDeal if they make no sense, and what `read_log` raises.
    """
    with errors_in_words():
        terms = terms_of(rule_set_of(rules).slug, unit, rake, jackpot)
    return _audited(log, terms)


def _audited(log: Log | Iterable[ReadHand], terms: Terms) -> Iterator[AuditedHand]:
    is_log = isinstance(log, str | PathLike) or hasattr(log, "read")
    hands: Iterable[ReadHand] = read_log(log) if is_log else log  # type: ignore[arg-type, assignment]
    for judged in with_prices(judge_all(hands, terms), Equities(terms)):
        if isinstance(judged, SkippedHand):
            yield AuditedHand(judged)
        else:
            yield AuditedHand(*judged)
