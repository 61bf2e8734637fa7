"""Two ranges of Omaha on every board to come, where the whole pot is for the high hand.

As in `boards`, hands are gone through by strength with running sums. Those that share cards are
taken away by inclusion and exclusion: minus those with each of the four cards, plus those with each
two, minus those with each three. So sums are kept for 23,479 sets of cards.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.candidates import every_combos, size
from showdown.bulk.columns import Strengths
from showdown.bulk.combos import Masks, cards_of, hands_of
from showdown.bulk.ranges import many
from showdown.bulk.ranges.hands import BOARD, CARDS, Whole, weights_of
from showdown.bulk.ranges.result import TwoRanges, by_card, by_category, counter
from showdown.bulk.shapes.loop import kernels
from showdown.evaluator.choices import TWO_AND_THREE
from showdown.evaluator.spots import Spot

_HOLE = 4
_LARGEST = 2**62
_STRENGTHS = 8192
_MOST_HANDS = 400_000
"""Of both players: 194,580 hands of four cards go with a turn."""
_FOR_A_BOARD, _FOR_A_HAND = 1e-2, 7e-5
"""Milliseconds, for a board, and for a hand on it."""


class _Hands(NamedTuple):
    """Hands (n): the places of each two of their cards, their subsets (15), weights (2, n)."""

    two_cards: NDArray[np.uint16]
    masks: Masks
    subsets: NDArray[np.int32]
    weights: Whole


class _Scratch(NamedTuple):
    """Room for the loop: what each two cards make; hands by strength, as in `boards`; sums."""

    of_pairs: Strengths
    head: NDArray[np.int32]
    after: NDArray[np.int32]
    filled: Masks
    below: Whole


class _Counts(NamedTuple):
    """Deals won by the first range, the second, and tied, by category and by card to come."""

    by_category: Whole
    by_card: Whole


def fits(spot: Spot) -> bool:
    """Whether these are two players with four cards each, who play two, for the high hand alone."""
    game = spot.game
    is_high = len(game.contests) == 1 and game.contests[0].choice == TWO_AND_THREE
    return is_high and game.hole == _HOLE and many.fits(game) and len(spot.holdings) == 2


def milliseconds(spot: Spot) -> float:
    """Roughly how long it takes, tables made and loops compiled; infinite if it can't be done."""
    if not fits(spot):
        return inf
    hands = sum(size(spot, seat) for seat in range(2))
    if hands > _MOST_HANDS:
        return inf
    boards = comb(len(spot.left), spot.coming[0])
    return boards * (_FOR_A_BOARD + _FOR_A_HAND * hands) / many.WORKERS


def counted(spot: Spot) -> TwoRanges:
    """The ranges against each other. Weights must not be too heavy: see `many`."""
    ranges = every_combos(spot)
    tables = many.tables_of(spot.game.contests)
    masks = np.union1d(*(combos.masks for combos in ranges))
    cards = cards_of(masks, _HOLE)
    weights = np.stack([weights_of(masks, combos) for combos in ranges])
    hands = _Hands(many.two_cards(cards), masks, _subsets(cards), weights)
    board = np.array([card.number for card in spot.boards[0]], np.uint8)
    coming = hands_of([card.number for card in spot.left], BOARD - len(board))

    def work(part: NDArray[np.uint8]) -> _Counts:
        categories = int(tables.category.max()) + 1
        counts = _Counts(np.zeros((categories, 3), np.int64), np.zeros((CARDS, 3), np.int64))
        kernels().of_four.count_boards(hands, (board, part), tables, _scratch(len(masks)), counts)
        return counts

    kernels()  # imported by one thread
    with ThreadPoolExecutor(many.WORKERS) as pool:
        parts = list(pool.map(work, np.array_split(coming, many.WORKERS)))
    categories = np.sum([part.by_category for part in parts], axis=0)
    first, second, both = categories.sum(axis=0).tolist()
    cards_to_come = np.sum([part.by_card for part in parts], axis=0)
    return TwoRanges(
        counter(first, second, both), (), by_category(categories), by_card(cards_to_come)
    )


def _subsets(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The numbers of the sets of up to three of each hand's cards (n, 15), the empty one first."""
    columns = [np.zeros(len(cards), np.int64)]
    start = 1
    for count in range(1, _HOLE):
        columns += [start + _rank(cards[:, places]) for places in combinations(range(_HOLE), count)]
        start += comb(CARDS, count)
    return np.stack(columns, axis=1).astype(np.int32)


def _rank(cards: NDArray[np.uint8]) -> Whole:
    """The number of each set of cards (n, k), given in ascending order: the sum of C(card, place).

    This is the combinatorial number system.
    """
    choose = np.array([[comb(card, k + 1) for card in range(CARDS)] for k in range(cards.shape[1])])
    found: Whole = choose[np.arange(cards.shape[1]), cards].sum(axis=1)
    return found


def _scratch(hands: int) -> _Scratch:
    sets = sum(comb(CARDS, count) for count in range(_HOLE))
    return _Scratch(
        np.zeros((1, 1 << 12), np.uint16),
        np.full(_STRENGTHS, -1, np.int32),
        np.zeros(hands, np.int32),
        np.zeros(_STRENGTHS // 64, np.uint64),
        np.zeros((sets, 2), np.int64),
    )
