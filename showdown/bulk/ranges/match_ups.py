"""Count match-ups of two-card hands before the flop, many hands against many hands.

The winner on a board depends only on ranks, unless a suit has enough cards for a flush. So for
every two pairs of ranks (4,186 at most), all boards are counted by their 6,175 multisets of ranks.
Then the difference made by flushes is added suit by suit. It depends on which of the four hole
cards have the suit (16 subsets). Boards with three or more cards of the suit, each a set of suited
ranks with a multiset of other ranks, are counted again, and their result by ranks alone is
subtracted. Two suits can't both have three of five cards, so no board is counted again twice. A
hand with a flush never has a full house or quads, so the better of flush and ranks is its strength.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import BOARD, HOLE, Combos, Masks, Whole, cards_of, indices_among
from showdown.bulk.loading import kernels
from showdown.bulk.lookup_tables import PAIR_NUMBERS, PAIRS, Bytes, fives, flush_of_ranks
from showdown.bulk.multisets import combine, rank_sets
from showdown.bulk.pair_strengths import Strengths, rank_columns
from showdown.evaluator.games import Contest

_FOR_RANKS, _FOR_A_KIND_OF_SUIT = 0.015, 0.05
"""Milliseconds for every two pairs of ranks: a base time, and a time for each kind of suit."""

type Boards = NDArray[np.int32]
"""Numbers of boards; there are 1,712,304 at most."""


class MatchUps(NamedTuple):
    """The number of boards on which the hand of a row beats or ties that of a column, (n, m).

    Both are 0 if the hands share a card. `boards` is the number of boards of a match-up.
    """

    won: Boards
    tied: Boards
    boards: int


class _Members(NamedTuple):
    """The hands of both ranges, sorted by their pairs of ranks.

    `pairs` (91, 2) is PAIRS, and `cards` (hands, 2) are the hands; those with pair k are
    `starts[k]:starts[k + 1]`. `rows` and `columns` (hands) are their indices in the ranges, or -1.
    """

    pairs: Whole
    starts: Whole
    cards: Bytes
    rows: Whole
    columns: Whole


class _Deck(NamedTuple):
    """The cards that aren't dead.

    `of_rank` (13) is the number of cards of each rank. Suits with the same ranks are of one kind:
    `of_kind` (kinds) contains its ranks, as 13 bits, and `kind_of` (4) is the kind of each suit.
    `boards` is the number of boards for two known hands.
    """

    of_rank: Whole
    of_kind: Whole
    kind_of: Whole
    boards: int


class _ByRanks(NamedTuple):
    """Strengths without flushes of each pair of ranks on each multiset of five ranks, (91, 6,188).

    The multisets include 13 with five equal ranks, which can't be dealt. The number of ways to deal
    a multiset is a product of five factors, each of which is the number of ways to deal some cards
    of one rank. `runs` (5, 6,188) contains their indices: see `_runs`.
    """

    best: Strengths
    runs: NDArray[np.uint8]


class _OfSuit(NamedTuple):
    """Boards with a given number of cards of a suit, each a set of suited ranks and a rest.

    `sets` contains the suited ranks, as bits. `best` (91, rests, sets) is the strength by ranks
    alone of each pair of ranks, and `flushes` (92, sets) that of the flush with none, one or two
    hole cards of the suit.
    """

    sets: Whole
    best: Strengths
    flushes: Strengths


class _Suited(NamedTuple):
    """Boards with three, four and five cards of a suit.

    `own` (8,192) maps the ranks of a hand in the suit, as bits, to a row of `flushes`. The rest of
    a board with three suited cards is a pair of ranks, `low` and `high` (91).
    """

    three: _OfSuit
    four: _OfSuit
    five: _OfSuit
    own: Whole
    low: Whole
    high: Whole


def match_ups(contest: Contest, rows: Masks, columns: Masks, stub: Sequence[int]) -> MatchUps:
    """Count the boards on which hands of `rows` beat or tie hands of `columns`.

    `stub` contains all cards that aren't dead.
    """
    by_ranks, suited = _tables(contest)
    of_suit = _ranks_by_suit(stub)
    kinds = sorted(set(of_suit))
    deck = _Deck(
        of_rank=np.bincount(np.array(stub) >> 2, minlength=13),
        of_kind=np.array(kinds),
        kind_of=np.array([kinds.index(ranks) for ranks in of_suit]),
        boards=comb(len(stub) - 2 * HOLE, BOARD),
    )
    shape = len(rows), len(columns)
    won, tied = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    scratch = (
        np.zeros(13 * 6, np.int64),
        np.zeros(13, np.int32),
        np.zeros(len(PAIRS), np.int32),
        np.ones(1, np.int32),
        np.zeros(comb(13, 5), np.int16),
        np.zeros((len(kinds), 16, 2), np.int64),
    )
    masks = np.union1d(rows, columns)
    pairs = _pairs(masks)
    masks = masks[np.argsort(pairs, kind="stable")]
    starts = np.searchsorted(np.sort(pairs), np.arange(len(PAIRS) + 1))
    # Like PAIRS, the cards of a hand have the lower rank first.
    members = _Members(
        np.array(PAIRS),
        starts,
        cards_of(masks, HOLE),
        indices_among(rows, masks),
        indices_among(columns, masks),
    )
    kernels().match_ups.count_match_ups(members, deck, by_ranks, suited, scratch, won, tied)
    return MatchUps(won, tied, deck.boards)


def milliseconds(first: Combos, second: Combos, stub: Sequence[int]) -> float:
    """Estimate the milliseconds that `match_ups` takes once kernels are loaded."""
    kinds = len(set(_ranks_by_suit(stub)))
    one, two = (len(np.unique(_pairs(combos.masks))) for combos in (first, second))
    met = min(one * two, comb(len(PAIRS) + 1, 2))
    return met * (_FOR_RANKS + _FOR_A_KIND_OF_SUIT * kinds)


def _pairs(masks: Masks) -> Bytes:
    """Return the index in PAIRS of the ranks of each hand."""
    ranks = cards_of(masks, HOLE) >> 2
    numbers: Bytes = PAIR_NUMBERS[ranks[:, 0], ranks[:, 1]]
    return numbers


def _ranks_by_suit(stub: Sequence[int]) -> list[int]:
    """Return the ranks left in each suit, as bits."""
    return [sum(1 << (card >> 2) for card in stub if card & 3 == suit) for suit in range(4)]


@cache
def _tables(contest: Contest) -> tuple[_ByRanks, _Suited]:
    best = rank_columns(contest.choice, contest.ranking)
    flushes = flush_of_ranks(contest.ranking)
    of_hands = [0, *(bits for size in (1, 2) for bits in rank_sets(size).bits.tolist())]
    suited = []
    for size in range(3, BOARD + 1):
        sets = rank_sets(size).bits
        by_ranks = np.ascontiguousarray(best[:, combine(size, BOARD - size).T])
        suited.append(_OfSuit(sets, by_ranks, flushes[sets | np.array(of_hands)[:, None]]))
    three, four, five = suited
    own = np.zeros(1 << 13, np.int64)
    own[of_hands] = range(len(of_hands))
    low, high = np.array(PAIRS).T
    return _ByRanks(best, _runs()), _Suited(three, four, five, own, low.copy(), high.copy())


def _runs() -> NDArray[np.uint8]:
    """Return the indices (rank * 6 + times) of five factors for each multiset of five ranks.

    Repetitions of a rank have `times` 0, which is a factor of 1.
    """
    boards = fives()
    times = (boards[:, :, None] == boards[:, None, :]).sum(axis=2)
    first = np.ones(boards.shape, bool)
    first[:, 1:] = boards[:, 1:] != boards[:, :-1]
    runs: NDArray[np.uint8] = np.where(first, boards * 6 + times, boards * 6).astype(np.uint8)
    return np.ascontiguousarray(runs.T)
