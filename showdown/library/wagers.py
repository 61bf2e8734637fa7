"""Chips as a caller gives them, as the document that `notation.wagers_json` reads."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

type Amount = int | str | Decimal
"""Chips: a whole number, or hundredths as a Decimal or as text: `12.50`. Never a float."""

type Pot = Amount | tuple[Amount, Sequence[str]] | Mapping[str, Any]
"""An amount; with the labels of those who may win it; or as the API takes it."""


def wagers_document(
    pots: Sequence[Pot] = (),
    contributions: Mapping[str, Amount] | None = None,
    dead: Amount = 0,
    folded: Sequence[str] = (),
    *,
    button: str | None = None,
    seats: Sequence[str] = (),
    unit: Amount = 1,
    rake: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What was given, without what says nothing: a deal without chips has no wagers at all."""
    document = {
        "pots": [_pot(pot) for pot in pots],
        "contributions": {name: _amount(chips) for name, chips in (contributions or {}).items()},
        "dead": _amount(dead),
        "folded": list(folded),
        "button": button,
        "seats": list(seats),
        "unit": None if unit == 1 else _amount(unit),
        "rake": {key: _amount(value) for key, value in rake.items()} if rake else None,
    }
    return {key: value for key, value in document.items() if value}


def _pot(pot: Pot) -> dict[str, Any]:
    if isinstance(pot, Mapping):
        return {key: _amount(value) for key, value in pot.items()}
    if isinstance(pot, tuple):
        amount, eligible = pot
        return {"amount": _amount(amount), "eligible": list(eligible)}
    return {"amount": _amount(pot)}


def _amount(value: Any) -> Any:
    """A Decimal as text with two places, unless it is whole or has more."""
    if not isinstance(value, Decimal):
        return value
    if value == value.to_integral_value():
        return int(value)
    return f"{value:.2f}" if value == round(value, 2) else str(value)
