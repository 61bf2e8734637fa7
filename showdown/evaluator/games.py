"""The games. Each is one row: everything else asks it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from showdown.evaluator.cards import DECK, SHORT_DECK, Card, Cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE, Choice
from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    SHORT_DECK_HIGH,
    Ranking,
)


@dataclass(frozen=True, slots=True)
class Contest:
    """One thing that hands compete for: by which ranking, with which cards.

    `boards` are the places, among the game's boards, of those that may play: of several a hand
    plays one. Empty: no board plays.
    """

    name: str
    ranking: Ranking
    choice: Choice
    boards: tuple[int, ...] = (0,)

    def combinations(self, hole: Cards, boards: tuple[Cards, ...]) -> Iterator[Cards]:
        """What a player may play, given the hole cards and all boards of the deal."""
        played = [boards[place] for place in self.boards if place < len(boards)] or [()]
        return chain.from_iterable(self.choice.combinations(hole, board) for board in played)


class Family(StrEnum):
    """How a game is dealt: it decides in which order tied players take odd chips."""

    BOARD = "board"
    DRAW = "draw"
    STUD = "stud"


type Part = tuple[Contest, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The rules of one game.

    `number` stands for it in the record: it is given once and never again. `hole` counts a
    player's own cards, `boards` those of each board. A pot is divided among `parts`, and each
    part among its contests; their order is that in which odd chips go. In a stud game that runs
    out of cards the last one is shared: then each hand has one card less, and the board has one.
    """

    number: int
    slug: str
    name: str
    family: Family
    hole: int
    players: range
    parts: tuple[Part, ...]
    boards: tuple[int, ...] = ()
    deck: Cards = DECK
    aliases: tuple[str, ...] = ()
    x_is_ten: bool = False  # an X may stand for the ten
    contests: tuple[Contest, ...] = field(init=False)
    deck_set: frozenset[Card] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "contests", tuple(chain.from_iterable(self.parts)))
        object.__setattr__(self, "deck_set", frozenset(self.deck))

    def __str__(self) -> str:
        return self.name

    @property
    def board(self) -> int:
        """How many cards all boards have together."""
        return sum(self.boards)

    @property
    def may_share_last_card(self) -> bool:
        return self.family is Family.STUD and self.hole * self.players[-1] > len(self.deck)

    def contest(self, name: str) -> Contest | None:
        """The contest of this name."""
        return next((contest for contest in self.contests if contest.name == name), None)


def _up_to(most: int, *, least: int = 2) -> range:
    return range(least, most + 1)


_OMAHA_HIGH = Contest("high", HIGH, TWO_AND_THREE)
_OMAHA_LOW = Contest("low", EIGHT_OR_BETTER, TWO_AND_THREE)
_HIGH = Contest("high", HIGH, ANY_FIVE)

