"""A spot as JSON, as the API accepts it.

`{"game": "omaha-hilo", "hands": ["AsKhQsJh", "Ad Kd ? ?"], "board": "Ah7c2d", "dead": "9h"}`. Chips
are in `wagers` (see `wagers_json`), because wagers have a key `dead`, too.
"""

from functools import partial
from typing import Annotated, Any, NamedTuple, NotRequired

from pydantic import Field, with_config

from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import MAX_PLAYERS
from showdown.evaluator.games import Game, find_game
from showdown.evaluator.icm import Tournament
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Wagers
from showdown.notation.deal_json import (
    BoardsJson,
    CardsJson,
    CardText,
    ChosenRules,
    GameSlug,
    board_texts,
    hand_texts,
    join_cards,
    rule_set_or_default,
)
from showdown.notation.json_types import STRICT, Label, validate_document
from showdown.notation.ranges import MAX_RANGE_LENGTH, read_range
from showdown.notation.tournament_json import TournamentJson, tournament_from_json
from showdown.notation.wagers_json import WagersJson, wagers_from_json

_MAX_ROWS_OF_RANGE = 300_000
"""Limit of a range's RowBudget, enough for all 270,725 four-card hands."""

HoldingJson = Annotated[
    Annotated[str, Field(max_length=MAX_RANGE_LENGTH)]
    | Annotated[list[CardText], Field(max_length=len(DECK))],
    Field(
        description="A player's hole cards, with `?` for each unknown card; `*` for any hand; or a"
        " range, such as `AA!KK` or `QQ+, AKs`.",
        examples=["As-Kh-Qs-Jh", "As Kd ? ?", "*", "QQ+, AKs"],
    ),
]


@with_config(STRICT)
class SpotJson(BoardsJson):
    """A deal with cards still to come. A key with the value null counts as omitted."""

    game: GameSlug
    hands: (
        Annotated[dict[Label, HoldingJson], Field(max_length=MAX_PLAYERS)]
        | Annotated[list[HoldingJson], Field(max_length=MAX_PLAYERS)]
    )
    """The hands by label in the order of seats, or a list of hands, which get the labels HandA,
    HandB, …
    """
    dead: NotRequired[CardsJson | None]
    """Cards that can no longer be dealt."""
    wagers: NotRequired[WagersJson | None]
    """The pots or the contributions, for the expected chips. A hand that has folded or can't win
    any pot isn't part of the odds; its cards are dead.
    """
    rules: NotRequired[ChosenRules]
    icm: NotRequired[TournamentJson | None]
    """A tournament, for each player's dollar equity before and after the hand. Without
    contributions in `wagers`, all players are all in.
    """
    next_card: NotRequired[bool | None]
    """Add the effect of each possible next card."""
    each_hand: NotRequired[bool | None]
    """For two ranges of two cards, add the odds of each single hand."""
    standing: NotRequired[bool | None]
    """For two ranges of two cards, add figures that compare the ranges: by class of hands, by made
    hand, and from the best hand to the worst.
    """


class SpotRequest(NamedTuple):
    """A spot and the options given with it; `wagers` and `tournament` are None if omitted."""

    spot: Spot
    wagers: Wagers | None
    tournament: Tournament | None
    rules: RuleSet
    next_card: bool
    each_hand: bool
    standing: bool


_read_range = partial(read_range, rows=_MAX_ROWS_OF_RANGE)


def spot_from_json(document: Any, game: Game | None = None) -> SpotRequest:
    """Parse a spot and its options.

    `game` overrides the game that the document names. Raise InvalidDeal if a part is invalid.
    """
    validated_data = validate_document(SpotJson, document, "a spot")
    game = game or find_game(validated_data["game"])
    hands, boards = hand_texts(validated_data["hands"]), board_texts(validated_data)
    dead = join_cards(validated_data.get("dead") or "")
    spot = Spot.parse(game, hands, boards, dead, read_range=_read_range)
    tournament = validated_data.get("icm")
    return SpotRequest(
        spot=spot,
        tournament=tournament_from_json(tournament) if tournament else None,
        wagers=wagers_from_json(validated_data.get("wagers") or {}),
        rules=rule_set_or_default(validated_data.get("rules")),
        next_card=bool(validated_data.get("next_card")),
        each_hand=bool(validated_data.get("each_hand")),
        standing=bool(validated_data.get("standing")),
    )
