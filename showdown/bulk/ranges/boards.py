"""Tables and kernels for boards, shared by the algorithms that enumerate the boards for ranges."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.capacity import count_usable_cores
from showdown.bulk.combos import BOARD_CARDS, DECK_SIZE, Integers, Masks, list_hands
from showdown.bulk.compiling import kernel_part
from showdown.bulk.lookup_tables import PAIR_NUMBERS, PAIRS, UInt8Array, uses_suits
from showdown.bulk.multisets import KEYS, Indices, Keys, build_multisets
from showdown.bulk.outcomes import build_category_table
from showdown.bulk.pair_strengths import (
    Strengths,
    build_rank_columns,
    can_evaluate,
    find_best_flushes,
    list_suited_boards,
)
from showdown.bulk.tally import (
    HandCounts,
    Outcome,
    OutcomeCounts,
    Tally,
    count_categories,
    decode_outcome,
    tally_two_players,
)
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.spots import Spot

WORKERS = min(2, count_usable_cores())
"""Number of threads: one request uses at most two cores."""


class BoardTables(NamedTuple):
    """Tables for the strength of two hole cards with a board, in each contest.

    `row_by_key` maps the sum of the `keys` (13) of a board's ranks to a row of `best` (contests,
    boards, 91), and `pair_column` (13, 13) maps two ranks to a column. `flush_row` (8,192) maps a
    board's ranks in one suit, as bits, to a row of `flushes` (contests, sets, 105), and
    `flush_columns` is the result of `build_flush_columns`. `category` (contests, strengths) is the
    category of each strength.
    """

    keys: Keys
    row_by_key: Indices
    best: Strengths
    pair_column: UInt8Array
    flush_row: Integers
    flushes: Strengths
    flush_columns: UInt8Array
    category: Integers


class WeightedCounts(NamedTuple):
    """Weighted numbers of deals by outcome, by made hands, and by next card.

    The shapes are (codes), (contests, categories, 2**players), and (52, codes). A code is an
    outcome: the winners of each contest as `players` bits, the first contest lowest.
    """

    outcomes: Integers
    categories: Integers
    cards: Integers


def has_tables(game: Game) -> bool:
    """Return whether the game has one board and tables for all its contests."""
    return game.boards == (BOARD_CARDS,) and all(
        contest.boards and can_evaluate(contest, game.hole) for contest in game.contests
    )


def count_in_threads(
    spot: Spot,
    tables: BoardTables,
    count: Callable[[tuple[UInt8Array, UInt8Array], WeightedCounts], None],
) -> WeightedCounts:
    """Call `count` for all boards of a spot, divided among threads, and return the sum.

    `count` receives the boards, as the known cards and the cards to come (m, k), and the counts to
    which it adds.
    """
    board = np.array([card.number for card in spot.boards[0]], np.uint8)
    coming = list_hands([card.number for card in spot.stub], spot.coming[0])

    def count_part(part: UInt8Array) -> WeightedCounts:
        counts = create_counts(tables, len(spot.holdings))
        count((board, part), counts)
        return counts

    with ThreadPoolExecutor(WORKERS) as pool:
        parts = list(pool.map(count_part, np.array_split(coming, WORKERS)))
    return WeightedCounts(*(sum(columns[1:], columns[0]) for columns in zip(*parts, strict=True)))


def encode_card_pairs(cards: UInt8Array) -> NDArray[np.uint16]:
    """Encode each pair of a hand's cards in twelve bits, six for each card: (n, pairs)."""
    low, high = np.array(list(combinations(range(cards.shape[1]), 2))).T
    indices = cards[:, low].astype(np.uint16) << 6 | cards[:, high]
    return indices.astype(np.uint16, order="C")


def create_counts(tables: BoardTables, players: int) -> WeightedCounts:
    contests = len(tables.best)
    codes = 1 << players * contests
    return WeightedCounts(
        np.zeros(codes, np.int64),
        np.zeros((contests, int(tables.category.max()) + 1, 1 << players), np.int64),
        np.zeros((DECK_SIZE, codes), np.int64),
    )


@cache
def build_flush_columns() -> UInt8Array:
    """Return the column of `BoardTables.flushes` for each two hole cards: (4, 13, 13).

    The first index is a bit set of the cards that have the suit: 1 for the card with the higher
    number, 2 for the other one. The other indices are the ranks of both cards, the lower number
    first.
    """
    columns = np.zeros((4, 13, 13), np.uint8)
    low, high = np.arange(13)[:, None], np.arange(13)[None, :]
    columns[1], columns[2], columns[3] = 1 + high, 1 + low, 14 + PAIR_NUMBERS
    return columns


@cache
def build_board_tables(contests: tuple[Contest, ...]) -> BoardTables:
    sets, flush_row = list_suited_boards()
    suited_holes = [(), *((rank,) for rank in range(13)), *PAIRS]
    flushes = np.zeros((len(contests), len(sets), len(suited_holes)), np.uint16)
    for index, contest in enumerate(contests):
        if uses_suits(contest.ranking):
            for column, own in enumerate(suited_holes):
                if len(set(own)) == len(own):
                    flushes[index, :, column] = find_best_flushes(contest, own, sets)
    return BoardTables(
        keys=KEYS,
        row_by_key=build_multisets(BOARD_CARDS).index_by_key,
        best=np.stack(
            [build_rank_columns(contest.choice, contest.ranking).T for contest in contests]
        ).copy("C"),
        pair_column=PAIR_NUMBERS,
        flush_row=flush_row.astype(np.int64),
        flushes=flushes,
        flush_columns=build_flush_columns(),
        category=build_category_table(contests).astype(np.int64),
    )


