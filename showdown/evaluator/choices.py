"""Which combinations a player may play: each choice draws them from hole cards and a board.

Choices work on cards, and on anything that stands for cards (positions, ranks).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product, starmap
from operator import add
from typing import Any

type Combinations = Iterator[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule for choosing cards.

    `combinations` yields what may be played, given the hole cards and the board. `tempting` is the
    choice of a player who forgets the rule. `plays_fewer`: conflicting cards are left out, so fewer
    cards may play.
    """

    name: str
    combinations: Callable[[tuple[Any, ...], tuple[Any, ...]], Combinations]
    tempting: "Choice | None" = None
    plays_fewer: bool = False


def _two_and_three[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    return starmap(add, product(combinations(hole, 2), combinations(board, 3)))


def _any_five[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    return combinations(hole + board, 5)


def _all_own[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    yield hole


def _subset[T](hole: tuple[T, ...], board: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    cards = hole + board
    sizes = range(min(4, len(cards)), 0, -1)
    return chain.from_iterable(combinations(cards, size) for size in sizes)


ANY_FIVE = Choice("any five", _any_five)
"""Hold'em and stud: any five of all the cards."""

TWO_AND_THREE = Choice("two and three", _two_and_three, tempting=ANY_FIVE)
"""Omaha: exactly two hole cards and three cards of one board."""

ALL_OWN = Choice("all", _all_own)
"""Draw games: the player's own five."""

SUBSET = Choice("subset", _subset, plays_fewer=True)
"""Badugi: one to four of the cards, which are the player's own, and in stud a shared one."""
