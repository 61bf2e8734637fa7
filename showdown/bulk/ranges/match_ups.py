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

from showdown.bulk.combos import (
    BOARD_CARDS,
    HOLE_CARDS,
    Combos,
    Integers,
    Masks,
    find_indices,
    masks_to_hands,
)
from showdown.bulk.compiling import kernel, kernel_part
from showdown.bulk.lookup_tables import (
    PAIR_NUMBERS,
    PAIRS,
    UInt8Array,
    build_best_flushes,
    build_fives_array,
)
from showdown.bulk.multisets import build_rank_sets, find_combined_indices
from showdown.bulk.pair_strengths import Strengths, build_rank_columns
from showdown.evaluator.games import Contest

_RANKS_MS, _SUIT_KIND_MS = 0.015, 0.05
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


class _RangeHands(NamedTuple):
    """The hands of both ranges, sorted by their pairs of ranks.

    `pairs` (91, 2) is PAIRS, and `cards` (hands, 2) are the hands; those with pair k are
    `starts[k]:starts[k + 1]`. `rows` and `columns` (hands) are their indices in the ranges, or -1.
    """

    pairs: Integers
    starts: Integers
    cards: UInt8Array
    rows: Integers
    columns: Integers


class _Deck(NamedTuple):
    """The cards that aren't dead.

    `rank_counts` (13) is the number of cards of each rank. Suits with the same ranks are of one
    kind: `kind_ranks` (kinds) contains their ranks, as 13 bits, and `kind_of` (4) is the kind of
    each suit. `boards` is the number of boards for two known hands.
    """

    rank_counts: Integers
    kind_ranks: Integers
    kind_of: Integers
    boards: int


class _RankTables(NamedTuple):
    """Strengths without flushes of each pair of ranks on each multiset of five ranks, (91, 6,188).

    The multisets include 13 with five equal ranks, which can't be dealt. The number of ways to deal
    a multiset is a product of five factors, each of which is the number of ways to deal some cards
    of one rank. `runs` (5, 6,188) contains their indices: see `_find_runs`.
    """

    best: Strengths
    runs: NDArray[np.uint8]


class _SuitedBoards(NamedTuple):
    """Boards with a given number of cards of a suit, each a set of suited ranks and a rest.

    `sets` contains the suited ranks, as bits. `best` (91, rests, sets) is the strength by ranks
    alone of each pair of ranks, and `flushes` (92, sets) that of the flush with none, one or two
    hole cards of the suit.
    """

    sets: Integers
    best: Strengths
    flushes: Strengths


class _SuitTables(NamedTuple):
    """Boards with three, four and five cards of a suit.

    `own` (8,192) maps the ranks of a hand in the suit, as bits, to a row of `flushes`. The rest of
    a board with three suited cards is a pair of ranks, `low` and `high` (91).
    """

    three: _SuitedBoards
    four: _SuitedBoards
    five: _SuitedBoards
    own: Integers
    low: Integers
    high: Integers


