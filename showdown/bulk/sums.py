"""Tables for the best five of five to seven cards, found by one sum over the cards.

Each rank has a number, so chosen that sums of as many of them differ wherever the ranks do. The
key of a card is the number of its rank and, above it, a one in the four bits that count its suit:
the sum of the keys says at once which ranks there are and whether five cards are of one suit.
Sums are far apart, so that a table of them all would be huge and nearly empty. It is cut into rows,
and the rows are laid over each other where they leave each other's places free.
"""

from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.tables import (
    PAIR_NUMBERS,
    Bytes,
    Words,
    five_tables,
    fives,
    flush_of_ranks,
    heeds_suits,
)
from showdown.evaluator.cards import DECK
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.rankings import NOT_QUALIFIED, Rank, Ranking

type Numbers = NDArray[np.intp]
type Offsets = NDArray[np.uint32]

COUNTS = range(5, 8)
"""Of how many cards the best five may be found by their sum."""

NUMBERS = np.array(
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22_854, 83_661, 262_349, 636_345, 1_479_181], np.intp
)
"""The number of each rank."""

ROW_BITS = 10
"""A row has room for as many sums as so many bits can tell apart."""

SUITS_AT = 32
"""The bit from which on a sum counts suits, four bits for each."""
NO_CARDS = 0x3333 << SUITS_AT
"""The sum of no cards. Each suit begins with three, so that five set the highest of its bits."""
FIVE_OF_A_SUIT = 0x8888 << SUITS_AT

NO_RANK = 13


class FlushTables(NamedTuple):
    """The best hand where five or more cards are of one suit: it need not be a flush.

    `row` takes their ranks, as 13 bits, and `rest` those of the other two cards, four bits each
    (13 stands for none); their sum is a place in `best`.
    """

    row: Offsets
    rest: Bytes
    best: Words


class SumTables(NamedTuple):
    """The best five cards in a ranking in which suits matter only as a flush.

    `keys` (64) are those of the cards. `rows` takes the upper bits of the lower half of a sum, and
    gives what has to be added to its ROW_BITS lowest to have a place in `best`. `flush_bits` are
    the bits of the sum of which one is set if `flushes` know better; 0 where suits do not matter.
    """

    keys: NDArray[np.uint64]
    rows: Offsets
    best: Words
    flush_bits: np.uint64
    flushes: FlushTables


_NO_FLUSHES = FlushTables(np.zeros(0, np.uint32), np.zeros(0, np.uint8), np.zeros(0, np.uint16))


@cache
def sum_tables(ranking: Ranking, count: int, least: Rank = NOT_QUALIFIED) -> SumTables:
    """The best five of so many cards (5 to 7); 0 where that is below `least`."""
    index = _index(count)
    best = np.zeros(index.size, np.uint16)
    numbers = NUMBERS[index.ranks]
    best[index.places(numbers.sum(axis=1))] = _best(ranking, tuple(numbers.T))
    suits = heeds_suits(ranking)
    flushes = _flushes(ranking, count) if suits else _NO_FLUSHES
    for strengths in (best, flushes.best):
        strengths[strengths < ranking.strength(least)] = 0
    flush_bits = np.uint64(FIVE_OF_A_SUIT if suits else 0)
    return SumTables(_keys(), index.rows, best, flush_bits, flushes)


def _keys() -> NDArray[np.uint64]:
    keys = np.zeros(64, np.uint64)
    for card in DECK:
        keys[card.number] = int(NUMBERS[card.rank]) | 1 << (SUITS_AT + 4 * card.suit)
    return keys


class _Index(NamedTuple):
    """All multisets of so many `ranks`, (n, count); `rows` as in SumTables; the table's size."""

    ranks: Numbers
    rows: Offsets
    size: int

    def places(self, sums: Numbers) -> Numbers:
        """The places in the table of the sums of multisets."""
        places: Numbers = self.rows[sums >> ROW_BITS] + (sums & ((1 << ROW_BITS) - 1))
        return places


