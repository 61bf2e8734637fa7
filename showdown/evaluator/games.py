"""The games. Each is one row, and everything else reads that row."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain

from showdown.evaluator.cards import DECK, SHORT_DECK, Card, Cards, parse_cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE, Choice
from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    NOT_QUALIFIED,
    POINTS,
    SHORT_DECK_HIGH,
    Rank,
    Ranking,
)


@dataclass(frozen=True, slots=True)
class Contest:
    """One thing that hands compete for: the ranking, and the cards that may play.

    `boards` are the indices of the game's boards that may play; a hand plays one of them. If empty,
    no board plays. A hand below `least` does not qualify.
    """

    name: str
    ranking: Ranking
    choice: Choice
    boards: tuple[int, ...] = (0,)
    least: Rank = NOT_QUALIFIED

    def combinations(self, hole: Cards, boards: tuple[Cards, ...]) -> Iterator[Cards]:
        """What a player may play, given the hole cards and all boards of the deal."""
        played = self.boards_of(boards)
        return chain.from_iterable(self.choice.combinations(hole, board) for board in played)

    def boards_of(self, boards: tuple[Cards, ...]) -> list[Cards]:
        """Of all boards of the deal, those that may play; an empty one if none does."""
        return [boards[place] for place in self.boards if place < len(boards)] or [()]

    def rank(self, cards: Cards) -> Rank:
        """The rank of a combination, empty where it does not qualify."""
        rank = self.ranking.rank(cards)
        return rank if rank >= self.least else NOT_QUALIFIED


class Family(StrEnum):
    """How a game is dealt. It decides the order in which tied players take odd chips."""

    BOARD = "board"
    DRAW = "draw"
    STUD = "stud"


type Part = tuple[Contest, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The rules of one game.

    `number` stands for the game in the record, and is never reused. `hole` is the number of a
    player's own cards, `boards` the number of cards on each board. A pot is divided among `parts`,
    and each part among its contests; the first ones take odd chips first, except that some books
    let them go `by_turn`, to the contest whose winner comes first. In a stud game that runs out of
    cards the last one is shared: then each hand has one card less, and the board has one.
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
    by_turn: bool = False
    contests: tuple[Contest, ...] = field(init=False)
    deck_set: frozenset[Card] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "contests", tuple(chain.from_iterable(self.parts)))
        object.__setattr__(self, "deck_set", frozenset(self.deck))

    def __str__(self) -> str:
        return self.name

    @property
    def board(self) -> int:
        """The number of cards on all boards together."""
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
_LOW = Contest("low", EIGHT_OR_BETTER, ANY_FIVE)
_OWN_HIGH = Contest("high", HIGH, ALL_OWN, boards=())
_OWN_ACE_TO_FIVE = Contest("low", ACE_TO_FIVE, ALL_OWN, boards=())
_OWN_BADUGI = Contest("badugi", BADUGI, SUBSET, boards=())
_PAIR_OF_NINES = HIGH.rank(parse_cards("9c9d4h3s2c"))


def _of_boards(*contests: Contest) -> tuple[Part, ...]:
    """Two parts, one for each of two boards, with these contests in each."""
    return tuple(
        tuple(
            replace(contest, name=f"{contest.name} of board {board + 1}", boards=(board,))
            for contest in contests
        )
        for board in range(2)
    )


def _drawmaha(number: int, slug: str, name: str, draw: Contest, *aliases: str) -> Game:
    """A game with half the pot for the player's own five cards, and half for Omaha."""
    return Game(
        number=number,
        slug=slug,
        name=name,
        family=Family.BOARD,
        hole=5,
        boards=(5,),
        players=_up_to(7),
        parts=((replace(draw, name="draw"), replace(_OMAHA_HIGH, name="omaha")),),
        aliases=aliases,
        by_turn=True,
    )


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
        parts=((_HIGH, _LOW),),
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
        parts=_of_boards(_OMAHA_HIGH),
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
    Game(
        number=15,
        slug="holdem-hilo",
        name="Hold'em Hi/Lo",
        family=Family.BOARD,
        hole=2,
        boards=(5,),
        players=_up_to(10),
        parts=((_HIGH, _LOW),),
        aliases=("Hold'em eight or better", "Hold'em 8"),
        x_is_ten=True,
    ),
    Game(
        number=16,
        slug="short-deck-omaha",
        name="Short-deck Omaha",
        family=Family.BOARD,
        hole=4,
        boards=(5,),
        deck=SHORT_DECK,
        players=_up_to(6),
        parts=((Contest("high", SHORT_DECK_HIGH, TWO_AND_THREE),),),
        aliases=("6+ Omaha", "Six-plus Omaha"),
    ),
    Game(
        number=17,
        slug="double-board-holdem",
        name="Double-board Hold'em",
        family=Family.BOARD,
        hole=2,
        boards=(5, 5),
        players=_up_to(10),
        parts=_of_boards(_HIGH),
        aliases=("Bomb pot Hold'em",),
        x_is_ten=True,
    ),
    Game(
        number=18,
        slug="double-board-five-card-omaha",
        name="Double-board Five-card Omaha",
        family=Family.BOARD,
        hole=5,
        boards=(5, 5),
        players=_up_to(8),
        parts=_of_boards(_OMAHA_HIGH),
        aliases=("Double-board PLO5", "Bomb pot", "Bomb pot PLO5"),
    ),
    Game(
        number=19,
        slug="double-board-omaha-hilo",
        name="Double-board Omaha Hi/Lo",
        family=Family.BOARD,
        hole=4,
        boards=(5, 5),
        players=_up_to(8),
        parts=_of_boards(_OMAHA_HIGH, _OMAHA_LOW),
        aliases=("Double-board PLO8",),
    ),
    Game(
        number=20,
        slug="ultimate-big-o",
        name="Ultimate Big O",
        family=Family.BOARD,
        hole=5,
        boards=(5, 5),
        players=_up_to(8),
        parts=((replace(_OMAHA_HIGH, boards=(0, 1)), replace(_OMAHA_LOW, boards=(0, 1))),),
    ),
    Game(
        number=21,
        slug="stud-hilo-regular",
        name="Stud Hi/Lo Regular",
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=((_HIGH, Contest("low", ACE_TO_FIVE, ANY_FIVE)),),
        aliases=("Stud Hi/Lo without a qualifier", "Stud no qualifier"),
    ),
    Game(
        number=22,
        slug="deuce-to-seven-razz",
        name="Deuce to Seven Razz",
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=((Contest("low", DEUCE_TO_SEVEN, ANY_FIVE),),),
        aliases=("2-7 razz",),
    ),
    Game(
        number=23,
        slug="razzdugi",
        name="Razzdugi",
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=((Contest("low", ACE_TO_FIVE, ANY_FIVE), Contest("badugi", BADUGI, SUBSET)),),
    ),
    Game(
        number=24,
        slug="five-card-stud",
        name="Five-card Stud",
        family=Family.STUD,
        hole=5,
        players=_up_to(10),
        parts=((_OWN_HIGH,),),
        aliases=("5-card stud",),
    ),
    Game(
        number=25,
        slug="five-card-draw",
        name="Five-card Draw",
        family=Family.DRAW,
        hole=5,
        players=_up_to(6),
        parts=((_OWN_HIGH,),),
        aliases=("5-card draw", "Draw"),
    ),
    Game(
        number=26,
        slug="ace-to-five",
        name="Ace to Five",
        family=Family.DRAW,
        hole=5,
        players=_up_to(6),
        parts=((_OWN_ACE_TO_FIVE,),),
        aliases=("A-5", "A-5 triple draw", "Ace-to-five lowball", "California lowball", "Lowball"),
    ),
    Game(
        number=27,
        slug="badacey",
        name="Badacey",
        family=Family.DRAW,
        hole=5,
        players=_up_to(6),
        parts=((_OWN_ACE_TO_FIVE, _OWN_BADUGI),),
        by_turn=True,
    ),
    Game(
        number=28,
        slug="badeucey",
        name="Badeucey",
        family=Family.DRAW,
        hole=5,
        players=_up_to(6),
        parts=(
            (
                Contest("low", DEUCE_TO_SEVEN, ALL_OWN, boards=()),
                Contest("badugi", BADUGI_ACE_HIGH, SUBSET, boards=()),
            ),
        ),
        by_turn=True,
    ),
    Game(
        number=29,
        slug="archie",
        name="Archie",
        family=Family.DRAW,
        hole=5,
        players=_up_to(6),
        parts=(
            (
                replace(_OWN_HIGH, least=_PAIR_OF_NINES),
                Contest("low", EIGHT_OR_BETTER, ALL_OWN, boards=()),
            ),
        ),
    ),
    _drawmaha(30, "drawmaha", "Drawmaha", _OWN_HIGH, "Drawmaha high", "Sviten Special"),
    _drawmaha(
        *(31, "drawmaha-deuce-to-seven", "Drawmaha Deuce to Seven"),
        Contest("low", DEUCE_TO_SEVEN, ALL_OWN, boards=()),
        "Drawmaha 2-7",
    ),
    _drawmaha(
        *(32, "drawmaha-ace-to-five", "Drawmaha Ace to Five"), _OWN_ACE_TO_FIVE, "Drawmaha A-5"
    ),
    _drawmaha(*(33, "drawmaha-badugi", "Drawmaha Badugi"), _OWN_BADUGI, "Drawmaha dugi"),
    _drawmaha(
        *(34, "drawmaha-49", "Drawmaha 49"), Contest("points", POINTS, ALL_OWN, boards=()), "49"
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
