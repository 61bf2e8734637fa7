"""Decks that make a pattern likelier: fewer ranks, low ones, or the same ranks in two hands."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import ACE
from showdown.evaluator.games import Game
from showdown.trainer.draw import Draw

_SPARE = 4
"""How many cards more than needed a stacked deck has at least."""

type Order = Callable[[Draw], list[int]]
"""The ranks in the order in which they come into the deck."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A way to stack a deck: which `ranks` come first, and how many at `least`.

    `twins`: the second player gets the ranks of the first, in other suits.
    """

    ranks: Order
    least: int = 13
    twins: bool = False

    def deals(self, game: Game, players: int, count: int, draw: Draw) -> NDArray[np.uint8]:
        """At most so many deals, (n, width), in the layout of `bulk.evaluate`."""
        width = players * game.hole + game.board
        cards = self._cards(game, width, draw)
        deals = draw.deals(cards, count, width)
        return _with_twins(deals, game.hole, draw) if self.twins and players > 1 else deals

    def _cards(self, game: Game, needed: int, draw: Draw) -> NDArray[np.uint8]:
        by_rank = [[card.number for card in game.deck if card.rank == r] for r in self.ranks(draw)]
        cards: list[int] = []
        for place, numbers in enumerate(numbers for numbers in by_rank if numbers):
            if place >= self.least and len(cards) >= needed + _SPARE:
                break
            cards += numbers
        return np.array(cards, np.uint8)


def _with_twins(deals: NDArray[np.uint8], hole: int, draw: Draw) -> NDArray[np.uint8]:
    """The deals in which no card comes twice once the second hand is made of the first."""
    first = deals[:, :hole]
    suits = (first + draw.turns(len(deals), hole)) & np.uint8(3)
    twins = deals.copy()
    twins[:, hole : 2 * hole] = (first & np.uint8(0xFC)) | suits
    in_order = np.sort(twins, axis=1)
    possible: NDArray[np.uint8] = twins[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
    return possible


def _as_they_are(draw: Draw) -> list[int]:
    return list(range(13))


def _low_first(draw: Draw) -> list[int]:
    return [ACE, *range(12)]


def _from_any(draw: Draw) -> list[int]:
    """Neighbours, from any rank on."""
    first = draw.below(13)
    return [(first + place) % 13 for place in range(13)]


WHOLE = Stack(_as_they_are)
LOW = Stack(_low_first, least=8)
WHEEL = Stack(_low_first, least=5)
FEW = Stack(_from_any, least=7)
FEWEST = Stack(_from_any, least=3)
TWINS = Stack(_as_they_are, twins=True)
LOW_TWINS = Stack(_low_first, least=8, twins=True)
