"""Tables that map the sum of the keys of five to seven cards to the strength of the best five.

Each rank has a number, chosen so that different multisets of ranks have different sums. The key of
a card has this number in its lower half and counts the suit in its upper half. So the sum of keys
determines the ranks, and whether five cards are of one suit. A table of all sums would be huge and
nearly empty. It is therefore cut into rows that overlap: the entries of one row fill gaps in other
rows.
"""

from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.lookup_tables import (
    PAIR_NUMBERS,
    UInt8Array,
    UInt16Array,
    build_best_flushes,
    find_best_by_ranks,
    uses_suits,
)
from showdown.evaluator.cards import DECK
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.rankings import Rank, Ranking

type Ranks = NDArray[np.intp]
"""Ranks of n hands, (n, cards)."""
type Offsets = NDArray[np.uint32]

CARD_COUNTS = range(5, 8)
"""The numbers of cards for which there are tables."""

RANK_NUMBERS = np.array(
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22_854, 83_661, 262_349, 636_345, 1_479_181], np.intp
)
"""The number of each rank, from deuce to ace."""

COLUMN_BITS = 10
"""The number of low bits of a sum that are its column; the bits above are its row."""

SUIT_SHIFT = 32
"""The lowest bit of a sum that counts suits; each suit has four bits."""
EMPTY_SUM = 0x3333 << SUIT_SHIFT
"""The sum of no cards. Each suit starts at three, so that five cards set its highest bit."""
FIVE_OF_A_SUIT = 0x8888 << SUIT_SHIFT

NO_RANK = 13


class FlushTables(NamedTuple):
    """Strengths of hands with at least five cards of one suit.

    The best five cards may still not be a flush. `suited_offsets` (8,192) is indexed by the ranks
    in this suit, as 13 bits, and `rest` (256) by the ranks of the other two cards, four bits each
    (NO_RANK for none). The sum of both entries is the index in `best`.
    """

    suited_offsets: Offsets
    rest: UInt8Array
    best: UInt16Array


class SumTables(NamedTuple):
    """Strengths of the best five cards, in a ranking in which suits matter only for flushes.

    `keys` (64) maps card numbers to keys. The index in `best` is the entry of `rows` for the row of
    a sum, plus the column of the sum. If a sum has any of `flush_bits`, use `flushes` instead;
    `flush_bits` is 0 if suits don't matter.
    """

    keys: NDArray[np.uint64]
    rows: Offsets
    best: UInt16Array
    flush_bits: np.uint64
    flushes: FlushTables


_NO_FLUSHES = FlushTables(np.zeros(0, np.uint32), np.zeros(0, np.uint8), np.zeros(0, np.uint16))


@cache
def build_sum_tables(ranking: Ranking, count: int, min_rank: Rank) -> SumTables:
    """Return tables for the best five of `count` cards. Ranks below `min_rank` have strength 0."""
    layout = _build_sum_layout(count)
    best = np.zeros(layout.size, np.uint16)
    combinations_of_ranks = ANY_FIVE.combinations(tuple(layout.ranks.T), ())
    sums = RANK_NUMBERS[layout.ranks].sum(axis=1)
    best[layout.rows[sums >> COLUMN_BITS] + (sums & ((1 << COLUMN_BITS) - 1))] = find_best_by_ranks(
        ranking, combinations_of_ranks
    )
    has_flushes = uses_suits(ranking)
    flushes = _build_flush_tables(ranking, count) if has_flushes else _NO_FLUSHES
    for strengths in (best, flushes.best):
        strengths[strengths < ranking.strength(min_rank)] = 0
    keys = np.zeros(64, np.uint64)
    for card in DECK:
        keys[card.number] = int(RANK_NUMBERS[card.rank]) | 1 << (SUIT_SHIFT + 4 * card.suit)
    flush_bits = np.uint64(FIVE_OF_A_SUIT if has_flushes else 0)
    return SumTables(keys, layout.rows, best, flush_bits, flushes)


class _SumLayout(NamedTuple):
    """All multisets of `count` ranks, as `ranks` (n, count); `rows` and the size of `best`."""

    ranks: Ranks
    rows: Offsets
    size: int


@cache
def _build_sum_layout(count: int) -> _SumLayout:
    all_multisets = chain.from_iterable(combinations_with_replacement(range(13), count))
    ranks = np.fromiter(all_multisets, np.intp).reshape(-1, count)
    ranks = ranks[(ranks[:, 4:] != ranks[:, :-4]).all(axis=1)]  # at most four of a rank
    sums = np.sort(RANK_NUMBERS[ranks].sum(axis=1))
    filled_rows, starts = np.unique(sums >> COLUMN_BITS, return_index=True)
    columns = np.split(sums & ((1 << COLUMN_BITS) - 1), starts[1:])
    rows = np.zeros(int(filled_rows[-1]) + 1, np.uint32)
    rows[filled_rows], size = _overlap_rows([column.tolist() for column in columns])
    return _SumLayout(ranks, rows, size)


def _overlap_rows(rows: list[list[int]]) -> tuple[list[int], int]:
    """Return the offset of each row such that no entries collide, and the total length.

    `rows` contains the columns of the entries of each row. The fullest rows are placed first, each
    at the first start that fits. `occupied` contains a bit for each occupied index.
    """
    starts = [0] * len(rows)
    occupied = 0
    for index in sorted(range(len(rows)), key=lambda index: len(rows[index]), reverse=True):
        clashes = 0
        for column in rows[index]:
            clashes |= occupied >> column
        lowest_free = ~clashes & (clashes + 1)
        starts[index] = lowest_free.bit_length() - 1
        occupied |= sum(1 << column for column in rows[index]) << starts[index]
    return starts, occupied.bit_length()


def _build_flush_tables(ranking: Ranking, count: int) -> FlushTables:
    suited = [np.array(list(combinations(range(13), size))) for size in range(5, count + 1)]
    blocks = [_evaluate_with_rest(ranking, ranks, count - ranks.shape[1]) for ranks in suited]
    rest = np.zeros((16, 16), np.uint8)
    rest[:13, :13] = PAIR_NUMBERS
    rest[NO_RANK, :13] = rest[:13, NO_RANK] = range(13)
    if all((block == block[:, :1]).all() for block in blocks):  # the rest never matters
        blocks = [block[:, :1] for block in blocks]
        rest[:] = 0
    suited_offsets = np.zeros(1 << 13, np.uint32)
    end = 0
    for ranks, block in zip(suited, blocks, strict=True):
        offsets = end + block.shape[1] * np.arange(len(block))
        suited_offsets[(1 << ranks).sum(axis=1)] = offsets
        end += block.size
    best = np.concatenate([block.ravel() for block in blocks])
    return FlushTables(suited_offsets, rest.ravel(), best)


def _evaluate_with_rest(ranking: Ranking, suited: Ranks, rest_count: int) -> UInt16Array:
    """Return the strengths (n, m) of suited ranks (n, size) with each multiset of other ranks."""
    flushes = build_best_flushes(ranking)[(1 << suited).sum(axis=1)][:, None]
    if not rest_count:
        return flushes
    others = np.array(list(combinations_with_replacement(range(13), rest_count)), np.intp)
    ranks, size = (*suited.T[:, :, None], *others.T[:, None, :]), suited.shape[1]
    non_suited = [
        chosen for chosen in combinations(range(size + rest_count), 5) if chosen[-1] >= size
    ]
    rank_strengths = find_best_by_ranks(
        ranking, ([ranks[index] for index in chosen] for chosen in non_suited)
    )
    return np.maximum(rank_strengths, flushes)
