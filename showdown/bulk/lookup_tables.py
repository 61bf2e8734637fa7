"""Lookup tables of strengths, computed by the rankings of the evaluator.

Strengths are those of `Ranking.strength`: greater is better, and 0 means that no hand qualifies.
Ranks are 0 to 12, and card numbers are rank * 4 + suit. A *multiset* is a sorted tuple of ranks
that may repeat a rank.
"""

from collections.abc import Iterable
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, starmap
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import ACE, DECK, Card
from showdown.evaluator.choices import SUBSET
from showdown.evaluator.rankings import EIGHT_OR_BETTER, Ranking, five_card_specimens

type UInt8Array = NDArray[np.uint8]
type UInt16Array = NDArray[np.uint16]

PAIRS = tuple(combinations_with_replacement(range(13), 2))
TRIPLES = tuple(combinations_with_replacement(range(13), 3))
FIVES = tuple(combinations_with_replacement(range(13), 5))


NO_PAIR = len(PAIRS)
"""The index of pairs with the number 63, which replaces a card. This last column contains 0."""
COLUMNS = NO_PAIR + 1
"""The length of a row of strengths by pair of hole cards."""


class BoardIndex(NamedTuple):
    """Tables to find the index in FIVES of the ranks of five cards, in any order.

    `pair` (4,096) maps two card numbers, six bits each, to an index in PAIRS; `triple` (4,096) maps
    three ranks, four bits each, to an index in TRIPLES. `five` (65,536) maps these two indices, of
    seven and nine bits, to an index in FIVES.
    """

    pair: UInt8Array
    triple: UInt16Array
    five: UInt16Array


class FiveTables(NamedTuple):
    """Strengths of five cards, in a ranking in which suits matter only for flushes.

    `five` (6,188) is indexed like FIVES, for mixed suits. `suited` (8,192) is indexed by exactly
    five ranks in one suit, as 13 bits; other entries are 0.
    """

    boards: BoardIndex
    five: UInt16Array
    suited: UInt16Array


class LowTables(NamedTuple):
    """Eight-or-better lows of three board cards and two hole cards.

    A set of low ranks is a byte: the ace is bit 0, the eight bit 7. `bits` (64) maps a card number
    to the bit of its rank, or 0. `best` (256 * 256) is indexed by the set of low ranks on the
    board, then by that of the hole cards.
    """

    bits: UInt8Array
    best: UInt8Array


@cache
def build_fives_array() -> NDArray[np.int64]:
    """Return `FIVES` as an array (6,188, 5), which is cached because creating it is slow."""
    return np.array(FIVES)


@cache
def build_board_index() -> BoardIndex:
    pair = np.full((64, 64), NO_PAIR, np.uint8)
    cards = np.arange(52)
    pair[:52, :52] = _find_indices(PAIRS, cards[:, None] >> 2, cards[None, :] >> 2)
    ranks = np.arange(13)
    triple = np.zeros((16, 16, 16), np.uint16)
    triple[:13, :13, :13] = _find_indices(
        TRIPLES, ranks[:, None, None], ranks[None, :, None], ranks[None, None, :]
    )
    five = np.zeros((128, 512), np.uint16)
    pairs, triples = np.array(PAIRS).T[:, :, None], np.array(TRIPLES).T[:, None, :]
    five[: len(PAIRS), : len(TRIPLES)] = _find_indices(FIVES, *pairs, *triples)
    return BoardIndex(pair.ravel(), triple.ravel(), five.ravel())


