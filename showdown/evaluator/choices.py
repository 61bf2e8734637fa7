"""Choices: the combinations of hole cards and board cards that a player may play.

Choices apply to cards and to anything that represents cards: positions, ranks, weights.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product, starmap
from operator import add
from typing import Any

type Alternatives = Iterable[tuple[Any, ...]]
"""The alternatives for one part of a combination, each as a tuple of cards."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule for choosing cards.

    `parts` returns an iterable of tuples for each part, given the hole cards and the board; a
    combination joins one tuple of each. `hole_count` and `board_count` are the numbers of hole
    cards and board cards that must play, if the rule fixes them. `tempting_choice` is the choice of
    a player who forgets this rule. If `plays_fewer`, combinations differ in size, because cards
    that repeat a rank or a suit don't play (Badugi).
    """

    name: str
    parts: Callable[[tuple[Any, ...], tuple[Any, ...]], tuple[Alternatives, ...]]
    tempting_choice: "Choice | None" = None
    plays_fewer: bool = False
    hole_count: int = 0
    board_count: int = 0

    def combinations[T](self, hole: tuple[T, ...], board: tuple[T, ...]) -> Iterable[tuple[T, ...]]:
        """Return the combinations that may be played."""
        return _combine_parts(self.parts(hole, board))

    def sums(self, hole: tuple[int, ...], board: tuple[int, ...]) -> Iterable[int]:
        """Return the sums of the combinations of these numbers, in the order of `combinations`."""
        return _combine_parts([map(sum, part) for part in self.parts(hole, board)])


def _combine_parts(parts: Sequence[Iterable[Any]]) -> Iterable[Any]:
    return parts[0] if len(parts) == 1 else starmap(add, product(*parts))


def _two_and_three(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Alternatives, ...]:
    return combinations(hole, 2), combinations(board, 3)


def _any_five(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Alternatives, ...]:
    # Of combinations that tie, the first plays: a board card rather than an equal hole card.
    return (combinations(board + hole, 5),)


def _all_own(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Alternatives, ...]:
    return ((hole,),)


def _subset(hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Alternatives, ...]:
    cards = hole + board
    sizes = range(min(4, len(cards)), 0, -1)
    return (chain.from_iterable(combinations(cards, size) for size in sizes),)


ANY_FIVE = Choice("any five", _any_five)
"""Hold'em and stud: any five of all the cards."""

TWO_AND_THREE = Choice(
    "two and three", _two_and_three, tempting_choice=ANY_FIVE, hole_count=2, board_count=3
)
"""Omaha: exactly two hole cards and three cards of one board."""

ALL_OWN = Choice("all", _all_own)
"""Five-card games: all of the player's own cards."""

SUBSET = Choice("subset", _subset, plays_fewer=True)
"""Badugi: one to four of the player's cards."""
