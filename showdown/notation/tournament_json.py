"""Read tournaments from JSON, and write the effect of a hand on dollar equities.

An example is `{"stacks": {"Ann": 5000, "Bob": 3000}, "payouts": [60, 40]}`.
"""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field, with_config

from showdown.bulk.dollars import DollarEquities
from showdown.evaluator.icm import MAX_EXACT_PLAYERS, Tournament
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.notation.json_types import STRICT, Count, Label
from showdown.notation.json_types import Fraction as FractionJson
from showdown.notation.tournament_words import read_payout
from showdown.notation.wagers_json import AmountJson

MAX_FINISHES = 50
"""Maximum number of outcomes of the hand that are listed, the most likely first."""

ChipsJson = Annotated[
    int,
    Field(json_schema_extra={"minimum": 1, "maximum": MAX_CHIPS}, description="Whole chips."),
]


@with_config(STRICT)
class TournamentJson(TypedDict):
    """The stacks of all players in the tournament before the hand, and the payouts."""

    stacks: Annotated[
        dict[Label, ChipsJson],
        Field(max_length=MAX_EXACT_PLAYERS, json_schema_extra={"minProperties": 2}),
    ]
    """The stacks by player; players in the hand have the labels of their hands."""
    payouts: Annotated[
        list[AmountJson], Field(max_length=MAX_EXACT_PLAYERS, json_schema_extra={"minItems": 1})
    ]
    """The payouts, from first place down."""
    ante: NotRequired[Annotated[dict[Label, ChipsJson], Field(max_length=1)]]
    """The ante that one player posted for the table; the player's stack includes it. Of players who
    bust in the same hand, the one with the larger stack after the ante places higher.
    """


@with_config(STRICT)
class PlayerDollarsJson(TypedDict):
    """A player's dollar equity before the hand, and after it on average."""

    label: str
    before: Annotated[float, Field(ge=0)]
    after: Annotated[float, Field(ge=0)]


@with_config(STRICT)
class StackJson(TypedDict):
    """A stack after the hand, in chips, and its dollar equity."""

    label: str
    chips: FractionJson
    dollars: Annotated[float, Field(ge=0)]


@with_config(STRICT)
class FinishJson(TypedDict):
    """A possible outcome of the hand, and its probability."""

    chance: FractionJson
    percent: Annotated[float, Field(ge=0, le=100)]
    players: list[StackJson]


@with_config(STRICT)
class DollarsJson(TypedDict):
    """Dollar equities according to the Independent Chip Model, rounded to millionths.

    `finishes` are the most likely outcomes of the hand, out of `finishes_in_all`. `exact` is false
    only for samples of the command.
    """

    exact: bool
    players: list[PlayerDollarsJson]
    finishes: list[FinishJson]
    finishes_in_all: Count


def tournament_from_json(document: TournamentJson) -> Tournament:
    """Return the tournament of a validated document. Raise InvalidDeal if it is inconsistent."""
    payouts = [
        float(payout) if isinstance(payout, int) else read_payout(payout, payout)
        for payout in document["payouts"]
    ]
    return Tournament(document["stacks"], payouts, document.get("ante", {}))


def dollars_to_json(dollars: DollarEquities) -> DollarsJson:
    labels = dollars.labels
    return {
        "exact": dollars.is_exact,
        "players": [
            {"label": label, "before": round(before, 6), "after": round(after, 6)}
            for label, before, after in zip(labels, dollars.before, dollars.after, strict=True)
        ],
        "finishes": [
            {
                "chance": str(finish.chance),
                "percent": round(float(finish.chance * 100), 2),
                "players": [
                    {"label": label, "chips": str(chips), "dollars": round(worth, 6)}
                    for label, chips, worth in zip(
                        labels, finish.stacks, finish.dollars, strict=True
                    )
                ],
            }
            for finish in dollars.results[:MAX_FINISHES]
        ],
        "finishes_in_all": len(dollars.results),
    }
