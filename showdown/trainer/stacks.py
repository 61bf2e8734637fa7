"""Stack decks so that a pattern becomes more likely."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import ACE
from showdown.evaluator.games import Game
from showdown.trainer.draw import Draw

_SPARE = 4
"""Minimum number of cards that a stacked deck has beyond those that are dealt."""

type Deals = NDArray[np.uint8]
type Order = Callable[[Draw], list[int]]
"""A function that returns ranks in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A deck of the first ranks in an order: at least `least`, and as many as the deal needs.

    With `twins`, two hands have the same ranks except for `unlike` cards, but at least one rank in
    common. These hands and the boards come from this deck, other hands from the remaining cards.
    `holds` returns ranks of cards that one hand has.
    """

    ranks: Order
    least: int = 13
    twins: bool = False
    unlike: int = 0
    holds: Order | None = None

    def deals(self, game: Game, players: int, count: int, draw: Draw) -> Deals:
        """Return at most `count` deals: an array (n, width) in the layout of `bulk.evaluate`."""
        if self.holds:
            return self._deal_held(self.holds(draw), game, players, count, draw)
        dealt = min(players, 2) if self.twins else players
        width = dealt * game.hole + game.board
        deals = draw.deals(self._cards(game, width, draw), count, width)
        alike = max(1, game.hole - self.unlike)
        return _add_twins(deals, alike, game, players, draw) if self.twins else deals

    def _deal_held(
        self, ranks: Sequence[int], game: Game, players: int, count: int, draw: Draw
    ) -> Deals:
        """Deal a random card of each of these ranks to one of the hands."""
        choices = [cards for rank in ranks if (cards := _numbers_of_ranks(game, [rank]))]
        held = np.array([draw.pick(cards) for cards in choices], np.uint8)
        width = players * game.hole + game.board
        others = np.setdiff1d(self._cards(game, width, draw), held)
        deals = np.hstack([np.tile(held, (count, 1)), draw.deals(others, count, width - len(held))])
        hands = [deals[:, seat * game.hole :][:, : game.hole] for seat in range(players)]
        hands[0] = hands[0][:, draw.shuffled(range(game.hole))]
        return np.hstack([*draw.shuffled(hands), deals[:, players * game.hole :]])

    def _cards(self, game: Game, needed: int, draw: Draw) -> Deals:
        cards_of_ranks = [_numbers_of_ranks(game, [rank]) for rank in self.ranks(draw)]
        cards: list[int] = []
        for index, numbers in enumerate(numbers for numbers in cards_of_ranks if numbers):
            if index >= self.least and len(cards) >= needed + _SPARE:
                break
            cards += numbers
        return np.array(cards, np.uint8)


@dataclass(frozen=True, slots=True)
class Blocks:
    """A deck in blocks of four ranks: every hand of five cards has a pair."""

    def deals(self, game: Game, players: int, count: int, draw: Draw) -> Deals:
        """Return `count` deals in the layout of `Stack.deals`."""
        ranks = draw.shuffled(range(13))
        blocks = [_numbers_of_ranks(game, ranks[index : index + 4]) for index in range(0, 13, 4)]
        dealt = [draw.deals(np.array(block, np.uint8), count, len(block)) for block in blocks]
        whole = [len(block) // game.hole * game.hole for block in blocks]
        hands = [cards[:, :end] for cards, end in zip(dealt, whole, strict=True)]
        left_over = [cards[:, end:] for cards, end in zip(dealt, whole, strict=True)][::-1]
        return np.hstack([*hands, *left_over])[:, : players * game.hole + game.board]


def _numbers_of_ranks(game: Game, ranks: Sequence[int]) -> list[int]:
    return [card.number for rank in ranks for card in game.deck if card.rank == rank]


def _add_twins(deals: Deals, alike: int, game: Game, players: int, draw: Draw) -> Deals:
    """Return deals with two hands that have `alike` cards of the same ranks.

    Deals with a duplicate card are dropped.
    """
    hole = game.hole
    if players < 2:
        return deals
    suits = (deals[:, :alike] + draw.suit_shifts(len(deals), alike)) & np.uint8(3)
    deals[:, hole : hole + alike] = (deals[:, :alike] & np.uint8(0xFC)) | suits
    ascending = np.sort(deals, axis=1)
    deals = deals[(ascending[:, 1:] != ascending[:, :-1]).all(axis=1)]
    others = draw.others(deals, _numbers_of_ranks(game, range(13)), (players - 2) * hole)
    hands = [deals[:, draw.shuffled(range(hole))], deals[:, hole : 2 * hole]]
    hands += [others[:, index : index + hole] for index in range(0, others.shape[1], hole)]
    return np.hstack([*draw.shuffled(hands), deals[:, 2 * hole :]])


def _fixed_order(ranks: Iterable[int]) -> Order:
    order = list(ranks)
    return lambda draw: order


def _three_in_a_row(draw: Draw) -> list[int]:
    first = draw.integer(11)
    return [first, first + 1, first + 2]


def _ascend_from_random_rank(draw: Draw) -> list[int]:
    """Return all ranks in ascending order, from a random one."""
    first = draw.integer(13)
    return [(first + index) % 13 for index in range(13)]


_LOW_FIRST = _fixed_order((ACE, *range(12)))
_ASCENDING = _fixed_order(range(13))

WHOLE = Stack(ranks=_ASCENDING)
LOW = Stack(ranks=_LOW_FIRST, least=8)
ACE_DEUCE = Stack(ranks=_LOW_FIRST, least=8, holds=_fixed_order((ACE, 0)))
THREE_IN_A_ROW = Stack(ranks=_ASCENDING, holds=_three_in_a_row)
WHEEL = Stack(ranks=_LOW_FIRST, least=5)
FEW = Stack(ranks=_ascend_from_random_rank, least=7)
FEWEST = Stack(ranks=_ascend_from_random_rank, least=3)
TWINS = Stack(ranks=_ASCENDING, twins=True)
LOW_TWINS = Stack(ranks=_LOW_FIRST, least=8, twins=True)
ALL_BUT_ONE_ALIKE = Stack(ranks=_ASCENDING, twins=True, unlike=1)
HIGH_ALL_BUT_ONE_ALIKE = Stack(ranks=_fixed_order(range(12, -1, -1)), least=9, twins=True, unlike=1)
ALL_BUT_THREE_ALIKE = Stack(ranks=_ASCENDING, twins=True, unlike=3)
PAIRS = Blocks()
