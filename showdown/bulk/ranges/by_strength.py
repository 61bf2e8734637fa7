"""Count two ranges of hands of any size on every board, in games with one or two contests.

As in `boards`, hands are traversed by strength with running sums of weights. Hands that share cards
with a hand are subtracted by inclusion and exclusion: minus those with each of its cards, plus
those with each two of its cards, minus those with each three, and so on. So there is a sum for each
set of cards of a hand. If there is also a low, the traversal is repeated for each low that can be
made on the board, with the hands that make this low or a worse one.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import CARDS, Masks, Whole, cards_of, every_combos, size, weights_of
from showdown.bulk.loading import kernels
from showdown.bulk.ranges import many
from showdown.bulk.ranges.boards import empty_lists
from showdown.bulk.tally import OutcomeCounts
from showdown.evaluator.spots import Spot

_MOST_SETS = 6_000_000
"""Maximum number of sets of all hands: on the turn, 194,580 four-card hands have 15 sets each."""
_FOR_A_BOARD = 1e-2
_FOR_A_SET = (8e-6, 3e-5)
"""Milliseconds per board, and per set of cards on it with one contest and with two.

For hands of five cards each set takes twice as long, for those of six cards three times.
"""
_TO_NUMBER_A_SET = 3e-5
"""Milliseconds to number a set of cards of a hand, once for each spot."""


class _Hands(NamedTuple):
    """The hands of both players (n).

    `card_pairs` is that of `many._Hands`. `weights` (2, n) are those of both players, 0 for
    a hand outside a range. `subsets` (n, sets) are the numbers of all proper subsets of a hand's
    cards, all below `sets`. The sums of the first `added` subsets are added, the others subtracted.
    `itself` is the sign of the identical hand.
    """

    card_pairs: NDArray[np.uint16]
    masks: Masks
    weights: Whole
    subsets: NDArray[np.uint32]
    sets: int
    added: int
    itself: int


def is_supported(spot: Spot) -> bool:
    """Return whether there are two players, and lookup tables for one or two contests."""
    game = spot.game
    return (
        len(spot.holdings) == 2
        and len(game.contests) <= len(_FOR_A_SET)
        and many.is_supported(game)
    )


def milliseconds(spot: Spot) -> float:
    """Return the estimated milliseconds with kernels loaded; `inf` if it is impossible."""
    if not is_supported(spot):
        return inf
    sets = sum(size(spot, seat) for seat in range(2)) * ((1 << spot.game.hole) - 1)
    if sets > _MOST_SETS:
        return inf
    boards = comb(len(spot.stub), spot.coming[0])
    for_a_set = _FOR_A_SET[len(spot.game.contests) - 1] * max(1, spot.game.hole - 3)
    return boards * (_FOR_A_BOARD + for_a_set * sets) / many.WORKERS + _TO_NUMBER_A_SET * sets


def count_outcomes(spot: Spot, fields: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count the outcomes of two ranges for these sets of players."""
    ranges = every_combos(spot)
    tables = many.tables_of(spot.game.contests)
    masks = np.union1d(*(combos.masks for combos in ranges))
    cards = cards_of(masks, spot.game.hole)
    subsets, added = _subsets(cards)
    hands = _Hands(
        card_pairs=many.card_pairs(cards),
        masks=masks,
        weights=np.stack([weights_of(masks, combos) for combos in ranges]),
        subsets=subsets,
        sets=int(subsets.max(initial=0)) + 1,
        added=added,
        itself=(-1) ** spot.game.hole,
    )
    board, coming = many.boards_of(spot)

    def work(part: NDArray[np.uint8]) -> many.Counts:
        counts = many.no_counts(tables, 2)
        lists = empty_lists(len(masks))
        kernels().by_strength.count_boards(hands, (board, part), tables, lists, counts)
        return counts

    return many.results_of_two(spot, many.run_in_threads(work, coming), fields)


def _subsets(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], int]:
    """Return the numbers of each hand's proper subsets (n, sets), and how many have an even size.

    Subsets of even size come first. The numbers are consecutive for the sets that occur in hands.
    """
    hole = cards.shape[1]
    starts = np.cumsum([0, *(comb(CARDS, count) for count in range(hole))])
    # In the combinatorial number system, a set has the sum of C(card, i) over its i-th cards.
    terms = np.array([[comb(card, nth) for card in range(CARDS)] for nth in range(hole)])
    columns = []
    for count in (*range(0, hole, 2), *range(1, hole, 2)):
        for indices in combinations(range(hole), count):
            numbers = np.full(len(cards), starts[count])
            for nth, index in enumerate(indices, start=1):
                numbers += terms[nth, cards[:, index]]
            columns.append(numbers.astype(np.uint32))
    subsets = np.stack(columns, axis=1)
    occurs = np.zeros(starts[-1], np.bool_)
    occurs[subsets] = True
    added = sum(comb(hole, count) for count in range(0, hole, 2))
    return (occurs.cumsum(dtype=np.uint32) - np.uint32(1))[subsets], added
