"""Games that nobody plays and nobody has written a loop for: what holds for them holds for a row.

Each is a shape of its own: contests that share no loop, three contests, boards that differ in
size, a contest that may choose its board, and a ranking that no table knows.
"""

from collections.abc import Iterator

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE
from showdown.evaluator.games import GAMES, Contest, Family, Game
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    Rank,
    Ranking,
)


def _most_red(cards: Cards) -> Rank:
    """How many of five cards are red, and then the highest of them."""
    red = sorted((card.rank for card in cards if card.suit in (1, 2)), reverse=True)
    return (len(red), red[0]) if red else ()


def _red_specimens() -> Iterator[Cards]:
    """For each highest red card, one to five red ones from there down, and black ones."""
    black = [Card(0, 0), Card(1, 0), Card(2, 0), Card(3, 0)]
    for rank in range(13):
        red = [Card(each, suit) for each in range(rank, -1, -1) for suit in (1, 2)]
        for count in range(1, min(len(red), 5) + 1):
            yield (*red[:count], *black[: 5 - count])


MOST_RED = Ranking(
    name="most red",
    rank=_most_red,
    specimens=_red_specimens,
    arrange=lambda cards: tuple(sorted(cards, reverse=True)),
    categories=tuple(f"{count} red" for count in range(1, 6)),
    category_of=lambda rank: rank[0] - 1,
)

MADE_UP = [
    Game(
        number=1001,
        slug="stud-high-low-badugi",
        name="Stud high, low and badugi",
        family=Family.STUD,
        hole=7,
        players=range(2, 8),
        parts=(
            (
                Contest("high", HIGH, ANY_FIVE),
                Contest("low", EIGHT_OR_BETTER, ANY_FIVE),
                Contest("badugi", BADUGI, SUBSET, boards=()),
            ),
        ),
    ),
    Game(
        number=1002,
        slug="two-boards-of-two-sizes",
        name="Two boards of two sizes",
        family=Family.BOARD,
        hole=5,
        boards=(5, 3),
        players=range(2, 7),
        parts=(
            (
                Contest("high of board 1", HIGH, TWO_AND_THREE, boards=(0,)),
                Contest("low of board 1", EIGHT_OR_BETTER, TWO_AND_THREE, boards=(0,)),
            ),
            (Contest("low of board 2", ACE_TO_FIVE, TWO_AND_THREE, boards=(1,)),),
            (Contest("own", DEUCE_TO_SEVEN, ALL_OWN, boards=()),),
        ),
    ),
    Game(
        number=1003,
        slug="best-of-either-board",
        name="Best of either board",
        family=Family.BOARD,
        hole=4,
        boards=(5, 5),
        players=range(2, 8),
        parts=(
            (
                Contest("high", HIGH, TWO_AND_THREE, boards=(0, 1)),
                Contest("low", EIGHT_OR_BETTER, TWO_AND_THREE, boards=(0, 1)),
            ),
        ),
    ),
    Game(
        number=1004,
        slug="most-red",
        name="Most red",
        family=Family.BOARD,
        hole=2,
        boards=(5,),
        players=range(2, 6),
        parts=((Contest("red", MOST_RED, ANY_FIVE),),),
    ),
]

EVERY_GAME = [*GAMES.values(), *MADE_UP]
