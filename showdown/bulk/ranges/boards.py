"""Count two ranges of two-card hands on every board.

On each board, every hand is evaluated once. Then the hands are traversed by strength, the weakest
first, with running sums of the weights of weaker hands, in total and by card. A hand beats all
weaker hands of the other range, minus those with its first card, minus those with its second card.
Nothing is subtracted twice, because the only hand with both cards is the identical hand, which
ties. So the time is proportional to the number of hands, not to the number of pairs of hands. The
results of each hand are counted too.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import (
    BOARD,
    CARDS,
    HOLE,
    MOST_WEIGHT,
    Combos,
    Masks,
    TooHeavyToCount,
    Whole,
    cards_of,
    hands_of,
    indices_among,
    weight_apart,
    weights_of,
)
from showdown.bulk.loading import kernels
from showdown.bulk.lookup_tables import PAIR_NUMBERS, Bytes
from showdown.bulk.ranges.many import Counts, flush_columns, tables_of
from showdown.bulk.tally import HandCounts
from showdown.evaluator.games import Contest

_STRENGTHS = 8192
"""A number above all strengths; a multiple of 64."""


class _Hands(NamedTuple):
    """Two-card hands (n).

    `pairs` (n) are indices of their ranks in PAIRS. `suited` (4, n) is the column, in the table of
    flushes, for the hand's cards of each suit. `low` and `high` (n) are their cards.
    """

    masks: Masks
    pairs: Bytes
    suited: Bytes
    low: Bytes
    high: Bytes


class _Counts(NamedTuple):
    """The sums that the kernel adds to: see `count_boards`."""

    won: Whole
    tied: Whole
    by_category: Whole
    by_card: Whole


def count_ranges(
    contest: Contest, first: Combos, second: Combos, board: Sequence[int], stub: Sequence[int]
) -> tuple[Counts, tuple[HandCounts, ...]]:
    """Count the wins of two ranges on every board, in total and for each hand.

    `board` contains the known board cards, and `stub` all other cards that aren't dead, including
    those in hands. Raise TooHeavyToCount if the weights are too large.
    """
    # A card that every hand of a range contains can't come.
    held = [int(np.bitwise_and.reduce(combos.masks)) for combos in (first, second)]
    free = [card for card in stub if not (held[0] | held[1]) >> card & 1]
    coming = hands_of(free, BOARD - len(board))
    if int(first.weights.sum()) * int(second.weights.sum()) * len(coming) >= MOST_WEIGHT:
        raise TooHeavyToCount
    masks = np.union1d(first.masks, second.masks)
    weights = np.stack([weights_of(masks, combos) for combos in (first, second)])
    tables = tables_of((contest,))
    cards = cards_of(masks, HOLE)
    low, high = np.ascontiguousarray(cards.T)
    is_low, is_high = (cards.T & 3)[:, None] == np.arange(4)[:, None]
    suited = flush_columns()[is_low << 1 | is_high, low >> 2, high >> 2]
    counts = _Counts(
        won=np.zeros(weights.shape, np.int64),
        tied=np.zeros(weights.shape, np.int64),
        by_category=np.zeros((int(tables.category.max()) + 1, 4), np.int64),
        by_card=np.zeros((CARDS, 4), np.int64),
    )
    kernels().boards.count_boards(
        _Hands(masks, PAIR_NUMBERS[low >> 2, high >> 2], suited, low, high),
        weights,
        np.array(board, np.uint8),
        coming,
        tables,
        empty_lists(len(masks)),
        np.zeros((CARDS + 1, 2), np.int64),
        counts,
    )
    boards = comb(len(stub) - 2 * HOLE, BOARD - len(board))
    hands = tuple(
        HandCounts.from_counts(
            own,
            counts.won[side][indices_among(masks, own.masks)],
            counts.tied[side][indices_among(masks, own.masks)],
            weight_apart(own.masks, other) * boards,
        )
        for side, (own, other) in enumerate(((first, second), (second, first)))
    )
    by_winners = counts.by_category.sum(axis=0)
    return Counts(by_winners, counts.by_category[None], counts.by_card), hands


def empty_lists(hands: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Masks]:
    """Return linked lists of hands by strength, in which the kernels sort the hands of a board.

    The first array is the first hand of each strength, or -1, and the second one the next hand of
    the same strength, or -1. The third one contains a bit for each strength with a hand.
    """
    head = np.full(_STRENGTHS, -1, np.int32)
    return head, np.zeros(hands, np.int32), np.zeros(_STRENGTHS // 64, np.uint64)
