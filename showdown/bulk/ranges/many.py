"""Count ranges of any number of players: every combination of hands on every board.

The game must have one board, and `pair_strengths` must have tables for its contests. On each board,
the strength of each pair of hole cards is looked up once. A hand has the best strength of its pairs
of cards: one in Hold'em, six in four-card Omaha.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, inf, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.capacity import usable_cores
from showdown.bulk.combos import (
    BOARD,
    CARDS,
    MOST_WEIGHT,
    Masks,
    Whole,
    cards_of,
    every_combos,
    hands_of,
    size,
)
from showdown.bulk.loading import kernels
from showdown.bulk.lookup_tables import PAIR_NUMBERS, PAIRS, Bytes, uses_suits
from showdown.bulk.multisets import KEYS, Numbers, multisets
from showdown.bulk.outcomes import category_table
from showdown.bulk.pair_strengths import (
    Strengths,
    best_flushes,
    has_columns,
    rank_columns,
    suited_boards,
)
from showdown.bulk.tally import (
    HandCounts,
    Outcome,
    OutcomeCounts,
    Tally,
    category_counts,
    outcome_of,
    tallies_of_two,
)
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.spots import Spot

_MOST_BITS = 12
"""Maximum product of players and contests: an outcome has a bit for each player and contest."""
_MOST_HANDS = 300_000
"""Maximum number of hands of all players. An unknown hand of Omaha has 148,995 after the flop."""
_FOR_A_BOARD, _FOR_A_PAIR_OF_CARDS, _FOR_A_COMBINATION = 4e-3, 1e-6, 3e-6
"""Milliseconds per contest for each board, pair of cards of a hand, and combination of hands."""
WORKERS = min(2, usable_cores())
"""Number of threads: one request uses at most two cores."""


class _Hands(NamedTuple):
    """Hands of all players (n), the smallest range first; player p has `firsts[p]:firsts[p + 1]`.

    `card_pairs` (n, pairs) contains both numbers of each pair of a hand's cards, six bits each.
    Players for whom `competes` (seats) is false are dealt hands, but win nothing.
    """

    card_pairs: NDArray[np.uint16]
    masks: Masks
    weights: Whole
    firsts: Whole
    competes: NDArray[np.bool_]


class _Tables(NamedTuple):
    """Tables for the strength of two hole cards with a board, in each contest.

    `number` maps the sum of the `keys` (13) of a board's ranks to a row of `best` (contests,
    boards, 91), and `pair` (13, 13) maps two ranks to a column. `flush_number` (8,192) maps a
    board's ranks in one suit, as bits, to a row of `flushes` (contests, sets, 105), and `own` are
    the `flush_columns`. `category` (contests, strengths) is the category of each strength.
    """

    keys: Numbers
    number: Numbers
    best: Strengths
    pair: Bytes
    flush_number: Whole
    flushes: Strengths
    own: Bytes
    category: Whole


class Counts(NamedTuple):
    """Weights of deals: by outcome, by category and winners in each contest, and by card to come.

    The shapes are (codes), (contests, categories, 2**players), and (52, codes). The code of an
    outcome has the winners of each contest as `players` bits, the first contest lowest.
    """

    outcomes: Whole
    categories: Whole
    by_card: Whole


def is_supported(game: Game) -> bool:
    """Return whether the game has one board and tables for all its contests."""
    return game.boards == (BOARD,) and all(
        contest.boards and has_columns(contest, game.hole) for contest in game.contests
    )


def milliseconds(spot: Spot, fields: int) -> float:
    """Return the estimated milliseconds with loaded kernels; `inf` if it can't be counted here."""
    contests = len(spot.game.contests)
    if not is_supported(spot.game) or len(spot.holdings) * contests > _MOST_BITS:
        return inf
    sizes = [size(spot, seat) for seat in range(len(spot.holdings))]
    boards = comb(len(spot.stub), spot.coming[0])
    if sum(sizes) > _MOST_HANDS or boards * prod(sizes) > MOST_WEIGHT:
        return inf
    looked_up = sum(sizes) * comb(spot.game.hole, 2) * _FOR_A_PAIR_OF_CARDS
    of_a_board = _FOR_A_BOARD + looked_up + prod(sizes) * _FOR_A_COMBINATION
    return fields * boards * contests * of_a_board / WORKERS


