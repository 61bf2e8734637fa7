"""Stacks and prizes of a final table as people type them: `Anna=5000,Boris=3000` and `500 300`."""

import re
from collections.abc import Iterable, Sequence
from itertools import count

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.final_table import (
    MAX_PLAYERS,
    FinalTable,
    FinalTableSize,
    InvalidStack,
    NotMultipleOfUnit,
    TooManyPrizes,
)
from showdown.notation.money import cents_from_text

_ENTRY = re.compile(r"(?:(.*\S)\s*[=:]\s*)?([0-9]{1,13})", re.ASCII | re.DOTALL)
_MAX_TEXT = 4_000
_SHOWN = 20


class RepeatedPlayer(InvalidDeal):
    """A player with two stacks."""

    label: str


def final_table_from_text(
    stacks: str, prizes: str, *, left: str = "", unit: str = ""
) -> FinalTable:
    """Parse `Anna=5000,Boris=3000` and `500 300`; separators are commas, lines or semicolons.

    Raises InvalidDeal.
    """
    entries = [_entry(word) for word in _split(stacks, r"[,;\n]+")]
    return final_table_from_rows(entries, split_prizes(prizes), left=left, unit=unit)


def final_table_from_rows(
    rows: Iterable[tuple[str, str]], prizes: Sequence[str], *, left: str = "", unit: str = ""
) -> FinalTable:
    """Build a final table from names, stacks and prizes; players without a name are numbered.

    Raises InvalidDeal.
    """
    stacks: dict[str, int] = {}
    for name, text in rows:
        if len(stacks) == MAX_PLAYERS:
            raise FinalTableSize(count=MAX_PLAYERS + 1, field="stacks")
        label = name or _free_name(stacks)
        if label in stacks:
            raise RepeatedPlayer(label=label, field="stacks")
        stacks[label] = _chips(text, label)
    if len(prizes) > MAX_PLAYERS:
        raise TooManyPrizes(count=len(prizes), most=len(stacks), field="prizes")
    amounts = [cents_from_text(word, "prizes") for word in prizes]
    return FinalTable(
        stacks=stacks,
        prizes=amounts,
        left=cents_from_text(left, "left") if left.strip() else 0,
        unit=_unit(unit, has_cents=any(amount % 100 for amount in amounts)),
    )


def split_prizes(text: str) -> list[str]:
    """Split prizes at commas, semicolons and white space."""
    return _split(text, r"[,;\s]+")


def _split(text: str, separator: str) -> list[str]:
    return [word for word in re.split(separator, text[:_MAX_TEXT].strip()) if word.strip()]


def _entry(word: str) -> tuple[str, str]:
    entry = _ENTRY.fullmatch(word.strip())
    if not entry:
        raise InvalidStack(label="", text=word.strip()[:_SHOWN], field="stacks")
    return (entry[1] or "").strip().strip('"'), entry[2]


def _chips(text: str, label: str) -> int:
    digits = text.strip().replace(",", "").replace(" ", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 13):
        raise InvalidStack(label=label, text=text.strip()[:_SHOWN], field="stacks")
    return int(digits)


def _free_name(taken: dict[str, int]) -> str:
    start = len(taken) + 1
    return next(name for number in count(start) if (name := f"Player {number}") not in taken)


def _unit(text: str, *, has_cents: bool) -> int:
    """Return the unit in cents; without one, whole units, or cents if a prize has them."""
    if not text.strip():
        return 1 if has_cents else 100
    unit = cents_from_text(text, "unit")
    if not unit:
        raise NotMultipleOfUnit(field="unit")
    return unit
