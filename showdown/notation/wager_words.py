"""The wagers of a deal on a line: words beside the hands and the board, in any order.

- `Pot:4765` is a pot for everyone still in, `Pot:40=HandB,HandC` one for these two. The word comes
  once for each pot, the main pot first.
- `In:HandA=500,HandB=200` instead: what each player has put in.
- `Fold:HandC,Dora`: they have folded. Who has folded needs no hand on the line.
- `Button:HandB`; `Seats:HandA,Dora,HandB`: all seats clockwise; without it, the hands' order.
- `Unit:25`: the smallest chip in play.

Thousands may be set off (`1,250`), and amounts may have hundredths (`12.50`): then all are read so.
Labels stand between commas or blanks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.wagers import Pot, Wagers
from showdown.words.amounts import amount_text

FIELD_OF_WORD = {
    "Pot": "pots",
    "In": "contributions",
    "Fold": "folded",
    "Button": "button",
    "Seats": "seats",
    "Unit": "unit",
}
"""The words, and the fields of `Wagers` that an InvalidWagers names."""

_NUMBER = r"-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,2})?(?![\d.])"
_AMOUNT = re.compile(_NUMBER, re.ASCII)
_SHARE = re.compile(rf"([^\s,=]+)=({_NUMBER})", re.ASCII)
_BETWEEN = re.compile(r"[\s,]+")
_SHOWN = 20


class Amount(NamedTuple):
    """An amount as written: in hundredths, and whether any were written."""

    hundredths: int
    has_decimals: bool


def read_amount(text: str, *, field: str) -> Amount:
    """The amount that this says. Raises InvalidWagers."""
    if not _AMOUNT.fullmatch(text):
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, said=text[:_SHOWN], field=field)
    whole, point, part = text.replace(",", "").partition(".")
    sign = -1 if whole.startswith("-") else 1
    return Amount(int(whole) * 100 + sign * int(part.ljust(2, "0") or 0), bool(point))


def read_wagers(words: Iterable[tuple[str, str]]) -> Wagers | None:
    """The wagers that the words of a line (`Pot`, `4765`) make; None when there are no words.

    Raises InvalidWagers, whose field is one of `FIELD_OF_WORD`.
    """
    pots: list[tuple[Amount, tuple[str, ...] | None]] = []
    once: dict[str, str] = {}
    for word, text in words:
        if word == "Pot":
            pots.append(read_pot(text))
        elif word in once:
            raise InvalidWagers(fault=Fault.NAMED_TWICE, label=word, field=FIELD_OF_WORD[word])
        else:
            once[word] = text
    if not pots and not once:
        return None
    return wagers_of(
        pots=pots,
        put_in=_contributions(once.get("In", "")),
        folded=_labels(once.get("Fold", "")),
        button=once.get("Button"),
        seats=_labels(once.get("Seats", "")),
        unit=read_amount(once["Unit"], field="unit") if "Unit" in once else None,
    )


def wagers_of(
    *,
    pots: Sequence[tuple[Amount, tuple[str, ...] | None]],
    put_in: Mapping[str, Amount],
    folded: tuple[str, ...],
    button: str | None,
    seats: tuple[str, ...],
    unit: Amount | None,
) -> Wagers:
    """The wagers of these amounts: all in hundredths, if any was written so."""
    amounts = [amount for amount, _ in pots] + list(put_in.values()) + ([unit] if unit else [])
    decimals = 2 if any(amount.has_decimals for amount in amounts) else 0
    scale = 1 if decimals else 100
    return Wagers(
        pots=tuple(Pot(amount.hundredths // scale, eligible) for amount, eligible in pots),
        contributions={label: amount.hundredths // scale for label, amount in put_in.items()},
        folded=folded,
        button=button,
        seats=seats,
        unit=unit.hundredths // scale if unit else 1,
        decimals=decimals,
    )


def read_pot(text: str) -> tuple[Amount, tuple[str, ...] | None]:
    """The amount and the eligible players of `40=HandB,HandC`; None is everyone still in."""
    amount, equals, labels = text.partition("=")
    return read_amount(amount.strip(), field="pots"), _labels(labels) if equals else None


def _contributions(text: str) -> dict[str, Amount]:
    put_in: dict[str, Amount] = {}
    rest = _SHARE.sub("", text).replace(",", " ").strip()
    if rest:
        said = rest.split()[0].partition("=")[2] or rest.split()[0]
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, said=said[:_SHOWN], field="contributions")
    for label, amount in _SHARE.findall(text):
        if label in put_in:
            raise InvalidWagers(fault=Fault.NAMED_TWICE, label=label, field="contributions")
        put_in[label] = read_amount(amount, field="contributions")
    return put_in


def _labels(text: str) -> tuple[str, ...]:
    return tuple(filter(None, _BETWEEN.split(text)))


def wagers_words(wagers: Wagers) -> tuple[tuple[str, str], ...]:
    """The words that `read_wagers` reads; those that say the default are left out."""

    def amount(chips: int) -> str:
        return amount_text(chips, wagers.decimals)

    put_in = [f"{label}={amount(chips)}" for label, chips in wagers.contributions.items()]
    once = {
        "In": ",".join(put_in),
        "Fold": ",".join(wagers.folded),
        "Button": wagers.button or "",
        "Seats": ",".join(wagers.seats),
        "Unit": amount(wagers.unit) if wagers.unit != 1 else "",
    }
    pots = tuple(
        ("Pot", amount(pot.amount) + (f"={','.join(pot.eligible)}" if pot.eligible else ""))
        for pot in wagers.pots
    )
    return pots + tuple((word, text) for word, text in once.items() if text)
