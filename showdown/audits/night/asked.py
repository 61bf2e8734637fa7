"""Options of a night: which names are one player, and the value of a chip."""

from collections.abc import Mapping
from typing import NamedTuple

from showdown.audits.night.names import Names
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.notation.wager_words import read_amount

ASKED = ("chip", "same", "by_id")
"""Names of the options, as in forms and stored terms."""


class NightAsked(NamedTuple):
    """`chip` is the value of a chip in hundredths, or 0; `same` merges names (see Names)."""

    chip: int = 0
    same: str = ""
    by_id: bool = False

    def names(self) -> Names:
        return Names.of(self.same, by_id=self.by_id)


def night_asked(*, chip: str = "", same: str = "", by_id: str = "") -> NightAsked:
    """Parse the options. Raise InvalidWagers and InvalidNames."""
    worth = read_amount(chip, field="chip").hundredths if chip else 0
    if chip and worth <= 0:
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=chip[:20], field="chip")
    asked = NightAsked(worth, same, bool(by_id))
    asked.names()
    return asked


def asked_in(terms: Mapping[str, str]) -> NightAsked:
    """Return what the stored terms of an audit ask of its night."""
    return night_asked(**{name: terms[name] for name in ASKED if name in terms})
