"""The chips of a line of text: words beside the hands and the board, in any order.

- `Pot:4765` is a pot for everyone still in, `Pot:40=HandB,HandC` one for these two. The word comes
  once for each pot, the main pot first.
- `In:HandA=500,HandB=200` instead: what each player has put in.
- `Fold:HandC,Dora`: they have folded. Who has folded needs no hand on the line.
- `Button:HandB`; `Seats:HandA,Dora,HandB`: all seats clockwise; without it, the hands' order.
- `Unit:25`: the smallest chip in play.
"""

import re
from collections.abc import Iterable

from showdown.evaluator.errors import InvalidChips
from showdown.evaluator.wagers import ChipPot, Wagers

FIELD_OF_WORD = {
    "Pot": "pots",
    "In": "contributions",
    "Fold": "folded",
    "Button": "button",
    "Seats": "seats",
    "Unit": "unit",
}
"""The words, and the fields of `Wagers` that an InvalidChips names."""

_AMOUNT = re.compile(r"-?[0-9]{1,15}", re.ASCII)


def read_wagers(words: Iterable[tuple[str, str]]) -> Wagers | None:
    """The wagers that the words of a line (`Pot`, `4765`) make; None when there are no words.

    Raises InvalidChips, whose field is one of `FIELD_OF_WORD`.
    """
    pots: list[ChipPot] = []
    once: dict[str, str] = {}
    for word, text in words:
        if word == "Pot":
            pots.append(_pot(text))
        elif word in once:
            raise InvalidChips(f"{word} comes twice", field=FIELD_OF_WORD[word])
        else:
            once[word] = text
    if not pots and not once:
        return None
    return Wagers(
        pots=tuple(pots),
        contributions=_contributions(once.get("In", "")),
        folded=_labels(once.get("Fold", "")),
        button=once.get("Button"),
        seats=_labels(once.get("Seats", "")),
        unit=_amount(once.get("Unit", "1"), field="unit"),
    )


def _pot(text: str) -> ChipPot:
    amount, equals, labels = text.partition("=")
    return ChipPot(_amount(amount, field="pots"), _labels(labels) if equals else None)


def _contributions(text: str) -> dict[str, int]:
    put_in: dict[str, int] = {}
    for word in filter(None, text.split(",")):
        label, _, amount = word.partition("=")
        if label in put_in:
            raise InvalidChips(f"{label} has put in chips twice", field="contributions")
        put_in[label] = _amount(amount, field="contributions")
    return put_in


def _labels(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def _amount(text: str, *, field: str) -> int:
    if not _AMOUNT.fullmatch(text):
        raise InvalidChips(f"{text[:20]!r} is no whole number of chips", field=field)
    return int(text)


def wagers_words(wagers: Wagers) -> tuple[tuple[str, str], ...]:
    """The words that `read_wagers` reads; those that say the default are left out."""
    put_in = [f"{label}={amount}" for label, amount in wagers.contributions.items()]
    once = {
        "In": ",".join(put_in),
        "Fold": ",".join(wagers.folded),
        "Button": wagers.button or "",
        "Seats": ",".join(wagers.seats),
        "Unit": str(wagers.unit) if wagers.unit != 1 else "",
    }
    pots = tuple(("Pot", _pot_text(pot)) for pot in wagers.pots)
    return pots + tuple((word, text) for word, text in once.items() if text)


def _pot_text(pot: ChipPot) -> str:
    return str(pot.amount) if pot.eligible is None else f"{pot.amount}={','.join(pot.eligible)}"
