"""A final table and proposed deals, as JSON."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic import Field, with_config

from showdown.bulk.proposals import Proposals
from showdown.evaluator.final_table import MAX_FINALISTS, FinalTable
from showdown.notation.json_types import STRICT, Label, validate_document
from showdown.notation.tournament_json import ChipsJson
from showdown.notation.tournament_words import final_table_from_rows
from showdown.notation.wagers_json import AmountJson
from showdown.words.ranks import amount_text

type MoneyJson = Annotated[
    str, Field(pattern=r"^[0-9]+\.[0-9]{2}$", examples=["600.50"], description="Money.")
]


@with_config(STRICT)
class FinalTableJson(TypedDict):
    """The remaining stacks and prizes; the amount `left` is set aside for the winner."""

    stacks: Annotated[
        dict[Label, ChipsJson],
        Field(max_length=MAX_FINALISTS, json_schema_extra={"minProperties": 2}),
    ]
    prizes: Annotated[
        list[AmountJson], Field(max_length=MAX_FINALISTS, json_schema_extra={"minItems": 1})
    ]
    """The prizes, from first place down."""
    left: NotRequired[AmountJson]
    unit: NotRequired[AmountJson]
    """The smallest amount paid."""


@with_config(STRICT)
class PlayerAmountJson(TypedDict):
    """A player's stack, and the amount that the player would be paid."""

    label: str
    chips: int
    amount: MoneyJson


@with_config(STRICT)
class ProposalJson(TypedDict):
    """A way to divide the prizes, without the amount `left` for the winner."""

    method: Literal["icm", "chip-chop"]
    left: MoneyJson
    players: list[PlayerAmountJson]


@with_config(STRICT)
class ProposalsJson(TypedDict):
    """Ways to divide the prizes; the amounts of each add up exactly.

    For more than ten players, ICM is sampled: then `exact` is false, and `margin` is the margin of
    error of an amount, with 95% confidence.
    """

    exact: bool
    margin: MoneyJson
    total: MoneyJson
    proposals: list[ProposalJson]


def final_table_from_json(document: Any) -> FinalTable:
    """Parse a final table. Raise InvalidDeal if it is invalid."""
    validated_data = validate_document(FinalTableJson, document, "a final table")
    return final_table_from_rows(
        [(label, str(chips)) for label, chips in validated_data["stacks"].items()],
        [str(prize) for prize in validated_data["prizes"]],
        left=str(validated_data.get("left", "")),
        unit=str(validated_data.get("unit", "")),
    )


def proposals_to_json(table: FinalTable, proposals: Proposals) -> ProposalsJson:
    """Return the proposals as a document for `json.dumps`."""
    return {
        "exact": not proposals.margin,
        "margin": f"{proposals.margin / 100:.2f}",
        "total": amount_text(table.total, 2),
        "proposals": [
            {
                "method": "icm" if proposal.method == "icm" else "chip-chop",
                "left": amount_text(proposal.left, 2),
                "players": [
                    {"label": label, "chips": table.stacks[label], "amount": amount_text(cents, 2)}
                    for label, cents in proposal.amounts.items()
                ],
            }
            for proposal in proposals.proposals
        ],
    }
