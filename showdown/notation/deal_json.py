"""A deal as JSON with its wagers and rules, and the place of an error in the document.

`{"game": "omaha-hilo", "hands": {"HandA": "Ac-Kd-Jd-3d", …}, "board": "Ah-Qs-…"}`; wagers are keys
beside these, as `wagers_json` reads them.
"""

from itertools import accumulate
from typing import Annotated, Any, NamedTuple, NotRequired, cast

from pydantic import Field, TypeAdapter, WithJsonSchema, with_config

from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import (
    MOST_PLAYERS,
    MOST_RUNS,
    Deal,
    board_field,
    default_label,
    is_board_field,
)
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, InvalidWagers
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024, RuleSet, find_rule_set
from showdown.evaluator.spots import DEAD
from showdown.evaluator.wagers import Wagers
from showdown.notation.json_types import STRICT, Label, MalformedDeal, Text, checked
from showdown.notation.strict_json import DuplicateKey, NotJson, Path
from showdown.notation.submission import Submission
from showdown.notation.wagers_json import WagersJson, wagers_in

GameName = Annotated[Text, WithJsonSchema({"type": "string", "enum": list(GAMES)})]
RulesName = Annotated[Text, WithJsonSchema({"type": "string", "enum": list(RULE_SETS)})]
CardText = Annotated[str, Field(max_length=5)]
CardsJson = Annotated[
    Text | Annotated[list[CardText], Field(max_length=len(DECK))],
    Field(
        description="Cards, as `Ah-Kd`, `AhKd` or `A♥ K♦`, or as a list: `[\"Ah\", \"Kd\"]`.",
        examples=["Ah-Kd-5s-2c"],
    ),
]  # fmt: skip
HandJson = Annotated[
    CardsJson, Field(description="A player's own cards, or `mucked` for a hand that isn't shown.")
]

_Board = Annotated[
    CardsJson | None,
    Field(
        description="A board: `board` is the first, `board2` the second board or the second run's."
    ),
]
MOST_BOARDS = MOST_RUNS * max(len(game.boards) for game in GAMES.values())


@with_config(STRICT)
class DealJson(WagersJson):
    """A deal and, if there are chips, the pots or each player's contribution."""

    game: GameName
    hands: Annotated[
        Annotated[dict[Label, HandJson], Field(max_length=MOST_PLAYERS)]
        | Annotated[list[HandJson], Field(max_length=MOST_PLAYERS)],
        Field(description="The hands by label in the order of seats, or a list: HandA, HandB, …"),
    ]
    board: NotRequired[_Board]
    board2: NotRequired[_Board]
    board3: NotRequired[_Board]
    board4: NotRequired[_Board]
    board5: NotRequired[_Board]
    board6: NotRequired[_Board]
    rules: NotRequired[
        Annotated[RulesName | None, Field(description="The rule set for odd chips (wsop-2024).")]
    ]


_DEAL = TypeAdapter(DealJson)
_BOARDS = tuple(board_field(place).lower() for place in range(MOST_BOARDS))


class WrittenDeal(NamedTuple):
    """What a document says, its cards not read yet; boards that are left out are empty."""

    game: Game
    hands: dict[str, str] | list[str]
    boards: list[str]
    wagers: Wagers | None
    rules: RuleSet


def deal_from_json(document: Any) -> Submission:
    """The deal of this document, with its wagers and rules. Raises InvalidDeal."""
    given = checked(_DEAL, document)
    deal = Deal.parse(find_game(given["game"]), _hands(given), _boards(given))
    return Submission(deal=deal, wagers=wagers_in(given), rules=_rules(given))


def written_deal(document: Any) -> WrittenDeal:
    """The texts of a document that has the shape of a deal. Raises InvalidDeal."""
    given = checked(_DEAL, document)
    return WrittenDeal(
        game=find_game(given["game"]),
        hands=_hands(given),
        boards=_boards(given),
        wagers=wagers_in(given),
        rules=_rules(given),
    )


def _rules(given: DealJson) -> RuleSet:
    rules = given.get("rules")
    return WSOP_2024 if rules is None else find_rule_set(rules)


def _hands(given: DealJson) -> dict[str, str] | list[str]:
    hands = given["hands"]
    if isinstance(hands, list):
        return [text_of_cards(cards) for cards in hands]
    return {label: text_of_cards(cards) for label, cards in hands.items()}


def _boards(given: DealJson) -> list[str]:
    return [text_of_cards(cast(Any, given.get(key)) or "") for key in _BOARDS]


def text_of_cards(cards: str | list[str]) -> str:
    """Cards as one string, in which error positions are counted."""
    return cards if isinstance(cards, str) else " ".join(cards)


def place_of(error: InvalidDeal, document: Any) -> tuple[Path, int | None]:
    """The path to the text at fault, and the position of the fault in that text."""
    if isinstance(error, DuplicateKey | MalformedDeal):
        return error.path, error.position
    if isinstance(error, NotJson) or not isinstance(document, dict) or not error.field:
        return (), error.position
    if isinstance(error, InvalidWagers):
        wagers = document.get("wagers")
        if isinstance(wagers, dict):
            return ("wagers", *_place_among_wagers(error, wagers)), None
        return _place_among_wagers(error, document), None
    return _place_among_cards(error, document)


def _place_among_wagers(error: InvalidWagers, document: dict[str, Any]) -> Path:
    """The path to the pot or player that the error names, if the document has it."""
    part = document.get(error.field)
    if isinstance(part, list) and error.pot is not None and error.pot < len(part):
        return error.field, error.pot
    if isinstance(part, list) and error.label in part:
        return error.field, part.index(error.label)
    if isinstance(part, dict) and error.label in part:
        return error.field, error.label
    return (error.field,)


def _place_among_cards(error: InvalidDeal, document: dict[str, Any]) -> tuple[Path, int | None]:
    path = _path_of_field(error.field, document)
    part: Any = document
    for step in path:
        part = part.get(step) if isinstance(part, dict) else part[step]
    position = None if isinstance(error, DuplicateCard) else error.position
    if position is None or not isinstance(part, list):
        return path, position
    return _place_in_list(path, position, part)


def _path_of_field(field: str, document: dict[str, Any]) -> Path:
    hands = document.get("hands")
    if is_board_field(field):
        return (field.lower(),)
    if isinstance(hands, dict) and field in hands:
        return "hands", field
    if field == DEAD:
        return (field.lower(),)
    if isinstance(hands, list) and field not in document and field != "rules":
        return "hands", [default_label(seat) for seat in range(len(hands))].index(field)
    return (field,)


def _place_in_list(path: Path, position: int, cards: list[str]) -> tuple[Path, int]:
    """The entry of a list of cards that contains the position, and the position within it."""
    starts = [0, *accumulate(len(card) + 1 for card in cards)]
    index = max(index for index in range(len(cards)) if starts[index] <= position)
    return (*path, index), position - starts[index]
