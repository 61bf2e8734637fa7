"""Convert wagers to JSON and back: the API only reads them, among other fields."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from showdown.evaluator.rake import Rake
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.json_types import checked
from showdown.notation.wagers_json import WagersJson, amount_to_json, wagers_in

_WAGERS = TypeAdapter(WagersJson)


def wagers_from_json(document: Mapping[str, Any]) -> Wagers | None:
    """Return the wagers of this document; None if it has none. Raise InvalidDeal."""
    return wagers_in(checked(_WAGERS, document))


def wagers_to_json(wagers: Wagers) -> dict[str, Any]:
    """Return the wagers as `wagers_from_json` reads them, without defaults."""
    decimals = wagers.decimals
    written = {
        "pots": [_pot_to_json(pot, decimals) for pot in wagers.pots],
        "contributions": {
            label: amount_to_json(chips, decimals) for label, chips in wagers.contributions.items()
        },
        "dead": wagers.dead and amount_to_json(wagers.dead, decimals),
        "folded": list(wagers.folded),
        "button": wagers.button,
        "seats": list(wagers.seats),
        "unit": amount_to_json(wagers.unit, decimals) if wagers.unit > 1 or decimals else None,
        "rake": wagers.rake and _rake_to_json(wagers.rake, decimals),
    }
    return {key: value for key, value in written.items() if value}


def _rake_to_json(rake: Rake, decimals: int) -> dict[str, Any]:
    written = {
        "amount": rake.amount and amount_to_json(rake.amount, decimals),
        "percent": rake.percent and f"{rake.percent.normalize():f}",
        "jackpot": rake.jackpot and amount_to_json(rake.jackpot, decimals),
        "no_flop_no_drop": rake.no_flop_no_drop,
        "taken_from": rake.taken_from.value,
    }
    written = {key: value for key, value in written.items() if value}
    if rake.cap is not None:
        written["cap"] = amount_to_json(rake.cap, decimals)
    return written


def _pot_to_json(pot: Pot, decimals: int) -> dict[str, Any]:
    written: dict[str, Any] = {"amount": amount_to_json(pot.amount, decimals)}
    if pot.eligible is not None:
        written["eligible"] = list(pot.eligible)
    return written