def count_outcomes(spot: Spot, fields: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count all combinations of hands for these sets of players. The first set has all players."""
    tables, board, coming = tables_of(spot.game.contests), *boards_of(spot)
    ranges, players = every_combos(spot), len(spot.holdings)
    # The kernel requires the smallest range first.
    order = sorted(range(players), key=lambda seat: len(ranges[seat]))
    masks = np.concatenate([ranges[seat].masks for seat in order])
    hands = _Hands(
        card_pairs(cards_of(masks, spot.game.hole)),
        masks,
        np.concatenate([ranges[seat].weights for seat in order]),
        np.cumsum([0, *(len(ranges[seat]) for seat in order)]),
        np.ones(players, np.bool_),
    )

    def counts_among(seats: Sequence[int]) -> Counts:
        competing = hands._replace(competes=np.isin(order, seats))

        def work(part: NDArray[np.uint8]) -> Counts:
            counts = no_counts(tables, players)
            kernels().many.count_deals(competing, (board, part), tables, counts)
            return counts

        return run_in_threads(work, coming)

    counts = [counts_among(seats) for seats in fields]
    tallies = [
        tally(spot, of_field, [order.index(seat) for seat in seats])
        for of_field, seats in zip(counts, fields, strict=True)
    ]
    positions = [order.index(seat) for seat in range(players)]
    return OutcomeCounts(tallies, next_cards(spot, counts[0], positions))


def is_too_heavy(spot: Spot) -> bool:
    """Return whether sums of products of weights would overflow."""
    weights = prod(int(combos.weights.sum()) for combos in every_combos(spot))
    return weights * comb(len(spot.stub), spot.coming[0]) >= MOST_WEIGHT


def boards_of(spot: Spot) -> tuple[Bytes, Bytes]:
    """Return the known cards of the board, and all sets of cards to come (m, k)."""
    stub = [card.number for card in spot.stub]
    known = np.array([card.number for card in spot.boards[0]], np.uint8)
    return known, hands_of(stub, spot.coming[0])


def run_in_threads(
    work: Callable[[NDArray[np.uint8]], Counts], coming: NDArray[np.uint8]
) -> Counts:
    """Run `work` on parts of these boards in threads, and return the sum of the counts."""
    kernels()  # several threads must not import the kernels at once
    with ThreadPoolExecutor(WORKERS) as pool:
        parts = list(pool.map(work, np.array_split(coming, WORKERS)))
    return Counts(*(sum(columns[1:], columns[0]) for columns in zip(*parts, strict=True)))


def card_pairs(cards: Bytes) -> NDArray[np.uint16]:
    """Return both numbers of each pair of cards of each hand, six bits each: (n, pairs)."""
    low, high = np.array(list(combinations(range(cards.shape[1]), 2))).T
    indices = cards[:, low].astype(np.uint16) << 6 | cards[:, high]
    return indices.astype(np.uint16, order="C")


def no_counts(tables: _Tables, players: int) -> Counts:
    contests = len(tables.best)
    codes = 1 << players * contests
    return Counts(
        np.zeros(codes, np.int64),
        np.zeros((contests, int(tables.category.max()) + 1, 1 << players), np.int64),
        np.zeros((CARDS, codes), np.int64),
    )


@cache
def flush_columns() -> Bytes:
    """Return the column in the table of flushes for two hole cards, (4, 13, 13).

    The first index is a bit set of the cards that have the suit: 1 for the card with the higher
    number, 2 for the other one. The other indices are the ranks of both cards, the lower number
    first.
    """
    columns = np.zeros((4, 13, 13), np.uint8)
    low, high = np.arange(13)[:, None], np.arange(13)[None, :]
    columns[1], columns[2], columns[3] = 1 + high, 1 + low, 14 + PAIR_NUMBERS
    return columns


@cache
def tables_of(contests: tuple[Contest, ...]) -> _Tables:
    sets, flush_number = suited_boards()
    owns = [(), *((rank,) for rank in range(13)), *PAIRS]
    flushes = np.zeros((len(contests), len(sets), len(owns)), np.uint16)
    for index, contest in enumerate(contests):
        if uses_suits(contest.ranking):
            for column, own in enumerate(owns):
                if len(set(own)) == len(own):
                    flushes[index, :, column] = best_flushes(contest, own, sets)
    return _Tables(
        keys=KEYS,
        number=multisets(BOARD).number,
        best=np.stack(
            [rank_columns(contest.choice, contest.ranking).T for contest in contests]
        ).copy("C"),
        pair=PAIR_NUMBERS,
        flush_number=flush_number.astype(np.int64),
        flushes=flushes,
        own=flush_columns(),
        category=category_table(contests).astype(np.int64),
    )


def tally(spot: Spot, counts: Counts, positions: Sequence[int]) -> Tally:
    """Return the tally of the players at these positions in the order of the kernel."""
    outcomes: Counter[Outcome] = Counter()
    players, contests = len(spot.holdings), len(spot.game.contests)
    for code in np.flatnonzero(counts.outcomes).tolist():
        outcome = outcome_of(code, players, contests, positions)
        outcomes[outcome] += int(counts.outcomes[code])
    categories = tuple(category_counts(table, positions) for table in counts.categories)
    return Tally(len(positions), spot.game.part_indices, outcomes, categories)


def results_of_two(
    spot: Spot,
    counts: Counts,
    fields: Sequence[Sequence[int]],
    hands: tuple[HandCounts, ...] = (),
) -> OutcomeCounts:
    """Return the results of two players, whose positions are their seats."""
    tallies = tallies_of_two(tally(spot, counts, range(2)), fields)
    return OutcomeCounts(tallies, next_cards(spot, counts, range(2)), hands)


def next_cards(
    spot: Spot, counts: Counts, positions: Sequence[int]
) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Yield each possible next card with each player's share after it."""
    codes = np.flatnonzero(counts.outcomes).tolist()
    players, contests = len(spot.holdings), len(spot.game.contests)
    outcomes = [outcome_of(code, players, contests, positions) for code in codes]
    cards = [card.number for card in spot.stub]
    for card, row in zip(cards, counts.by_card[np.ix_(cards, codes)].tolist(), strict=True):
        if any(row):
            count_of = Counter(dict(zip(outcomes, row, strict=True)))
            after = Tally(len(positions), spot.game.part_indices, count_of, ())
            yield card, tuple(map(after.share, range(len(positions))))
