"""Tables of strengths by pair of hole cards and board, and the evaluation of a hand on all boards.

A board is an index of `build_multisets(5)` or, for flushes, a set of suited ranks. `counting` and
`two_boards` use these tables with numpy; the kernels of `ranges` and of Omaha use them too.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.lookup_tables import (
    COLUMNS,
    NO_PAIR,
    PAIR_NUMBERS,
    PAIRS,
    BoardIndex,
    UInt16Array,
    build_best_flushes,
    build_board_index,
    build_fives_array,
    find_best_by_ranks,
    uses_suits,
)
from showdown.bulk.multisets import KEYS, Indices, RankBits, build_multisets, build_rank_sets
from showdown.evaluator.choices import ANY_FIVE, TWO_AND_THREE, Choice
from showdown.evaluator.games import Contest
from showdown.evaluator.rankings import Ranking

type Strengths = NDArray[np.uint16]

CARDS_ON_BOARD = 5
NO_FLUSH = 6
"""The number of suited board cards that a hand needs if it can't make a flush: more than five."""


@cache
def build_rank_columns(choice: Choice, ranking: Ranking) -> Strengths:
    """Return the strength of each pair of ranks on each board without flushes, (91, 6,188)."""
    return _compute_columns(choice, ranking, np.array(PAIRS))


@cache
def _compute_column(choice: Choice, ranking: Ranking, pair: int) -> Strengths:
    column: Strengths = _compute_columns(choice, ranking, np.array(PAIRS[pair : pair + 1]))[0]
    return column


def _compute_columns(choice: Choice, ranking: Ranking, pairs: NDArray[np.intp]) -> Strengths:
    hole, board = tuple(pairs.T[:, :, None]), tuple(build_fives_array().T[:, None, :])
    return find_best_by_ranks(ranking, choice.combinations(hole, board))


@cache
def list_suited_boards() -> tuple[RankBits, UInt16Array]:
    """Return sets of ranks, as bits, and the index of each set by its bits (8,192).

    These are the empty set and all sets of three to five ranks.
    """
    sets = np.concatenate([[0], *(build_rank_sets(size).bits for size in (3, 4, 5))])
    index_by_bits = np.zeros(1 << 13, np.uint16)
    index_by_bits[sets] = range(len(sets))
    return sets, index_by_bits


@cache
def _build_flushes_of_two_and_three(ranking: Ranking) -> Strengths:
    """Return the best flush of two suited hole cards with each of `list_suited_boards`.

    Three board cards play. There is a column for each of PAIRS, 0 for pairs of one rank, and a
    column of zeros for NO_PAIR.
    """
    sets, index_by_bits = list_suited_boards()
    three = build_rank_sets(3).bits[:, None]
    hole = np.array([1 << low | 1 << high for low, high in PAIRS])
    best = np.zeros((len(sets), COLUMNS), np.uint16)
    is_disjoint = (three & hole == 0) & (np.bitwise_count(hole) == 2)
    best[index_by_bits[three[:, 0]], :NO_PAIR] = np.where(
        is_disjoint, build_best_flushes(ranking)[three | hole], 0
    )
    for _ in range(2):  # boards of four cards first, then those of five
        for rank in range(13):
            np.maximum(best, best[index_by_bits[sets & ~(1 << rank)]], out=best)
    return best


def find_best_flushes(contest: Contest, hand_ranks: Sequence[int], sets: RankBits) -> Strengths:
    """Return the best flush of a hand with each set of board ranks in the suit.

    `hand_ranks` are the hand's ranks in the suit. The strength is 0 if they make no flush.
    """
    if contest.choice == ANY_FIVE:
        return build_best_flushes(contest.ranking).take(
            sets | sum(1 << rank for rank in hand_ranks)
        )
    flushes = _build_flushes_of_two_and_three(contest.ranking)
    _, index_by_bits = list_suited_boards()
    rows, best = index_by_bits[sets] * np.intp(COLUMNS), np.zeros(len(sets), np.uint16)
    for pair in _list_rank_pairs(hand_ranks):
        np.maximum(best, flushes.take(rows + pair), out=best)
    return best