@cache
def _index(count: int) -> _Index:
    every = chain.from_iterable(combinations_with_replacement(range(13), count))
    ranks = np.fromiter(every, np.intp).reshape(-1, count)
    ranks = ranks[(ranks[:, 4:] != ranks[:, :-4]).all(axis=1)]  # four suits: never five of a rank
    sums = np.sort(NUMBERS[ranks].sum(axis=1))
    filled, starts = np.unique(sums >> ROW_BITS, return_index=True)
    columns = np.split(sums & ((1 << ROW_BITS) - 1), starts[1:])
    rows = np.zeros(int(filled[-1]) + 1, np.uint32)
    rows[filled], size = _laid_over([column.tolist() for column in columns])
    return _Index(ranks, rows, size)


def _laid_over(rows: list[list[int]]) -> tuple[list[int], int]:
    """Where each row of columns begins so that no two meet, and how long all are together.

    The fullest row comes first, and each begins as early as it can. Places are bits of a number.
    """
    starts = [0] * len(rows)
    taken = 0
    for place in sorted(range(len(rows)), key=lambda place: len(rows[place]), reverse=True):
        clashes = 0
        for column in rows[place]:
            clashes |= taken >> column
        starts[place] = (
            ~clashes & (clashes + 1)
        ).bit_length() - 1  # the lowest bit that is not set
        taken |= sum(1 << column for column in rows[place]) << starts[place]
    return starts, taken.bit_length()


@cache
def _by_ranks(ranking: Ranking) -> Words:
    """The strength of five ranks in mixed suits, at the places of the index of five."""
    index = _index(5)
    best = np.zeros(index.size, np.uint16)
    every = fives()
    possible = every[:, 0] != every[:, 4]
    sums = NUMBERS[every[possible]].sum(axis=1)
    best[index.places(sums)] = five_tables(ranking).five[possible]
    return best


def _best(ranking: Ranking, numbers: tuple[Numbers, ...], suited: int = 0) -> Words:
    """The best five of these cards by their ranks, given as arrays of NUMBERS.

    The first `suited` are of one suit: five of these are left out, as they make a flush.
    """
    strengths, index = _by_ranks(ranking), _index(5)
    best = np.zeros(np.broadcast_shapes(*(number.shape for number in numbers)), np.uint16)
    for places in ANY_FIVE.combinations(tuple(range(len(numbers))), ()):
        if max(places) >= suited:
            sums = sum((numbers[place] for place in places), np.zeros(best.shape, np.intp))
            np.maximum(best, strengths[index.places(sums)], out=best)
    return best


def _flushes(ranking: Ranking, count: int) -> FlushTables:
    """Of so many cards."""
    suited = [np.array(list(combinations(range(13), size))) for size in range(5, count + 1)]
    blocks = [_with_any_rest(ranking, ranks, count - ranks.shape[1]) for ranks in suited]
    rest = _numbers_of_rest()
    if all((block == block[:, :1]).all() for block in blocks):  # a flush, whatever the rest is
        blocks = [block[:, :1] for block in blocks]
        rest[:] = 0
    row = np.zeros(1 << 13, np.uint32)
    end = 0
    for ranks, block in zip(suited, blocks, strict=True):
        row[(1 << ranks).sum(axis=1)] = end + block.shape[1] * np.arange(len(block))
        end += block.size
    return FlushTables(row, rest, np.concatenate([block.ravel() for block in blocks]))


def _numbers_of_rest() -> Bytes:
    """For up to two ranks, by four bits each, which of the multisets of so many ranks they are."""
    numbers = np.zeros((16, 16), np.uint8)
    numbers[:13, :13] = PAIR_NUMBERS
    numbers[NO_RANK, :13] = numbers[:13, NO_RANK] = range(13)
    return numbers.ravel()


def _with_any_rest(ranking: Ranking, suited: Numbers, rest: int) -> Words:
    """The best of suited ranks (n, size) and each of the multisets of `rest` ranks: (n, m)."""
    others = np.array(list(combinations_with_replacement(range(13), rest)), np.intp)
    numbers = (*NUMBERS[suited].T[:, :, None], *NUMBERS[others].T[:, None, :])
    flushes = flush_of_ranks(ranking)[(1 << suited).sum(axis=1)]
    return np.maximum(_best(ranking, numbers, suited.shape[1]), flushes[:, None])