def build_tally(spot: Spot, counts: WeightedCounts, positions: Sequence[int]) -> Tally:
    """Return the tally of the players with these indices in the kernel's order."""
    outcomes: Counter[Outcome] = Counter()
    players, contests = len(spot.holdings), len(spot.game.contests)
    for code in np.flatnonzero(counts.outcomes).tolist():
        outcome = decode_outcome(code, players, contests, positions)
        outcomes[outcome] += int(counts.outcomes[code])
    categories = tuple(count_categories(table, positions) for table in counts.categories)
    return Tally(len(positions), spot.game.part_indices, outcomes, categories)


def count_two_players(
    spot: Spot,
    counts: WeightedCounts,
    player_sets: Sequence[Sequence[int]],
    hands: tuple[HandCounts, ...] = (),
) -> OutcomeCounts:
    """Return the results of two players, whose positions in the kernel are their seats."""
    tallies = tally_two_players(build_tally(spot, counts, range(2)), player_sets)
    return OutcomeCounts(tallies, iterate_next_cards(spot, counts, range(2)), hands)


def iterate_next_cards(
    spot: Spot, counts: WeightedCounts, positions: Sequence[int]
) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Yield each possible next card with each player's share after it."""
    codes = np.flatnonzero(counts.outcomes).tolist()
    players, contests = len(spot.holdings), len(spot.game.contests)
    outcomes = [decode_outcome(code, players, contests, positions) for code in codes]
    cards = [card.number for card in spot.stub]
    for card, row in zip(cards, counts.cards[np.ix_(cards, codes)].tolist(), strict=True):
        if any(row):
            count_by_outcome = Counter(dict(zip(outcomes, row, strict=True)))
            card_tally = Tally(len(positions), spot.game.part_indices, count_by_outcome, ())
            yield card, tuple(map(card_tally.share, range(len(positions))))


_word = np.uint64
_ONE, _SIX = _word(1), _word(6)
_LOW_SIX = _word(63)
_ALL_BITS = (1 << 64) - 1
_DE_BRUIJN_INT = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: any six consecutive bits are unique."""
_DE_BRUIJN = _word(_DE_BRUIJN_INT)
_INDEX_SHIFT = _word(58)
_BIT_INDICES = np.array(
    sorted(range(64), key=lambda index: (_DE_BRUIJN_INT << index & _ALL_BITS) >> 58)
)
NO_SUIT = 4
_SUITED_FOR_FLUSH = 3


@kernel_part
def read_board(board, coming, keys):
    """Return a board's cards as bits, the sum of its keys, its suited ranks, and their suit.

    The ranks are bits, and the suit is that of three or more cards. If there is none, the suit is
    NO_SUIT and the ranks are 0.
    """
    used_cards, key, suits = _word(0), 0, 0
    for index in range(5):
        card = board[index] if index < board.size else coming[index - board.size]
        used_cards |= _ONE << _word(card)
        key += keys[card >> 2]
        suits += 1 << ((card & 3) << 2)
    suit, ranks = NO_SUIT, 0
    for number in range(4):
        if (suits >> (number << 2)) & 15 >= _SUITED_FOR_FLUSH:
            suit = number
    for index in range(5):
        card = board[index] if index < board.size else coming[index - board.size]
        ranks |= (card & 3 == suit) << (card >> 2)
    return used_cards, key, ranks, suit


@kernel_part
def fill_strengths(board, coming, tables, pair_strengths):
    """Write the strength of every two hole cards with the board, in each contest.

    Return the board's cards as bits.
    """
    used_cards, key, ranks, suit = read_board(board, coming, tables.keys)
    row, flush_row = tables.row_by_key[key], tables.flush_row[ranks]
    for contest in range(pair_strengths.shape[0]):
        strengths, flushes = tables.best[contest, row], tables.flushes[contest, flush_row]
        for low in range(52):
            for high in range(low + 1, 52):
                strength = strengths[tables.pair_column[low >> 2, high >> 2]]
                if suit != NO_SUIT:
                    own = tables.flush_columns[((low & 3) == suit) << 1 | ((high & 3) == suit),
                                     low >> 2, high >> 2]  # fmt: skip
                    strength = max(strength, flushes[own])
                pair_strengths[contest, low << 6 | high] = strength
    return used_cards


_STRENGTH_COUNT = 8192
"""Length of arrays indexed by strength: above all strengths, and a multiple of 64."""


def create_lists(hands: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Masks]:
    """Return empty linked lists by strength, into which the kernels sort the hands of a board.

    The first array is the first hand of each strength, or -1, and the second one the next hand of
    the same strength, or -1. The third one contains a bit for each strength with a hand.
    """
    head = np.full(_STRENGTH_COUNT, -1, np.int32)
    return head, np.zeros(hands, np.int32), np.zeros(_STRENGTH_COUNT // 64, np.uint64)


@kernel_part
def insert_hand(hand, strength, head, next_hand, filled_bits):
    """Insert a hand at the head of the list of hands with this strength."""
    next_hand[hand] = head[strength]
    head[strength] = hand
    filled_bits[_word(strength) >> _SIX] |= _ONE << (_word(strength) & _LOW_SIX)


@kernel_part
def take_lowest(word, bits):
    """Return the lowest strength among `bits`, and the other bits.

    `bits` are those of `filled_bits[word]` that haven't been taken.
    """
    lowest = bits & (~bits + _ONE)
    return (_word(word) << _SIX) + _find_bit_index(lowest), bits ^ lowest


@kernel_part
def _find_bit_index(bit):
    """Return the index of the only bit that is set, by de Bruijn multiplication."""
    return _word(_BIT_INDICES[(bit * _DE_BRUIJN) >> _INDEX_SHIFT])
