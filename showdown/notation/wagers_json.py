"""Wagers and payouts as JSON: what the API takes and gives, and what the store keeps.

Wagers: `{"pots": [{"amount": 91}, {"amount": 40, "eligible": ["HandB", "HandC"]}], "button":
"HandB"}`, or `{"contributions": {"HandA": 500, "HandB": 200, "HandC": 50}, "folded": ["HandC"]}`;
`seats` and `unit` may be added. A key that is left out or null has its default.
"""

from collections.abc import Callable, Mapping, Sequence
from reprlib import repr as short
from typing import Any

from showdown.evaluator.chips import OddChip, PaidPot, Part, Payout
from showdown.evaluator.errors import InvalidChips
from showdown.evaluator.wagers import ChipPot, Wagers, check_count
from showdown.words.payouts import dealer_lines

WAGERS_KEYS = ("pots", "contributions", "folded", "button", "seats", "unit")

type Json = dict[str, Any]


def wagers_from_json(submitted: Mapping[str, Any]) -> Wagers | None:
    """The wagers among the keys of a submitted deal; None when it has none of them.

    Raises InvalidChips, also where a value has the wrong type.
    """
    given = {key: submitted[key] for key in WAGERS_KEYS if submitted.get(key) is not None}
    if not given:
        return None
    return Wagers(**{key: _READ[key](value, key) for key, value in given.items()})


def wagers_to_json(wagers: Wagers) -> Json:
    """What `wagers_from_json` reads; defaults are left out."""
    written: Json = {
        "pots": [_pot_to_json(pot) for pot in wagers.pots],
        "contributions": dict(wagers.contributions),
        "folded": list(wagers.folded),
        "button": wagers.button,
        "seats": list(wagers.seats),
    }
    return {key: value for key, value in written.items() if value} | {"unit": wagers.unit}


def payout_to_json(payout: Payout) -> Json:
    """Every chip, with the rule that placed it; the pots in the order in which they are settled."""
    return {
        "rule_set": payout.rules.slug,
        "button": payout.button,
        "unit": payout.unit,
        "odd_chip_order": list(payout.turn),
        "odd_chip_rule": payout.turn_rule,
        "returned": payout.returned
        and {"label": payout.returned.label, "amount": payout.returned.amount},
        "pots": [_paid_pot(pot) for pot in payout.pots],
        "players": [
            {
                "label": player.label,
                "total": player.total,
                "returned": player.returned,
                "share": str(player.share),
                "share_name": player.share_name,
            }
            for player in payout.players
        ],
        "lines": list(dealer_lines(payout)),
    }


def _paid_pot(pot: PaidPot) -> Json:
    return {
        "name": pot.name,
        "amount": pot.amount,
        "eligible": list(pot.eligible),
        "division": pot.division,
        "odd_chip": pot.odd_chip and _odd_chip(pot.odd_chip),
        "parts": [_part(part) for part in pot.parts],
    }


def _part(part: Part) -> Json:
    return {
        "name": part.name,
        "amount": part.amount,
        "winners": list(part.winners),
        "made": {name: made.title for name, made in part.made.items()},
        "each": part.each,
        "odd_chips": [_odd_chip(chip) for chip in part.odd_chips],
    }


def _odd_chip(chip: OddChip) -> Json:
    return {"amount": chip.amount, "to": chip.to, "rule": chip.rule}


def _pot_to_json(pot: ChipPot) -> Json:
    written: Json = {"amount": pot.amount}
    return written if pot.eligible is None else written | {"eligible": list(pot.eligible)}


def _whole_number(value: object, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidChips(f"{short(value)} is no whole number of chips", field=field)
    return value


def _label(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise InvalidChips(f"{short(value)} is no label", field=field)
    return value


def _labels(value: object, field: str) -> tuple[str, ...]:
    return tuple(_label(each, field) for each in _listed(value, field))


def _listed(value: object, field: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise InvalidChips(f"{field} must be a list", field=field)
    check_count(value, field=field)
    return value


def _mapped(value: object, field: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise InvalidChips(f"{field} must be objects, by name", field=field)
    return value


def _pots(value: object, field: str) -> tuple[ChipPot, ...]:
    return tuple(_pot(_mapped(each, field), field) for each in _listed(value, field))


def _pot(pot: Mapping[str, object], field: str) -> ChipPot:
    if unknown := set(pot) - {"amount", "eligible"}:
        raise InvalidChips(f"a pot has no {short(min(unknown))}: amount and eligible", field=field)
    eligible = pot.get("eligible")
    return ChipPot(
        amount=_whole_number(pot.get("amount"), field),
        eligible=None if eligible is None else _labels(eligible, field),
    )


def _contributions(value: object, field: str) -> dict[str, int]:
    put_in = _mapped(value, field)
    return {_label(label, field): _whole_number(amount, field) for label, amount in put_in.items()}


_READ: dict[str, Callable[[object, str], Any]] = {
    "pots": _pots,
    "contributions": _contributions,
    "folded": _labels,
    "button": _label,
    "seats": _labels,
    "unit": _whole_number,
}
