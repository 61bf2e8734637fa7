"""Stack decks so that a pattern becomes more likely."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import ACE
from showdown.evaluator.games import Game
from showdown.trainer.random_source import RandomSource

_MIN_SPARE_CARDS = 4
"""Minimum number of cards that a stacked deck has beyond those that are dealt."""

type Deals = NDArray[np.uint8]
type RankOrder = Callable[[RandomSource], list[int]]
"""A function that returns ranks in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A deck of few ranks: the first `min_ranks` of `ranks`, and more if the deal needs more cards.

    If `has_twins`, two hands have cards of the same ranks, except for `unlike_cards` cards of each;
    at least one rank is the same. Only these hands and the boards come from this deck; the other
    hands come from all remaining cards. If `held_ranks` is given, one hand has a card of each of
    the ranks that it returns.
    """

    ranks: RankOrder
    min_ranks: int = 13
    has_twins: bool = False
    unlike_cards: int = 0
    held_ranks: RankOrder | None = None

    def deals(self, game: Game, players: int, count: int, rng: RandomSource) -> Deals:
        """Return at most `count` deals: an array (n, width) in the layout of `bulk.evaluate`."""
        if self.held_ranks:
            return self._deal_held_ranks(self.held_ranks(rng), game, players, count, rng)
        dealt = min(players, 2) if self.has_twins else players
        width = dealt * game.hole + game.board
        deals = rng.deals(self._stacked_cards(game, width, rng), count, width)
        alike = max(1, game.hole - self.unlike_cards)
        return _add_twins(deals, alike, game, players, rng) if self.has_twins else deals

    def _deal_held_ranks(
        self, ranks: Sequence[int], game: Game, players: int, count: int, rng: RandomSource
    ) -> Deals:
        """Deal a random card of each of these ranks to one of the hands."""
        choices = [cards for rank in ranks if (cards := _card_numbers(game, [rank]))]
        dealt_cards = np.array([rng.pick(cards) for cards in choices], np.uint8)
        width = players * game.hole + game.board
        others = np.setdiff1d(self._stacked_cards(game, width, rng), dealt_cards)
        deals = np.hstack(
            [np.tile(dealt_cards, (count, 1)), rng.deals(others, count, width - len(dealt_cards))]
        )
        hands = [deals[:, seat * game.hole :][:, : game.hole] for seat in range(players)]
        hands[0] = hands[0][:, rng.shuffled(range(game.hole))]
        return np.hstack([*rng.shuffled(hands), deals[:, players * game.hole :]])

    def _stacked_cards(self, game: Game, needed: int, rng: RandomSource) -> Deals:
        cards_of_ranks = [_card_numbers(game, [rank]) for rank in self.ranks(rng)]
        cards: list[int] = []
        for index, numbers in enumerate(numbers for numbers in cards_of_ranks if numbers):
            if index >= self.min_ranks and len(cards) >= needed + _MIN_SPARE_CARDS:
                break
            cards += numbers
        return np.array(cards, np.uint8)


@dataclass(frozen=True, slots=True)
class Blocks:
    """A deck in blocks of four ranks, so that every hand of five cards has a pair."""

    def deals(self, game: Game, players: int, count: int, rng: RandomSource) -> Deals:
        """Return `count` deals in the layout of `Stack.deals`."""
        ranks = rng.shuffled(range(13))
        blocks = [_card_numbers(game, ranks[index : index + 4]) for index in range(0, 13, 4)]
        dealt = [rng.deals(np.array(block, np.uint8), count, len(block)) for block in blocks]
        ends = [len(block) // game.hole * game.hole for block in blocks]
        hands = [cards[:, :end] for cards, end in zip(dealt, ends, strict=True)]
        left_over = [cards[:, end:] for cards, end in zip(dealt, ends, strict=True)][::-1]
        return np.hstack([*hands, *left_over])[:, : players * game.hole + game.board]


def _card_numbers(game: Game, ranks: Sequence[int]) -> list[int]:
    return [card.number for rank in ranks for card in game.deck if card.rank == rank]


def _add_twins(deals: Deals, alike: int, game: Game, players: int, rng: RandomSource) -> Deals:
    """Return deals with two hands that have `alike` cards of the same ranks.

    Deals with a duplicate card are dropped.
    """
    hole = game.hole
    if players < 2:
        return deals
    suits = (deals[:, :alike] + rng.suit_shifts(len(deals), alike)) & np.uint8(3)
    deals[:, hole : hole + alike] = (deals[:, :alike] & np.uint8(0xFC)) | suits
    ascending = np.sort(deals, axis=1)
    deals = deals[(ascending[:, 1:] != ascending[:, :-1]).all(axis=1)]
    others = rng.other_cards(deals, _card_numbers(game, range(13)), (players - 2) * hole)
    hands = [deals[:, rng.shuffled(range(hole))], deals[:, hole : 2 * hole]]
    hands += [others[:, index : index + hole] for index in range(0, others.shape[1], hole)]
    return np.hstack([*rng.shuffled(hands), deals[:, 2 * hole :]])


def _fixed_order(ranks: Iterable[int]) -> RankOrder:
    order = list(ranks)
    return lambda rng: order


def _three_in_a_row(rng: RandomSource) -> list[int]:
    first = rng.integer_below(11)
    return [first, first + 1, first + 2]


def _ascend_from_random_rank(rng: RandomSource) -> list[int]:
    """Return all ranks in ascending order, from a random one."""
    first = rng.integer_below(13)
    return [(first + index) % 13 for index in range(13)]


_LOW_FIRST = _fixed_order((ACE, *range(12)))
_ASCENDING = _fixed_order(range(13))

WHOLE_DECK = Stack(ranks=_ASCENDING)
LOW_RANKS = Stack(ranks=_LOW_FIRST, min_ranks=8)
ACE_DEUCE = Stack(ranks=_LOW_FIRST, min_ranks=8, held_ranks=_fixed_order((ACE, 0)))
THREE_IN_A_ROW = Stack(ranks=_ASCENDING, held_ranks=_three_in_a_row)
WHEEL_RANKS = Stack(ranks=_LOW_FIRST, min_ranks=5)
FEW_RANKS = Stack(ranks=_ascend_from_random_rank, min_ranks=7)
FEWEST_RANKS = Stack(ranks=_ascend_from_random_rank, min_ranks=3)
TWINS = Stack(ranks=_ASCENDING, has_twins=True)
LOW_TWINS = Stack(ranks=_LOW_FIRST, min_ranks=8, has_twins=True)
ALL_BUT_ONE_ALIKE = Stack(ranks=_ASCENDING, has_twins=True, unlike_cards=1)
HIGH_ALL_BUT_ONE_ALIKE = Stack(
    ranks=_fixed_order(range(12, -1, -1)), min_ranks=9, has_twins=True, unlike_cards=1
)
ALL_BUT_THREE_ALIKE = Stack(ranks=_ASCENDING, has_twins=True, unlike_cards=3)
PAIRED_HANDS = Blocks()
