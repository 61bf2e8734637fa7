"""Count ranges of any number of players: every combination of hands on every board.

The game must have one board, and the module `bulk.pair_strengths` must have tables for its
contests. On each board, the strength of each pair of hole cards is looked up once. A hand has the
best strength of its pairs of cards: one in Hold'em, six in four-card Omaha.
"""

from collections.abc import Sequence
from math import comb, inf, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import (
    MAX_WEIGHT,
    Integers,
    Masks,
    count_hands,
    list_combos,
    masks_to_hands,
)
from showdown.bulk.compiling import kernel_part, kernel_with_arrays
from showdown.bulk.outcomes import LOWEST_STRENGTH, add_seat
from showdown.bulk.ranges.boards import (
    WORKERS,
    WeightedCounts,
    build_board_tables,
    build_tally,
    count_in_threads,
    encode_card_pairs,
    fill_strengths,
    has_tables,
    iterate_next_cards,
)
from showdown.bulk.tally import OutcomeCounts
from showdown.evaluator.spots import Spot

_MAX_BITS = 12
"""Maximum product of players and contests: an outcome has a bit for each player and contest."""
_MAX_HANDS = 300_000
"""Maximum number of hands of all players. An unknown Omaha hand against a known one has
148,995 after the flop."""
_BOARD_MS, _CARD_PAIR_MS, _COMBINATION_MS = 4e-3, 1e-6, 3e-6
"""Milliseconds per contest for each board, pair of cards of a hand, and combination of hands."""


class _Hands(NamedTuple):
    """Hands of all players (n), the smallest range first.

    Player p has `range_starts[p]:range_starts[p + 1]`. `card_pairs` (n, pairs) encodes each pair of
    a hand's cards as two six-bit card numbers. Players for whom `competes` (seats) is
    false are dealt hands, but win nothing.
    """

    card_pairs: NDArray[np.uint16]
    masks: Masks
    weights: Integers
    range_starts: Integers
    competes: NDArray[np.bool_]


def estimate_milliseconds(spot: Spot, set_count: int) -> float:
    """Return the estimated milliseconds with loaded kernels; `inf` if it can't be counted here."""
    contests = len(spot.game.contests)
    if not has_tables(spot.game) or len(spot.holdings) * contests > _MAX_BITS:
        return inf
    sizes = [count_hands(spot, seat) for seat in range(len(spot.holdings))]
    boards = comb(len(spot.stub), spot.coming[0])
    if sum(sizes) > _MAX_HANDS or boards * prod(sizes) > MAX_WEIGHT:
        return inf
    lookup_ms = sum(sizes) * comb(spot.game.hole, 2) * _CARD_PAIR_MS
    board_ms = _BOARD_MS + lookup_ms + prod(sizes) * _COMBINATION_MS
    return set_count * boards * contests * board_ms / WORKERS


