"""A deal as JSON with its wagers and rules, and the location of an error in the document.

`{"game": "omaha-hilo", "hands": {"HandA": "Ac-Kd-Jd-3d", …}, "boards": ["Ah-Qs-…"]}`; one board may
also be given as `board`. Wagers are further keys: see `wagers_json`.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Annotated, Any, NotRequired, TypedDict

from pydantic import Field, with_config

from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import MAX_PLAYERS, Deal, default_label, is_board_field
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, InvalidWagers
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.icm import InvalidTournament
from showdown.evaluator.rule_sets import OLD_SLUGS, RULE_SETS, WSOP_2026, RuleSet, find_rule_set
from showdown.evaluator.spots import DEAD
from showdown.notation.deal_format import Submission
from showdown.notation.json_types import (
    STRICT,
    Label,
    MalformedDeal,
    Text,
    text_schema,
    validate_document,
)
from showdown.notation.strict_json import DuplicateKey, NotJson, Path
from showdown.notation.wagers_json import WagersJson, wagers_from_json

type GameSlug = Annotated[Text, text_schema(enum=list(GAMES))]
type RuleSetSlug = Annotated[Text, text_schema(enum=[*RULE_SETS, *OLD_SLUGS])]
CardText = Annotated[str, Field(max_length=5)]
CardsJson = Annotated[
    Text | Annotated[list[CardText], Field(max_length=len(DECK))],
    Field(
        description="Cards, as `Ah-Kd`, `AhKd` or `A♥ K♦`, or as a list: `[\"Ah\", \"Kd\"]`.",
        examples=["Ah-Kd-5s-2c"],
    ),
]  # fmt: skip
ChosenRules = Annotated[
    RuleSetSlug | None, Field(description="The rule set for odd chips. Default: `wsop-2026`.")
]
HandJson = Annotated[
    CardsJson, Field(description="A player's hole cards, or `mucked` for a hand that wasn't shown.")
]


@with_config(STRICT)
class BoardsJson(TypedDict):
    """The boards of a deal or a spot. A key with the value null counts as omitted."""

    boards: NotRequired[
        Annotated[
            Annotated[list[CardsJson], Field(max_length=len(DECK))] | None,
            Field(examples=[["Ah-Kh-5s-2s-Qd"], ["Td9c4sAcKh", "Td9c4s2c2h"]]),
        ]
    ]
    """The boards in order. If the board was run twice, all boards of the first run come first."""
    board: NotRequired[CardsJson | None]
    """The only board, instead of `boards`."""


class BoardAndBoards(MalformedDeal):
    """A document with both `board` and `boards`."""

    message = "give either boards or board, not both"


@with_config(STRICT)
class DealJson(WagersJson, BoardsJson):
    """A deal and, if there are chips, the pots or each player's contribution."""

    game: GameSlug
    hands: (
        Annotated[dict[Label, HandJson], Field(max_length=MAX_PLAYERS)]
        | Annotated[list[HandJson], Field(max_length=MAX_PLAYERS)]
    )
    """The hands by label in the order of seats, or a list of hands, which get the labels HandA,
    HandB, …
    """
    rules: NotRequired[ChosenRules]


def deal_from_json(document: Any, game: Game | None = None) -> Submission:
    """Parse a deal with its wagers and rules.

    `game` overrides the game that the document names. Raise InvalidDeal if the deal is invalid.
    """
    validated_data = validate_document(DealJson, document, "a deal")
    game = game or find_game(validated_data["game"])
    deal = Deal.parse(game, hand_texts(validated_data["hands"]), board_texts(validated_data))
    return Submission(
        deal, wagers_from_json(validated_data), rule_set_or_default(validated_data.get("rules"))
    )


def rule_set_or_default(slug: str | None) -> RuleSet:
    return WSOP_2026 if slug is None else find_rule_set(slug)


def hand_texts(
    hands: Mapping[str, str | list[str]] | Sequence[str | list[str]],
) -> dict[str, str] | list[str]:
    if isinstance(hands, Mapping):
        return {label: join_cards(cards) for label, cards in hands.items()}
    return [join_cards(cards) for cards in hands]


def board_texts(document: BoardsJson) -> list[str]:
    """Return the boards of a validated document as texts. Raise BoardAndBoards for both keys."""
    boards, board = document.get("boards"), document.get("board")
    if boards is not None and board is not None:
        raise BoardAndBoards(path=("boards",), name="boards", field="boards")
    return [join_cards(cards) for cards in boards or [board or ""]]


def join_cards(cards: str | list[str]) -> str:
    """Join cards into the string in which error positions are counted."""
    return cards if isinstance(cards, str) else " ".join(cards)


def error_location(error: InvalidDeal, document: Any) -> tuple[Path, int | None]:
    """Return the path to the invalid text, and the position of the error in that text."""
    if isinstance(error, DuplicateKey | MalformedDeal):
        return error.path, error.position
    if isinstance(error, NotJson) or not isinstance(document, dict) or not error.field:
        return (), error.position
    if isinstance(error, InvalidWagers):
        wagers = document.get("wagers")
        if isinstance(wagers, dict):
            return ("wagers", *_find_path_in_wagers(error, wagers)), None
        return _find_path_in_wagers(error, document), None
    if isinstance(error, InvalidTournament):
        stacks = (document.get("icm") or {}).get(error.field)
        if isinstance(stacks, dict) and error.label in stacks:
            return ("icm", error.field, error.label), None
        return ("icm", error.field), None
    path = _find_path_to_cards(error.field, document)
    cards: Any = document
    for step in path:
        cards = cards.get(step) if isinstance(cards, dict) else cards[step]
    position = None if isinstance(error, DuplicateCard) else error.position
    if position is None or not isinstance(cards, list):
        return path, position
    starts = [0, *accumulate(len(card) + 1 for card in cards)]
    index = max(index for index in range(len(cards)) if starts[index] <= position)
    return (*path, index), position - starts[index]


def _find_path_in_wagers(error: InvalidWagers, document: dict[str, Any]) -> Path:
    """Return the path to the error's pot or player, or to its key if the document has neither."""
    value = document.get(error.field)
    if isinstance(value, list) and error.pot is not None and error.pot < len(value):
        return error.field, error.pot
    if isinstance(value, list) and error.label in value:
        return error.field, value.index(error.label)
    if isinstance(value, dict) and error.label in value:
        return error.field, error.label
    return (error.field,)


def _find_path_to_cards(field: str, document: dict[str, Any]) -> Path:
    """Return the path to a hand, a board or another key.

    If `boards` doesn't have the board, return the path to `boards`.
    """
    hands, boards = document.get("hands"), document.get("boards")
    if is_board_field(field):
        index = int(field.removeprefix("Board") or 1) - 1
        if not isinstance(boards, list):
            return ("board",)
        return ("boards", index) if index < len(boards) else ("boards",)
    if isinstance(hands, dict) and field in hands:
        return "hands", field
    if field == DEAD:
        return (field.lower(),)
    if isinstance(hands, list) and field not in document and field != "rules":
        return "hands", [default_label(seat) for seat in range(len(hands))].index(field)
    return (field,)
