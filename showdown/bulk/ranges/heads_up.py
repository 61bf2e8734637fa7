"""Exact odds between two ranges of two-card hands, on every street.

A partly known or unknown hand counts as a range of all its possible hands with equal weights.

After the flop, every hand is evaluated once on each board. Then the hands are traversed by
strength, the weakest first, with running sums of the weights of weaker hands, in total and by card.
A hand beats all weaker hands of the other range, minus those with its first card, minus those with
its second card. Nothing is subtracted twice, because the only hand with both cards is the identical
hand, which ties. So the time is proportional to the number of hands, not to the number of pairs of
hands. The results of each hand are counted too.
"""

from collections import Counter
from collections.abc import Sequence
from math import comb, inf
from typing import NamedTuple

import numpy as np

from showdown.bulk.assignments import WeightedCounters
from showdown.bulk.combos import (
    BOARD_CARDS,
    DECK_SIZE,
    HOLE_CARDS,
    MAX_WEIGHT,
    Combos,
    Masks,
    TooHeavyToCount,
    find_indices,
    hands_to_masks,
    list_combos,
    list_hands,
    look_up_weights,
    masks_to_hands,
    sum_disjoint_weights,
)
from showdown.bulk.compiling import kernel, kernel_part
from showdown.bulk.lookup_tables import PAIR_NUMBERS, UInt8Array
from showdown.bulk.ranges import match_ups, preflop
from showdown.bulk.ranges.boards import (
    NO_SUIT,
    WeightedCounts,
    build_board_tables,
    build_flush_columns,
    count_two_players,
    create_counts,
    create_lists,
    insert_hand,
    read_board,
    take_lowest,
)
from showdown.bulk.tally import HandCounts, Outcome, OutcomeCounts, Tally, tally_two_players
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.spots import Spot

_BOARD_MS, _HAND_MS = 1e-3, 2.5e-5
"""Milliseconds for each board, and for each hand on it."""
_TABLE_MS = 5.0
"""Milliseconds to look up two ranges in the table of match-ups."""
_ALL = DECK_SIZE
"""The row of `weaker_weights` with the weight of all weaker hands."""


def can_count(spot: Spot) -> bool:
    """Return whether this module can count the spot.

    There must be two players, not both with a known hand, in a game that plays the best five of
    seven cards.
    """
    has_unknown = not all(holding.is_known for holding in spot.holdings)
    return len(spot.holdings) == 2 and has_unknown and plays_best_five_of_seven(spot.game)


def plays_best_five_of_seven(game: Game) -> bool:
    """Return whether the best five of two hole cards and one board win the whole pot."""
    if game.hole != HOLE_CARDS or game.boards != (BOARD_CARDS,) or len(game.contests) != 1:
        return False
    (contest,) = game.contests
    plays_five = contest.choice == ANY_FIVE and contest.ranking.only_flushes_use_suits
    return plays_five and not contest.has_qualifier


def estimate_milliseconds(spot: Spot) -> float:
    """Return the estimated milliseconds with loaded kernels; `inf` if it can't be counted here."""
    if not can_count(spot):
        return inf
    first, second = list_combos(spot)
    if spot.coming[0] == BOARD_CARDS:
        remaining = _list_cards_off_board(spot)
        if preflop.is_in_table(spot.game, remaining):
            return _TABLE_MS
        return match_ups.estimate_milliseconds(first, second, remaining)
    hand_count = min(len(first) + len(second), comb(len(spot.stub), HOLE_CARDS))
    return comb(len(spot.stub), spot.coming[0]) * (_BOARD_MS + _HAND_MS * hand_count)


