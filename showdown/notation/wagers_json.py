"""Validate and parse wagers in the JSON of the API.

`{"pots": [{"amount": 91}, {"amount": 40, "eligible": ["HandB", "HandC"]}], "button": "HandB"}`, or
`{"contributions": {"HandA": 500, "HandB": 200, "HandC": 50}, "folded": ["HandC"]}`.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic import Field, PlainValidator, WithJsonSchema, with_config
from pydantic_core import PydanticCustomError

from showdown.evaluator.deals import MAX_PLAYERS
from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.rake import TakenFrom
from showdown.evaluator.wagers import MAX_CHIPS, MAX_SEATS, Wagers
from showdown.notation.json_types import STRICT, Label
from showdown.notation.wager_words import ParsedRake, build_wagers, read_amount
from showdown.words.ranks import amount_text

_MAX_AMOUNT = 10 * MAX_CHIPS
"""Limit to which amounts are clamped, because larger amounts may have any number of digits.

Amounts above MAX_CHIPS are invalid anyway.
"""


def _check_amount(value: Any) -> int | str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PydanticCustomError("amount", "not an amount")
    return value


def _build_amount_schema(minimum: int) -> WithJsonSchema:
    return WithJsonSchema(
        {
            "oneOf": [
                {"type": "integer", "minimum": minimum, "maximum": MAX_CHIPS},
                {"type": "string", "pattern": r"^[0-9]{1,12}\.[0-9]{2}$", "examples": ["12.50"]},
            ],
            "description": "Chips: a whole number, or a string with hundredths. Never a float.",
        }
    )


type AmountJson = Annotated[int | str, PlainValidator(_check_amount), _build_amount_schema(0)]
type PositiveAmountJson = Annotated[
    int | str, PlainValidator(_check_amount), _build_amount_schema(1)
]

_Labels = Annotated[list[Label], Field(max_length=MAX_SEATS)]


@with_config(STRICT)
class PotJson(TypedDict):
    """A pot and the players who can win it; by default, all players who haven't folded."""

    amount: PositiveAmountJson
    eligible: NotRequired[Annotated[list[Label], Field(max_length=MAX_PLAYERS)] | None]


_Percent = Annotated[str, Field(pattern=r"^[0-9]{1,3}(\.[0-9]{1,4})?$", examples=["5", "2.5"])]


@with_config(STRICT)
class RakeJson(TypedDict, total=False):
    """The rake, as an amount or as a percentage up to a cap, and the jackpot drop."""

    amount: AmountJson | None
    percent: _Percent | None
    cap: AmountJson | None
    jackpot: AmountJson | None
    no_flop_no_drop: bool
    taken_from: Literal["proportion", "main"]
    """Whether the rake is taken from all pots in proportion, or from the main pot first."""


@with_config(STRICT)
class WagersJson(TypedDict, total=False):
    """The pots or contributions of a hand. A key with the value null counts as omitted."""

    pots: Annotated[list[PotJson], Field(max_length=MAX_PLAYERS)] | None
    """The pots, the main pot first."""
    contributions: Annotated[dict[Label, AmountJson], Field(max_length=MAX_SEATS)] | None
    """Each player's contribution, instead of `pots`; side pots are computed."""
    dead: AmountJson | None
    """Chips in the main pot that aren't part of a bet: dead blinds, or an ante that one player
    posts for all.
    """
    folded: _Labels | None
    """Players who have folded: they can't win, and need no hand in the deal."""
    button: Label | None
    """The player with the button."""
    seats: _Labels | None
    """All players at the table, clockwise; by default, the hands in order."""
    unit: PositiveAmountJson | None
    """The smallest chip in play; by default, 1."""
    rake: RakeJson | None


def wagers_from_json(document: WagersJson) -> Wagers | None:
    """Return the wagers of a validated document, or None if it has none.

    Raise InvalidWagers if the wagers are inconsistent.
    """
    if not any(document.get(key) is not None for key in WagersJson.__annotations__):
        return None
    contributions = document.get("contributions") or {}
    return build_wagers(
        pots=[
            (
                _parse_amount(pot["amount"], "pots", number=number),
                None if (eligible := pot.get("eligible")) is None else tuple(eligible),
            )
            for number, pot in enumerate(document.get("pots") or ())
        ],
        contributions={
            label: _parse_amount(chips, "contributions", label=label)
            for label, chips in contributions.items()
        },
        dead=_parse_optional(document, "dead"),
        folded=tuple(document.get("folded") or ()),
        button=document.get("button"),
        seats=tuple(document.get("seats") or ()),
        unit=_parse_optional(document, "unit"),
        rake=_parse_rake(document.get("rake")),
    )


def _parse_optional(document: Mapping[str, Any], key: str, field: str = "") -> Decimal | None:
    value = document.get(key)
    return None if value is None else _parse_amount(value, field or key)


def _parse_rake(document: RakeJson | None) -> ParsedRake | None:
    if not document:
        return None
    return ParsedRake(
        amount=_parse_optional(document, "amount", "rake"),
        percent=Decimal(document.get("percent") or 0),
        cap=_parse_optional(document, "cap", "rake"),
        jackpot=_parse_optional(document, "jackpot", "rake"),
        no_flop_no_drop=document.get("no_flop_no_drop", False),
        taken_from=TakenFrom(document.get("taken_from", TakenFrom.PROPORTION)),
    )


def amount_to_json(amount: int, decimals: int) -> int | str:
    """Return `91`, or `"12.50"` for an amount in hundredths."""
    return amount_text(amount, decimals) if decimals else amount


def _parse_amount(
    value: int | str, field: str, *, label: str = "", number: int | None = None
) -> Decimal:
    if isinstance(value, int):
        return Decimal(max(-_MAX_AMOUNT, min(value, _MAX_AMOUNT)))
    try:
        return read_amount(value, field=field)
    except InvalidWagers as error:
        error.label, error.pot = label, number
        raise
