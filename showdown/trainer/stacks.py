"""Stack decks so that a pattern becomes more likely."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import ACE
from showdown.evaluator.games import Game
from showdown.trainer.random_source import RandomSource

_MIN_SPARE_CARDS = 4
"""Minimum number of cards that a stacked deck has beyond those that are dealt."""

type Deals = NDArray[np.uint8]
"""Deals (n, width) in the layout of `bulk.evaluation.evaluate`."""
type Stack = Callable[[Game, int, int, RandomSource], Deals]
"""A function of game, number of players, maximum number of deals, and random source."""
type RankOrder = Callable[[RandomSource], list[int]]
"""A function that returns ranks in order."""


def _deal_few_ranks(
    game: Game, players: int, count: int, rng: RandomSource, *, ranks: RankOrder, min_ranks: int
) -> Deals:
    """Deal cards of the first `min_ranks` ranks, and of further ranks if a deal needs more."""
    width = players * game.hole + game.board
    return rng.deals(_stack_cards(game, width, ranks(rng), min_ranks), count, width)


def _deal_held_ranks(
    game: Game,
    players: int,
    count: int,
    rng: RandomSource,
    *,
    held_ranks: RankOrder,
    ranks: RankOrder,
    min_ranks: int,
) -> Deals:
    """Deal one hand a card of each of the `held_ranks`, and all other cards from few ranks."""
    choices = [cards for rank in held_ranks(rng) if (cards := _card_numbers(game, [rank]))]
    held_cards = np.array([rng.pick(cards) for cards in choices], np.uint8)
    width = players * game.hole + game.board
    other_cards = np.setdiff1d(_stack_cards(game, width, ranks(rng), min_ranks), held_cards)
    deals = np.hstack(
        [np.tile(held_cards, (count, 1)), rng.deals(other_cards, count, width - len(held_cards))]
    )
    hands = [deals[:, seat * game.hole :][:, : game.hole] for seat in range(players)]
    hands[0] = hands[0][:, rng.shuffled(range(game.hole))]
    return np.hstack([*rng.shuffled(hands), deals[:, players * game.hole :]])


def _deal_twins(
    game: Game,
    players: int,
    count: int,
    rng: RandomSource,
    *,
    ranks: RankOrder,
    min_ranks: int = 13,
    unlike_cards: int = 0,
) -> Deals:
    """Deal two hands of the same ranks, except for `unlike_cards` cards of each.

    At least one rank is the same. These hands and the boards are dealt from few ranks, the other
    hands from all remaining cards. Deals with a duplicate card are dropped.
    """
    hole, alike_cards = game.hole, max(1, game.hole - unlike_cards)
    deals = _deal_few_ranks(game, 2, count, rng, ranks=ranks, min_ranks=min_ranks)
    suits = (deals[:, :alike_cards] + rng.suit_shifts(len(deals), alike_cards)) & np.uint8(3)
    deals[:, hole : hole + alike_cards] = (deals[:, :alike_cards] & np.uint8(0xFC)) | suits
    sorted_deals = np.sort(deals, axis=1)
    deals = deals[(sorted_deals[:, 1:] != sorted_deals[:, :-1]).all(axis=1)]
    others = rng.other_cards(deals, _card_numbers(game, range(13)), (players - 2) * hole)
    hands = [deals[:, rng.shuffled(range(hole))], deals[:, hole : 2 * hole]]
    hands += [others[:, index : index + hole] for index in range(0, others.shape[1], hole)]
    return np.hstack([*rng.shuffled(hands), deals[:, 2 * hole :]])


def deal_paired_hands(game: Game, players: int, count: int, rng: RandomSource) -> Deals:
    """Deal each hand from few ranks, so that every hand of five cards has a pair."""
    ranks = rng.shuffled(range(13))
    blocks = [_card_numbers(game, ranks[index : index + 4]) for index in range(0, 13, 4)]
    dealt_blocks = [rng.deals(np.array(block, np.uint8), count, len(block)) for block in blocks]
    ends = [len(block) // game.hole * game.hole for block in blocks]
    hands = [cards[:, :end] for cards, end in zip(dealt_blocks, ends, strict=True)]
    left_over_cards = [cards[:, end:] for cards, end in zip(dealt_blocks, ends, strict=True)][::-1]
    return np.hstack([*hands, *left_over_cards])[:, : players * game.hole + game.board]


def _stack_cards(game: Game, width: int, ranks: Sequence[int], min_ranks: int) -> NDArray[np.uint8]:
    """Return the numbers of the cards of at least `min_ranks` ranks, and enough for a deal."""
    cards_of_ranks = [_card_numbers(game, [rank]) for rank in ranks]
    cards: list[int] = []
    for index, numbers in enumerate(numbers for numbers in cards_of_ranks if numbers):
        if index >= min_ranks and len(cards) >= width + _MIN_SPARE_CARDS:
            break
        cards += numbers
    return np.array(cards, np.uint8)


def _card_numbers(game: Game, ranks: Sequence[int]) -> list[int]:
    return [card.number for rank in ranks for card in game.deck if card.rank == rank]


def _fixed_order(ranks: Iterable[int]) -> RankOrder:
    order = list(ranks)
    return lambda rng: order


def _three_in_a_row(rng: RandomSource) -> list[int]:
    first = rng.integer_below(11)
    return [first, first + 1, first + 2]


def _ascend_from_random_rank(rng: RandomSource) -> list[int]:
    """Return all ranks in cyclic ascending order, starting with a random rank."""
    first = rng.integer_below(13)
    return [(first + index) % 13 for index in range(13)]


_LOW_FIRST = _fixed_order((ACE, *range(12)))
_ASCENDING = _fixed_order(range(13))
_HIGH_FIRST = _fixed_order(range(12, -1, -1))
_ACE_AND_DEUCE = _fixed_order((ACE, 0))

WHOLE_DECK = partial(_deal_few_ranks, ranks=_ASCENDING, min_ranks=13)
LOW_RANKS = partial(_deal_few_ranks, ranks=_LOW_FIRST, min_ranks=8)
WHEEL_RANKS = partial(_deal_few_ranks, ranks=_LOW_FIRST, min_ranks=5)
FEW_RANKS = partial(_deal_few_ranks, ranks=_ascend_from_random_rank, min_ranks=7)
FEWEST_RANKS = partial(_deal_few_ranks, ranks=_ascend_from_random_rank, min_ranks=3)
ACE_DEUCE = partial(_deal_held_ranks, held_ranks=_ACE_AND_DEUCE, ranks=_LOW_FIRST, min_ranks=8)
THREE_IN_A_ROW = partial(
    _deal_held_ranks, held_ranks=_three_in_a_row, ranks=_ASCENDING, min_ranks=13
)
TWINS = partial(_deal_twins, ranks=_ASCENDING)
LOW_TWINS = partial(_deal_twins, ranks=_LOW_FIRST, min_ranks=8)
ALL_BUT_ONE_ALIKE = partial(_deal_twins, ranks=_ASCENDING, unlike_cards=1)
HIGH_ALL_BUT_ONE_ALIKE = partial(_deal_twins, ranks=_HIGH_FIRST, min_ranks=9, unlike_cards=1)
ALL_BUT_THREE_ALIKE = partial(_deal_twins, ranks=_ASCENDING, unlike_cards=3)