def _find_indices(
    multisets: tuple[tuple[int, ...], ...], *ranks: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the index of these ranks, in any order, in sorted `multisets`. Arrays broadcast."""
    together = np.sort(np.stack(np.broadcast_arrays(*ranks), axis=-1), axis=-1)
    digits = 13 ** np.arange(len(ranks))[::-1]
    return np.searchsorted(np.array(multisets) @ digits, together @ digits)


PAIR_NUMBERS = _find_indices(PAIRS, *np.indices((13, 13))).astype(np.uint8)
"""The index in PAIRS of two ranks in any order, (13, 13)."""


def find_best_by_ranks(
    ranking: Ranking, combinations: Iterable[Iterable[NDArray[np.intp]]]
) -> UInt16Array:
    """Return the best strength of several combinations of five ranks in mixed suits.

    There is at least one combination. Each consists of five arrays of ranks, which are broadcast.
    """
    tables = build_five_tables(ranking)
    pair_of, triple_of, index_of = PAIR_NUMBERS.astype(np.intp), *tables.boards[1:]

    def look_up(*ranks: NDArray[np.intp]) -> UInt16Array:
        a, b, c, d, e = ranks
        strengths: UInt16Array = tables.five[
            index_of[pair_of[a, b] << 9 | triple_of[c << 8 | d << 4 | e]]
        ]
        return strengths

    return reduce(np.maximum, starmap(look_up, combinations))


@cache
def uses_suits(ranking: Ranking) -> bool:
    """Return whether a flush makes a difference in this ranking."""
    mixed = tuple(starmap(Card, ((4, 0), (6, 1), (8, 2), (10, 3), (12, 0))))
    return ranking.rank(mixed) != ranking.rank(tuple(Card(card.rank, 0) for card in mixed))


@cache
def build_five_tables(ranking: Ranking) -> FiveTables:
    """Return the tables of a ranking in which suits matter only for flushes."""
    strength_of_rank = ranking.strengths  # a short deck can't make all specimens
    strengths = [strength_of_rank.get(ranking.rank(cards), 0) for cards in five_card_specimens()]
    is_mixed = np.ptp(build_fives_array(), axis=1) > 0
    sets = (1 << np.array(list(combinations(range(13), 5)))).sum(axis=1)
    five, suited = np.zeros(len(FIVES), np.uint16), np.zeros(1 << 13, np.uint16)
    five[is_mixed], suited[sets] = np.split(strengths, [-len(sets)])
    return FiveTables(build_board_index(), five, suited)


@cache
def build_best_flushes(ranking: Ranking) -> UInt16Array:
    """Return the strength of the best flush of each set of suited ranks, as 13 bits (8,192)."""
    values = build_five_tables(ranking).suited.copy()
    sets = np.arange(1 << 13)
    for _ in range(13 - 5):  # a set of n + 1 ranks is as good as its best subset of n
        for rank in range(13):
            np.maximum(values, values[sets & ~(1 << rank)], out=values)
    return values


_LOW_RANKS = (ACE, *range(7))


@cache
def build_low_tables() -> LowTables:
    bits = np.zeros(64, np.uint8)
    for card in DECK:
        if card.rank in _LOW_RANKS:
            bits[card.number] = 1 << _LOW_RANKS.index(card.rank)
    lows = []
    for indices in combinations(range(8), 5):
        rank = EIGHT_OR_BETTER.rank(tuple(Card(_LOW_RANKS[index], 0) for index in indices))
        lows.append((EIGHT_OR_BETTER.strength(rank), indices))
    best = np.zeros((256, 256), np.uint8)
    sets = np.arange(256)
    for strength, indices in sorted(lows):  # better lows overwrite worse ones
        for own in combinations(indices, 2):
            hole = sum(1 << index for index in own)
            board = sum(1 << index for index in indices) - hole
            best[np.ix_(sets & board == board, sets & hole == hole)] = strength
    return LowTables(bits, best.ravel())


CARD_PAIRS = 52 * 51 // 2


class BadugiTables(NamedTuple):
    """Strengths of Badugi hands.

    `pair` (4,096) maps two card numbers, six bits each, to one of 1,326 pairs of cards. `best`
    (1,326 * 1,326) maps two of these pairs to the strength of the four cards. `rainbow` (8,192) is
    indexed by one to four ranks, as 13 bits, of cards in different suits.
    """

    pair: UInt16Array
    best: UInt16Array
    rainbow: UInt16Array


@cache
def build_badugi_tables(ranking: Ranking) -> BadugiTables:
    pairs = np.array(list(combinations(range(52), 2)))
    pair = np.zeros((64, 64), np.uint16)
    pair[pairs[:, 0], pairs[:, 1]] = pair[pairs[:, 1], pairs[:, 0]] = np.arange(CARD_PAIRS)
    rainbow = np.zeros(1 << 13, np.uint16)
    for cards in ranking.specimens():
        rainbow[sum(1 << card.rank for card in cards)] = ranking.strength(ranking.rank(cards))
    hands = np.array(list(combinations(range(52), 4))).T
    ranks, suits = 1 << (hands >> 2), 1 << (hands & 3)
    values = np.zeros(hands.shape[1], np.uint16)
    for subset in SUBSET.combinations(tuple(range(4)), ()):
        chosen = list(subset)
        together = np.bitwise_or.reduce(ranks[chosen])
        is_possible = np.bitwise_count(together) == len(chosen)
        is_possible &= np.bitwise_count(np.bitwise_or.reduce(suits[chosen])) == len(chosen)
        np.maximum(values, np.where(is_possible, rainbow[together], 0), out=values)
    best = np.zeros((CARD_PAIRS, CARD_PAIRS), np.uint16)
    for a, b, c, d in ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)):
        left, right = pair[hands[a], hands[b]], pair[hands[c], hands[d]]
        best[left, right] = best[right, left] = values
    return BadugiTables(pair.ravel(), best.ravel(), rainbow)