def can_evaluate(contest: Contest, hole: int) -> bool:
    """Return whether tables of this module can evaluate a contest with this many hole cards.

    The best pair of hole cards must determine the best hand: exactly two hole cards play, or the
    hand has only two.
    """
    plays_a_pair = contest.choice == TWO_AND_THREE or (contest.choice == ANY_FIVE and hole == 2)
    return plays_a_pair and contest.ranking.only_flushes_use_suits


def evaluate_without_flushes(contest: Contest, hand: Sequence[int], rows: Indices) -> Strengths:
    """Return the strengths of a hand on boards without flushes.

    `rows` are indices of `build_multisets(5)`. Only the columns of this hand are computed, which
    takes a hundredth of the time for all columns.
    """
    pairs = _list_rank_pairs([card >> 2 for card in hand])
    columns = np.stack([_compute_column(contest.choice, contest.ranking, pair) for pair in pairs])
    strengths = columns if len(rows) == columns.shape[1] else columns.take(rows, axis=1)
    best: Strengths = strengths.max(axis=0)
    return best


def count_board_cards_for_flush(contest: Contest, hand: Sequence[int], suit: int) -> int:
    """Return the number of board cards of a suit that the hand needs for a flush, or NO_FLUSH."""
    if not uses_suits(contest.ranking):
        return NO_FLUSH
    suited_count = len(list_ranks_in_suit(hand, suit))
    if contest.choice == ANY_FIVE:
        return CARDS_ON_BOARD - suited_count
    return 3 if suited_count >= 2 else NO_FLUSH


def evaluate_on_boards(
    contest: Contest, hand: Sequence[int], boards: NDArray[np.uint8]
) -> Strengths:
    """Return the strength of a hand on each of these boards (n, 5)."""
    rows = build_multisets(CARDS_ON_BOARD).index_by_key[KEYS[boards >> 2].sum(axis=1)]
    best = evaluate_without_flushes(contest, hand, rows)
    for suit in range(4):
        if count_board_cards_for_flush(contest, hand, suit) != NO_FLUSH:
            sets = ((boards & 3 == suit) << (boards >> 2).astype(np.intp)).sum(axis=1)
            np.maximum(
                best, find_best_flushes(contest, list_ranks_in_suit(hand, suit), sets), out=best
            )
    return best


def list_ranks_in_suit(cards: Sequence[int], suit: int) -> list[int]:
    """Return the ranks of the cards of a suit."""
    return [card >> 2 for card in cards if card & 3 == suit]


def _list_rank_pairs(hole: Sequence[int]) -> list[int]:
    """Return the indices in PAIRS of the different pairs of ranks among hole cards."""
    return sorted({int(PAIR_NUMBERS[pair]) for pair in combinations(hole, 2)})


class OmahaTables(NamedTuple):
    """Strengths of exactly two hole cards with three of five board cards.

    `best` (6,188 * 92) ignores flushes. It is indexed by the multiset of the board's ranks, then by
    the pair of hole cards. `flush_boards` (8,192) is the number, from 1 on, of each set of three to
    five suited board ranks, as 13 bits. `flushes` (2,289 * 92) is indexed by this number, then by
    the pair of suited hole cards.
    """

    boards: BoardIndex
    best: UInt16Array
    flush_boards: UInt16Array
    flushes: UInt16Array


@cache
def build_omaha_tables(ranking: Ranking) -> OmahaTables:
    """Return the tables for a ranking of high hands."""
    best = np.zeros((len(build_fives_array()), COLUMNS), np.uint16)
    best[:, :NO_PAIR] = build_rank_columns(TWO_AND_THREE, ranking).T
    _, flush_boards = list_suited_boards()
    flushes = _build_flushes_of_two_and_three(ranking)
    return OmahaTables(build_board_index(), best.ravel(), flush_boards, flushes.ravel())