_GAMES = (
    Game(
        number=1,
        slug="omaha-hilo",
        name="Omaha Hi/Lo",
        family=Family.BOARD,
        hole=4,
        boards=(5,),
        players=_up_to(11),
        parts=((_OMAHA_HIGH, _OMAHA_LOW),),
        aliases=("PLO8", "O8", "Omaha eight or better"),
    ),
    Game(
        number=2,
        slug="omaha",
        name="Omaha",
        family=Family.BOARD,
        hole=4,
        boards=(5,),
        players=_up_to(11),
        parts=((_OMAHA_HIGH,),),
        aliases=("PLO", "Omaha high"),
    ),
    Game(
        number=3,
        slug="five-card-omaha-hilo",
        name="Five-card Omaha Hi/Lo",
        family=Family.BOARD,
        hole=5,
        boards=(5,),
        players=_up_to(9),
        parts=((_OMAHA_HIGH, _OMAHA_LOW),),
        aliases=("Big O", "5-card PLO8", "Courchevel Hi/Lo"),
    ),
    Game(
        number=4,
        slug="five-card-omaha",
        name="Five-card Omaha",
        family=Family.BOARD,
        hole=5,
        boards=(5,),
        players=_up_to(9),
        parts=((_OMAHA_HIGH,),),
        aliases=("5-card PLO", "PLO5", "Courchevel"),
    ),
    Game(
        number=5,
        slug="six-card-omaha-hilo",
        name="Six-card Omaha Hi/Lo",
        family=Family.BOARD,
        hole=6,
        boards=(5,),
        players=_up_to(7),
        parts=((_OMAHA_HIGH, _OMAHA_LOW),),
        aliases=("6-card PLO8",),
    ),
    Game(
        number=6,
        slug="six-card-omaha",
        name="Six-card Omaha",
        family=Family.BOARD,
        hole=6,
        boards=(5,),
        players=_up_to(7),
        parts=((_OMAHA_HIGH,),),
        aliases=("6-card PLO", "PLO6"),
    ),
    Game(
        number=7,
        slug="holdem",
        name="Texas Hold'em",
        family=Family.BOARD,
        hole=2,
        boards=(5,),
        players=_up_to(11, least=1),
        parts=((_HIGH,),),
        aliases=("Hold'em", "NLHE", "Texas"),
        x_is_ten=True,
    ),
    Game(
        number=8,
        slug="badugi",
        name="Badugi",
        family=Family.DRAW,
        hole=4,
        players=_up_to(13),
        parts=((Contest("badugi", BADUGI, SUBSET),),),
        aliases=("Badougi",),
    ),
    Game(
        number=9,
        slug="seven-card-stud",
        name="Seven-card Stud",
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=((_HIGH,),),
        aliases=("Stud", "7-card stud"),
    ),
    Game(
        number=10,
        slug="stud-hilo",
        name="Stud Hi/Lo",
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=((_HIGH, Contest("low", EIGHT_OR_BETTER, ANY_FIVE)),),
        aliases=("Stud eight", "Stud 8", "Stud eight or better"),
    ),
    Game(
        number=11,
        slug="razz",
        name="Razz",
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=((Contest("low", ACE_TO_FIVE, ANY_FIVE),),),
    ),
    Game(
        number=12,
        slug="deuce-to-seven",
        name="Deuce to Seven",
        family=Family.DRAW,
        hole=5,
        players=_up_to(7),
        parts=((Contest("low", DEUCE_TO_SEVEN, ALL_OWN, boards=()),),),
        aliases=("2-7", "Deuce to seven lowball", "Kansas City", "2-7 triple draw"),
    ),
    Game(
        number=13,
        slug="double-board-omaha",
        name="Double-board Omaha",
        family=Family.BOARD,
        hole=4,
        boards=(5, 5),
        players=_up_to(8),
        parts=(
            (Contest("high of board 1", HIGH, TWO_AND_THREE, boards=(0,)),),
            (Contest("high of board 2", HIGH, TWO_AND_THREE, boards=(1,)),),
        ),
        aliases=("Double-board PLO", "Bomb pot PLO"),
    ),
    Game(
        number=14,
        slug="short-deck",
        name="Short Deck",
        family=Family.BOARD,
        hole=2,
        boards=(5,),
        deck=SHORT_DECK,
        players=_up_to(9),
        parts=((Contest("high", SHORT_DECK_HIGH, ANY_FIVE),),),
        aliases=("6+", "Six plus", "6+ Hold'em", "Short-deck Hold'em"),
    ),
)

GAMES: dict[str, Game] = {game.slug: game for game in _GAMES}

OMAHA_HILO = GAMES["omaha-hilo"]

_BY_ALIAS = {
    name.lower(): game for game in _GAMES for name in (game.slug, game.name, *game.aliases)
}


def find_game(text: str) -> Game:
    """The game of this slug, name or alias, in any case. Raises UnknownGame."""
    try:
        return _BY_ALIAS[text.strip().lower()]
    except KeyError:
        raise UnknownGame(text=text, known=tuple(GAMES), field="game") from None
