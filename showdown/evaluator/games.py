"""The games: data, and for each the rule by which a player's hands are chosen.

The rules choose from cards, and as well from anything that stands for them (positions, ranks).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from reprlib import repr as short
from typing import Any

from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.rankings import BADUGI, EIGHT_OR_BETTER, HIGH, Ranking

type Choice = Callable[[tuple[Any, ...], tuple[Any, ...]], Iterator[tuple[Any, ...]]]
"""Yields the combinations that may be chosen from the hole cards and the board."""


def two_and_three[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Omaha: exactly two hole cards and three board cards."""
    for own, shared in product(combinations(hole, 2), combinations(board, 3)):
        yield own + shared


def any_five[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Hold'em: any five of all the cards, the board alone too."""
    return combinations(hole + board, 5)


def any_subset[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Badugi: any of one's own cards."""
    cards = hole + board
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards), 0, -1))


@dataclass(frozen=True, slots=True)
class Pot:
    """What a game awards, and by which ranking: `high` or `low`."""

    name: str
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game. `hole` and `board` count cards; `rule` is said to people."""

    slug: str
    name: str
    hole: int
    board: int
    players: range
    choice: Choice
    pots: tuple[Pot, ...]
    rule: str

    def __str__(self) -> str:
        return self.name


_HIGH = Pot("high", HIGH)
_LOW = Pot("low", EIGHT_OR_BETTER)

_TWO_AND_THREE = "Exactly two hole cards play with exactly three board cards."
_HI_LO = (
    " High and low are chosen separately; a low needs five different ranks, eight or lower,"
    " and without one the high takes all."
)


def _omaha(slug: str, name: str, *, hole: int, most: int, low: bool) -> Game:
    return Game(
        slug=slug,
        name=name,
        hole=hole,
        board=5,
        players=range(2, most + 1),
        choice=two_and_three,
        pots=(_HIGH, _LOW) if low else (_HIGH,),
        rule=_TWO_AND_THREE + (_HI_LO if low else ""),
    )


GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        _omaha("omaha-hilo", "Omaha Hi/Lo", hole=4, most=11, low=True),
        _omaha("omaha", "Omaha", hole=4, most=11, low=False),
        _omaha("five-card-omaha-hilo", "Five-card Omaha Hi/Lo", hole=5, most=9, low=True),
        _omaha("five-card-omaha", "Five-card Omaha", hole=5, most=9, low=False),
        _omaha("six-card-omaha-hilo", "Six-card Omaha Hi/Lo", hole=6, most=7, low=True),
        _omaha("six-card-omaha", "Six-card Omaha", hole=6, most=7, low=False),
        Game(
            slug="holdem",
            name="Texas Hold'em",
            hole=2,
            board=5,
            players=range(1, 11),
            choice=any_five,
            pots=(_HIGH,),
            rule="The best five of the seven cards play: two, one or none of one's own.",
        ),
        Game(
            slug="badugi",
            name="Badugi",
            hole=4,
            board=0,
            players=range(2, 14),
            choice=any_subset,
            pots=(Pot("low", BADUGI),),
            rule=(
                "The most cards of different ranks and different suits play,"
                " then the lowest, highest card first; the ace is low."
            ),
        ),
    )
}

OMAHA_HILO = GAMES["omaha-hilo"]


def find_game(slug: str) -> Game:
    """The game of this name. Raises UnknownGame."""
    try:
        return GAMES[slug]
    except KeyError:
        known = ", ".join(GAMES)
        raise UnknownGame(
            f"{short(slug)} is no game here; there are {known}", field="game"
        ) from None