def count_match_ups(
    contest: Contest, rows: Masks, columns: Masks, remaining: Sequence[int]
) -> MatchUps:
    """Count the boards on which hands of `rows` beat or tie hands of `columns`.

    `remaining` contains all cards that aren't dead, including those in hands.
    """
    rank_tables, suited = _build_tables(contest)
    suit_ranks = _list_ranks_by_suit(remaining)
    kinds = sorted(set(suit_ranks))
    deck = _Deck(
        rank_counts=np.bincount(np.array(remaining) >> 2, minlength=13),
        kind_ranks=np.array(kinds),
        kind_of=np.array([kinds.index(ranks) for ranks in suit_ranks]),
        boards=comb(len(remaining) - 2 * HOLE_CARDS, BOARD_CARDS),
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
    pairs = _find_pair_numbers(masks)
    masks = masks[np.argsort(pairs, kind="stable")]
    starts = np.searchsorted(np.sort(pairs), np.arange(len(PAIRS) + 1))
    # Like PAIRS, the cards of a hand have the lower rank first.
    range_hands = _RangeHands(
        np.array(PAIRS),
        starts,
        masks_to_hands(masks, HOLE_CARDS),
        find_indices(rows, masks),
        find_indices(columns, masks),
    )
    _fill_match_ups(range_hands, deck, rank_tables, suited, scratch, won, tied)
    return MatchUps(won, tied, deck.boards)


def estimate_milliseconds(first: Combos, second: Combos, remaining: Sequence[int]) -> float:
    """Return the estimated milliseconds of `count_match_ups` with loaded kernels."""
    kinds = len(set(_list_ranks_by_suit(remaining)))
    first_pairs, second_pairs = (
        len(np.unique(_find_pair_numbers(combos.masks))) for combos in (first, second)
    )
    match_ups = min(first_pairs * second_pairs, comb(len(PAIRS) + 1, 2))
    return match_ups * (_RANKS_MS + _SUIT_KIND_MS * kinds)


def _find_pair_numbers(masks: Masks) -> UInt8Array:
    """Return the index in PAIRS of the ranks of each hand."""
    ranks = masks_to_hands(masks, HOLE_CARDS) >> 2
    numbers: UInt8Array = PAIR_NUMBERS[ranks[:, 0], ranks[:, 1]]
    return numbers


def _list_ranks_by_suit(remaining: Sequence[int]) -> list[int]:
    """Return the ranks left in each suit, as bits."""
    return [sum(1 << (card >> 2) for card in remaining if card & 3 == suit) for suit in range(4)]


@cache
def _build_tables(contest: Contest) -> tuple[_RankTables, _SuitTables]:
    best = build_rank_columns(contest.choice, contest.ranking)
    flushes = build_best_flushes(contest.ranking)
    hand_sets = [0, *(bits for size in (1, 2) for bits in build_rank_sets(size).bits.tolist())]
    suited = []
    for size in range(3, BOARD_CARDS + 1):
        sets = build_rank_sets(size).bits
        rank_strengths = np.ascontiguousarray(
            best[:, find_combined_indices(size, BOARD_CARDS - size).T]
        )
        suited.append(
            _SuitedBoards(sets, rank_strengths, flushes[sets | np.array(hand_sets)[:, None]])
        )
    three, four, five = suited
    own = np.zeros(1 << 13, np.int64)
    own[hand_sets] = range(len(hand_sets))
    low, high = np.array(PAIRS).T
    return _RankTables(best, _find_runs()), _SuitTables(
        three, four, five, own, low.copy(), high.copy()
    )


def _find_runs() -> NDArray[np.uint8]:
    """Return the indices (rank * 6 + times) of five factors for each multiset of five ranks.

    Repetitions of a rank have `times` 0, which is a factor of 1.
    """
    boards = build_fives_array()
    times = (boards[:, :, None] == boards[:, None, :]).sum(axis=2)
    first = np.ones(boards.shape, bool)
    first[:, 1:] = boards[:, 1:] != boards[:, :-1]
    runs: NDArray[np.uint8] = np.where(first, boards * 6 + times, boards * 6).astype(np.uint8)
    return np.ascontiguousarray(runs.T)


@kernel
def _fill_match_ups(range_hands, deck, rank_tables, suited, scratch, won, tied):
    """Count the boards on which the hand of a row beats or ties that of a column.

    Write the counts to `won` and `tied` (n, m). Entries of two hands that share a card stay
    unchanged. The arrays of `scratch` are overwritten, except `no_rest` (1), which is 1. `ways`
    (78) is the number of ways to deal 0 to 5 cards of each rank. `offsuit_counts` (13) is the
    number of cards of other suits by rank, and `rests` (91) the number of ways to deal each rest of
    two cards. `is_free` marks the sets that can be dealt. `additional` (kinds, 16, 2) has the
    additional wins and ties by kind of suit and by subset of hole cards of the suit.
    """
    ways, offsuit_counts, rests, no_rest, is_free, additional = scratch
    flush_scratch = offsuit_counts, rests, no_rest, is_free
    for pair in range(range_hands.pairs.shape[0]):
        for other_pair in range(pair, range_hands.pairs.shape[0]):
            if _can_meet(pair, other_pair, range_hands):
                a, b = range_hands.pairs[pair, 0], range_hands.pairs[pair, 1]
                c, d = range_hands.pairs[other_pair, 0], range_hands.pairs[other_pair, 1]
                wins, ties = _count_ranks(pair, other_pair, (a, b, c, d), deck, rank_tables, ways)
                for kind in range(deck.kind_ranks.size):
                    for subset in range(16):
                        _count_flushes(
                            pair,
                            other_pair,
                            (a, b, c, d),
                            subset,
                            kind,
                            deck,
                            suited,
                            flush_scratch,
                            additional[kind, subset],
                        )
                _write_results(
                    pair, other_pair, wins, ties, range_hands, deck, additional, won, tied
                )


@kernel_part
def _can_meet(pair, other_pair, range_hands):
    """Return whether one range has a hand with ranks `pair`, and the other with `other_pair`."""
    is_row = is_column = is_other_row = is_other_column = False
    for hand in range(range_hands.starts[pair], range_hands.starts[pair + 1]):
        is_row |= range_hands.rows[hand] >= 0
        is_column |= range_hands.columns[hand] >= 0
    for hand in range(range_hands.starts[other_pair], range_hands.starts[other_pair + 1]):
        is_other_row |= range_hands.rows[hand] >= 0
        is_other_column |= range_hands.columns[hand] >= 0
    return (is_row and is_other_column) or (is_other_row and is_column)


@kernel_part
def _count_ranks(pair, other_pair, ranks, deck, rank_tables, ways):
    """Return the numbers of boards on which the first hand wins, and of ties, ignoring flushes."""
    for rank in range(13):
        _set_ways(ways, rank, deck.rank_counts[rank])
    for index in range(4):
        rank = ranks[index]
        _set_ways(ways, rank, ways[rank * 6 + 1] - 1)
    wins, ties = 0, 0
    strengths, other_strengths = rank_tables.best[pair], rank_tables.best[other_pair]
    for board in range(strengths.size):
        count = ways[rank_tables.runs[0, board]]
        for run in range(1, 5):
            count *= ways[rank_tables.runs[run, board]]
        wins += count * (strengths[board] > other_strengths[board])
        ties += count * (strengths[board] == other_strengths[board])
    return wins, ties


@kernel_part
def _set_ways(ways, rank, left):
    """Write the number of ways to deal 0 to 5 cards of a rank with this number of cards left."""
    count = 1
    for times in range(6):
        ways[rank * 6 + times] = count
        count = count * (left - times) // (times + 1)


@kernel_part
def _count_flushes(pair, other_pair, ranks, subset, kind, deck, suited, scratch, additional):
    """Count the additional boards that the first hand wins or ties because of flushes in a suit.

    Write both numbers to `additional` (2). They are differences from the results by ranks alone, so
    they may be negative. `subset` marks which of the four hole cards have the suit. If such hole
    cards can't be dealt, both numbers are 0.
    """
    offsuit_counts, rests, no_rest, is_free = scratch
    additional[0] = additional[1] = 0
    first_ranks = second_ranks = 0
    suit_ranks = deck.kind_ranks[kind]
    for rank in range(13):
        offsuit_counts[rank] = deck.rank_counts[rank] - (suit_ranks >> rank & 1)
    for number in range(4):
        bit = 1 << ranks[number]
        if subset >> number & 1 == 0:
            offsuit_counts[ranks[number]] -= 1
        elif (first_ranks | second_ranks) & bit or suit_ranks & bit == 0:
            return
        elif number < 2:
            first_ranks |= bit
        else:
            second_ranks |= bit
    for rank in range(13):
        if offsuit_counts[rank] < 0:
            return
    free = suit_ranks & ~(first_ranks | second_ranks)
    own, other = suited.own[first_ranks], suited.own[second_ranks]
    for rest in range(suited.low.size):
        low, high = offsuit_counts[suited.low[rest]], offsuit_counts[suited.high[rest]]
        is_pair = suited.low[rest] == suited.high[rest]
        rests[rest] = low * (low - 1) // 2 if is_pair else low * high
    if subset & 3 == 3 or subset >> 2 == 3:
        _add_suited_boards(
            pair, other_pair, own, other, free, suited.three, rests, is_free, additional
        )
    if subset:
        _add_suited_boards(
            pair, other_pair, own, other, free, suited.four, offsuit_counts, is_free, additional
        )
    _add_suited_boards(
        pair, other_pair, own, other, free, suited.five, no_rest, is_free, additional
    )


@kernel_part
def _add_suited_boards(pair, other_pair, own, other, free, boards, ways, is_free, additional):
    """Add the additional wins and ties on boards with as many suited cards as `boards`.

    They are added to `additional` (2). `own` and `other` are the rows in `boards.flushes` of the
    two hands, `free` contains the ranks left in the suit, and `ways` (rests) is the number of ways
    to deal the rest of the board. The sums over the sets of a rest fit into 16 bits.
    """
    for index in range(boards.sets.size):
        is_free[index] = boards.sets[index] & ~free == 0
    flush, other_flush = boards.flushes[own], boards.flushes[other]
    for rest in range(ways.size):
        if ways[rest]:
            best, other_best = boards.best[pair, rest], boards.best[other_pair, rest]
            wins, ties = np.int16(0), np.int16(0)
            for index in range(best.size):
                unsuited, other_unsuited = best[index], other_best[index]
                strength = max(unsuited, flush[index])
                other_strength = max(other_unsuited, other_flush[index])
                win = np.int16(strength > other_strength) - np.int16(unsuited > other_unsuited)
                tie = np.int16(strength == other_strength) - np.int16(unsuited == other_unsuited)
                wins = np.int16(wins + is_free[index] * np.int16(win))
                ties = np.int16(ties + is_free[index] * np.int16(tie))
            additional[0] += ways[rest] * np.int64(wins)
            additional[1] += ways[rest] * np.int64(ties)


@kernel_part
def _write_results(pair, other_pair, wins, ties, range_hands, deck, additional, won, tied):
    """Write the results of all hands with these two pairs of ranks."""
    for hand in range(range_hands.starts[pair], range_hands.starts[pair + 1]):
        for other in range(range_hands.starts[other_pair], range_hands.starts[other_pair + 1]):
            a, b = range_hands.cards[hand, 0], range_hands.cards[hand, 1]
            c, d = range_hands.cards[other, 0], range_hands.cards[other, 1]
            if a in (c, d) or b in (c, d):
                continue
            win, tie = wins, ties
            for suit in range(4):
                subset = (a & 3 == suit) | (b & 3 == suit) << 1
                subset |= (c & 3 == suit) << 2 | (d & 3 == suit) << 3
                win += additional[deck.kind_of[suit], subset, 0]
                tie += additional[deck.kind_of[suit], subset, 1]
            row, column = range_hands.rows[hand], range_hands.columns[other]
            if row >= 0 and column >= 0:
                won[row, column], tied[row, column] = win, tie
            row, column = range_hands.rows[other], range_hands.columns[hand]
            if row >= 0 and column >= 0:
                won[row, column], tied[row, column] = deck.boards - win - tie, tie
