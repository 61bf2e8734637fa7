"""How a night is to be told: which names are one player, and what a chip is worth."""

from collections.abc import Mapping
from typing import NamedTuple

from showdown.audits.night.names import Names
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.notation.wager_words import read_amount

ASKED = ("chip", "same", "by_id")
"""What can be asked, by the names of fields."""


class NightAsked(NamedTuple):
    """`chip` is what one is worth, in hundredths, or 0. `same` merges names, as Names reads it."""

    chip: int = 0
    same: str = ""
    by_id: bool = False

    def names(self) -> Names:
        return Names.of(self.same, by_id=self.by_id)


def night_asked(*, chip: str = "", same: str = "", by_id: str = "") -> NightAsked:
    """What is asked as a person writes it. Raises InvalidWagers and InvalidNames."""
    worth = read_amount(chip, field="chip").hundredths if chip else 0
    if chip and worth <= 0:
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=chip[:20], field="chip")
    asked = NightAsked(worth, same, bool(by_id))
    asked.names()
    return asked


def asked_in(terms: Mapping[str, str]) -> NightAsked:
    """Return what the stored terms of an audit ask of its night."""
    return night_asked(**{name: terms[name] for name in ASKED if name in terms})