def count_outcomes(spot: Spot, player_sets: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count the outcomes of two ranges for these sets of players.

    Raise TooHeavyToCount if the weights are too large.
    """
    first, second = list_combos(spot)
    (board,) = spot.boards
    remaining = _list_cards_off_board(spot)
    if not board:
        hand_counts = preflop.count_ranges(spot.game, first, second, remaining)
        # An outcome has one bit set of winners, because there is one contest.
        sums = {
            (1,): hand_counts[0].sum_counts(hand_counts[0].won),
            (2,): hand_counts[1].sum_counts(hand_counts[1].won),
            (3,): hand_counts[0].sum_counts(hand_counts[0].tied),
        }
        possible_outcomes = +Counter[Outcome](sums)  # without outcomes that never occur
        tally = Tally(2, spot.game.part_indices, possible_outcomes, ())
        return OutcomeCounts(tally_two_players(tally, player_sets), hands=hand_counts)
    board_cards = [card.number for card in board]
    counts, hands = _count_ranges(spot.game.contests[0], first, second, board_cards, remaining)
    return count_two_players(spot, counts, player_sets, hands)


def _list_cards_off_board(spot: Spot) -> list[int]:
    """Return all cards that aren't dead or on the board, including those in hands."""
    unavailable = {*spot.boards[0], *spot.dead}
    return [card.number for card in spot.game.deck if card not in unavailable]


def count_each_hand(spot: Spot, counters: WeightedCounters) -> tuple[HandCounts, HandCounts]:
    """Return the counts of each hand, given counters for all assignments of hands."""
    ranges = list_combos(spot)
    # The rows are the weights of won, tied and all deals.
    sums = [np.zeros((3, len(combos)), np.int64) for combos in ranges]
    for counter, _ in counters:
        tally = counter.tally()
        masks = hands_to_masks(np.array(counter.known_cards.hands, np.uint8))
        indices = [
            int(find_indices(combos.masks, masks[side : side + 1])[0])
            for side, combos in enumerate(ranges)
        ]
        for side, (own, other) in enumerate((indices, indices[::-1])):
            weight = int(ranges[1 - side].weights[other])
            alone, tied, _ = tally.count_wins(side, 0)
            sums[side][:, own] += weight * np.array([alone, tied, tally.total])
    first, second = (
        HandCounts(combos.masks, combos.weights, *counts)
        for combos, counts in zip(ranges, sums, strict=True)
    )
    return first, second


def can_count_preflop(spot: Spot) -> bool:
    """Return whether the spot is before the flop and this module can count it.

    Then only wins and ties are counted, without categories and next cards.
    """
    return can_count(spot) and spot.coming[0] == BOARD_CARDS


class _Hands(NamedTuple):
    """Two-card hands (n).

    `rank_pairs` (n) are indices of their ranks in PAIRS. `flush_columns` (4, n) are the columns, in
    the table of flushes, of the hand's cards of each suit. `low` and `high` (n) are their cards.
    """

    masks: Masks
    rank_pairs: UInt8Array
    flush_columns: UInt8Array
    low: UInt8Array
    high: UInt8Array


def _build_hands(masks: Masks) -> _Hands:
    cards = masks_to_hands(masks, HOLE_CARDS).T
    low, high = np.ascontiguousarray(cards)
    is_low, is_high = (cards & 3)[:, None] == np.arange(4)[:, None]
    columns = build_flush_columns()[is_low << 1 | is_high, low >> 2, high >> 2]
    return _Hands(masks, PAIR_NUMBERS[low >> 2, high >> 2], columns, low, high)


def _count_ranges(
    contest: Contest, first: Combos, second: Combos, board: Sequence[int], remaining: Sequence[int]
) -> tuple[WeightedCounts, tuple[HandCounts, ...]]:
    """Count the wins of two ranges on every board, in total and for each hand.

    `board` contains the known board cards, and `remaining` all other cards that aren't dead,
    including those in hands. Raise TooHeavyToCount if the weights are too large.
    """
    # A card that every hand of a range contains can't come.
    common_cards = [int(np.bitwise_and.reduce(combos.masks)) for combos in (first, second)]
    free = [card for card in remaining if not (common_cards[0] | common_cards[1]) >> card & 1]
    coming = list_hands(free, BOARD_CARDS - len(board))
    if int(first.weights.sum()) * int(second.weights.sum()) * len(coming) >= MAX_WEIGHT:
        raise TooHeavyToCount
    masks = np.union1d(first.masks, second.masks)
    weights = np.stack([look_up_weights(masks, combos) for combos in (first, second)])
    won, tied = np.zeros((2, *weights.shape), np.int64)
    tables = build_board_tables((contest,))
    counts = create_counts(tables, 2)
    _count_boards(
        _build_hands(masks),
        weights,
        (np.array(board, np.uint8), coming),
        tables,
        create_lists(len(masks)),
        np.zeros((DECK_SIZE + 1, 2), np.int64),
        (won, tied),
        counts,
    )
    boards = comb(len(remaining) - 2 * HOLE_CARDS, BOARD_CARDS - len(board))
    hands = []
    for side, (own, other) in enumerate(((first, second), (second, first))):
        indices = find_indices(masks, own.masks)
        total = sum_disjoint_weights(own.masks, other) * boards
        own_won, own_tied = won[side, indices], tied[side, indices]
        hands.append(HandCounts(own.masks, own.weights, own_won, own_tied, total))
    return counts._replace(outcomes=counts.categories[0].sum(axis=0)), tuple(hands)


@kernel
def _count_boards(hands, weights, boards, tables, lists, weaker_weights, results, counts):
    """Compare every hand of each range with the other range, on every board.

    `weights` (2, n) contains the weight of each hand in each range, 0 if the hand is not in the
    range. `boards` are the known cards, and the cards to come (m, k) of each board. There is one
    contest. `lists` are the linked lists of hands by strength, from `create_lists`. `_count_group`
    describes `weaker_weights` (53, 2).

    Add to `results`, which are `won` and `tied` (2, n), the weight of the other range's hands that
    each hand beats or ties with. Add to the categories and cards of `counts` the weight of deals by
    winners: 1 for the first range, 2 for the second, 3 for both.
    """
    won, tied = results
    board, coming = boards
    categories, cards = counts.categories[0], counts.cards
    category = tables.category[0]
    head, next_hand, filled_bits = lists
    for row in range(coming.shape[0]):
        used_cards, key, ranks, suit = read_board(board, coming[row], tables.keys)
        strengths = tables.best[0, tables.row_by_key[key]]
        flushes = tables.flushes[0, tables.flush_row[ranks]]
        _sort_hands(hands, used_cards, strengths, flushes, suit, lists)
        weaker_weights[:] = 0
        first_wins, second_wins, ties = 0, 0, 0
        for word in range(filled_bits.size):
            bits = filled_bits[word]
            filled_bits[word] = 0
            while bits:
                strength, bits = take_lowest(word, bits)
                start = head[strength]
                head[strength] = -1
                group_first_wins, group_second_wins, group_ties = _count_group(
                    start, next_hand, weights, hands, weaker_weights, won, tied
                )
                first_wins += group_first_wins
                second_wins += group_second_wins
                ties += group_ties
                categories[category[strength], 1] += group_first_wins
                categories[category[strength], 2] += group_second_wins
                categories[category[strength], 3] += group_ties
        for card in coming[row]:
            cards[card, 1] += first_wins
            cards[card, 2] += second_wins
            cards[card, 3] += ties


@kernel_part
def _sort_hands(hands, used_cards, strengths, flushes, suit, lists):
    """Insert the hands that are possible on a board into the lists of their strengths."""
    head, next_hand, filled_bits = lists
    for hand in range(hands.masks.size):
        if hands.masks[hand] & used_cards:
            continue
        strength = strengths[hands.rank_pairs[hand]]
        if suit != NO_SUIT:
            strength = max(strength, flushes[hands.flush_columns[suit, hand]])
        insert_hand(hand, strength, head, next_hand, filled_bits)


@kernel_part
def _count_group(start, next_hand, weights, hands, weaker_weights, won, tied):
    """Count the wins and ties of equally strong hands, and add their weights to `weaker_weights`.

    `weaker_weights` (53, 2) contains the total weight of each range's weaker hands, by card; row
    `_ALL` contains the total of all. A hand beats the weaker hands of the other range that share
    no card with it: all, minus those with its first card, minus those with its second. Only the
    identical hand has both cards, and it ties. Return the weights of the deals that the first range
    wins, that the second range wins, and that both tie.
    """
    low, high = hands.low, hands.high
    first_wins, second_wins, wins_and_ties = 0, 0, 0
    hand = start
    while hand >= 0:
        a, b = low[hand], high[hand]
        beaten = weaker_weights[_ALL, 1] - weaker_weights[a, 1] - weaker_weights[b, 1]
        won[0, hand] += beaten
        tied[0, hand] -= beaten  # `won_or_tied` is added below
        first_wins += weights[0, hand] * beaten
        beaten = weaker_weights[_ALL, 0] - weaker_weights[a, 0] - weaker_weights[b, 0]
        won[1, hand] += beaten
        tied[1, hand] -= beaten
        second_wins += weights[1, hand] * beaten
        hand = next_hand[hand]
    hand = start
    while hand >= 0:
        a, b = low[hand], high[hand]
        for side in range(2):
            weight = weights[side, hand]
            weaker_weights[_ALL, side] += weight
            weaker_weights[a, side] += weight
            weaker_weights[b, side] += weight
        hand = next_hand[hand]
    hand = start
    while hand >= 0:
        a, b = low[hand], high[hand]
        won_or_tied = (
            weaker_weights[_ALL, 1] - weaker_weights[a, 1] - weaker_weights[b, 1] + weights[1, hand]
        )
        tied[0, hand] += won_or_tied
        wins_and_ties += weights[0, hand] * won_or_tied
        won_or_tied = (
            weaker_weights[_ALL, 0] - weaker_weights[a, 0] - weaker_weights[b, 0] + weights[0, hand]
        )
        tied[1, hand] += won_or_tied
        hand = next_hand[hand]
    return first_wins, second_wins, wins_and_ties - first_wins