def count_outcomes(spot: Spot, player_sets: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count the outcomes among each set of players over all combinations of hands and boards.

    The first set has all players.
    """
    tables = build_board_tables(spot.game.contests)
    ranges, players = list_combos(spot), len(spot.holdings)
    # The kernel requires the smallest range first.
    order = sorted(range(players), key=lambda seat: len(ranges[seat]))
    masks = np.concatenate([ranges[seat].masks for seat in order])
    hands = _Hands(
        encode_card_pairs(masks_to_hands(masks, spot.game.hole)),
        masks,
        np.concatenate([ranges[seat].weights for seat in order]),
        np.cumsum([0, *(len(ranges[seat]) for seat in order)]),
        np.ones(players, np.bool_),
    )

    def count_among(seats: Sequence[int]) -> WeightedCounts:
        competing = hands._replace(competes=np.isin(order, seats))
        return count_in_threads(
            spot, tables, lambda boards, counts: _count_deals(competing, boards, tables, counts)
        )

    counts = [count_among(seats) for seats in player_sets]
    tallies = [
        build_tally(spot, set_counts, [order.index(seat) for seat in seats])
        for set_counts, seats in zip(counts, player_sets, strict=True)
    ]
    positions = [order.index(seat) for seat in range(players)]
    return OutcomeCounts(tallies, iterate_next_cards(spot, counts[0], positions))


def would_overflow(spot: Spot) -> bool:
    """Return whether sums of products of weights would overflow."""
    weights = prod(int(combos.weights.sum()) for combos in list_combos(spot))
    return weights * comb(len(spot.stub), spot.coming[0]) >= MAX_WEIGHT


@kernel_with_arrays
def _count_deals(hands, boards, tables, counts):
    """Add the weight of deals to `counts`: by winners, by category, and by card to come.

    `pair_strengths` (contests, 4,096) is the strength of every two cards on a board.
    `possible_hands` contains the indices of the hands that are possible on this board, the start of
    each seat's hands, and the strengths (contests, n). For each seat, `chosen_hands` describes the
    hands chosen for the seats before it: their cards as bits, the product of their weights, and the
    best strengths and the winners of each contest. `board_weights` is the weight of each outcome on
    the board.
    """
    board, coming = boards
    outcomes, categories, cards = counts
    contests, seats = tables.best.shape[0], hands.range_starts.size - 1
    pair_strengths = np.zeros((contests, 1 << 12), np.uint16)
    possible_hands = (
        np.zeros(hands.masks.size, np.int64),
        np.zeros(seats + 1, np.int64),
        np.zeros((contests, hands.masks.size), np.uint16),
    )
    chosen_hands = (
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.int64),
        np.zeros((seats, contests), np.int64),
        np.zeros((seats, contests), np.int64),
    )
    next_index = np.zeros(seats, np.int64)
    board_weights = np.zeros(outcomes.size, np.int64)
    for row in range(coming.shape[0]):
        used_cards = fill_strengths(board, coming[row], tables, pair_strengths)
        if not _find_possible_hands(hands, used_cards, pair_strengths, possible_hands):
            continue
        board_weights[:] = 0
        _count_combinations(
            hands,
            possible_hands,
            chosen_hands,
            next_index,
            tables.category,
            board_weights,
            categories,
        )
        for code in range(outcomes.size):
            outcomes[code] += board_weights[code]
            for card in coming[row]:
                cards[card, code] += board_weights[code]


@kernel_part
def _find_possible_hands(hands, used_cards, pair_strengths, possible_hands):
    """Write each seat's possible hands and their strengths; return False if a seat has none.

    Hands of players who don't compete have the strength 0.
    """
    card_pairs, masks, _, range_starts, competes = hands
    indices, starts, strengths = possible_hands
    end = 0
    for seat in range(range_starts.size - 1):
        starts[seat] = end
        for hand in range(range_starts[seat], range_starts[seat + 1]):
            if masks[hand] & used_cards:
                continue
            indices[end] = hand
            for contest in range(pair_strengths.shape[0]):
                best = np.uint16(0)
                if competes[seat]:
                    for index in range(card_pairs.shape[1]):
                        best = max(best, pair_strengths[contest, card_pairs[hand, index]])
                strengths[contest, end] = best
            end += 1
        if starts[seat] == end:
            return False
    starts[range_starts.size - 1] = end
    return True


@kernel_part
def _count_combinations(
    hands, possible_hands, chosen_hands, next_index, category, board_weights, categories
):
    """Count all combinations of hands on a board.

    Choose hands for all seats but the last, depth first, and count the last seat's hands for each.
    `next_index` contains the next hand to choose for each seat.
    """
    _, masks, weights, range_starts, _ = hands
    indices, starts, strengths = possible_hands
    used_cards, weight, best, winners = chosen_hands
    last_seat = range_starts.size - 2
    contests = strengths.shape[0]
    used_cards[0], weight[0], next_index[0] = np.uint64(0), 1, starts[0]
    for contest in range(contests):
        best[0, contest], winners[0, contest] = LOWEST_STRENGTH, 0
    seat = 0
    while seat >= 0:
        if seat == last_seat:
            _count_last_hands(
                masks, weights, possible_hands, chosen_hands, category, board_weights, categories
            )
            seat -= 1
            continue
        index = next_index[seat]
        if index == starts[seat + 1]:
            seat -= 1
            continue
        next_index[seat] += 1
        hand = indices[index]
        if used_cards[seat] & masks[hand]:
            continue
        used_cards[seat + 1] = used_cards[seat] | masks[hand]
        weight[seat + 1] = weight[seat] * weights[hand]
        for contest in range(contests):
            best[seat + 1, contest], winners[seat + 1, contest] = add_seat(
                best[seat, contest],
                winners[seat, contest],
                np.int64(strengths[contest, index]),
                1 << seat,
            )
        seat += 1
        next_index[seat] = starts[seat]


@kernel_part
def _count_last_hands(
    masks, weights, possible_hands, chosen_hands, category, board_weights, categories
):
    """Count each hand of the last seat that shares no card with the chosen hands."""
    indices, starts, strengths = possible_hands
    last_seat = starts.size - 2
    used_cards, weight_of_others, best, winners = (
        chosen_hands[0][last_seat],
        chosen_hands[1][last_seat],
        chosen_hands[2][last_seat],
        chosen_hands[3][last_seat],
    )
    players = last_seat + 1
    for index in range(starts[last_seat], starts[last_seat + 1]):
        hand = indices[index]
        if masks[hand] & used_cards:
            continue
        weight = weight_of_others * weights[hand]
        code = 0
        for contest in range(strengths.shape[0]):
            top, winner_bits = add_seat(
                best[contest], winners[contest], np.int64(strengths[contest, index]), 1 << last_seat
            )
            code |= winner_bits << (players * contest)
            categories[contest, category[contest, top], winner_bits] += weight
        board_weights[code] += weight
