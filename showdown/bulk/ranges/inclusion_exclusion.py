"""Count two ranges of hands of any size on every board, in games with one or two contests.

As in `heads_up`, hands are traversed by strength with running sums of weights. Hands that share
cards with a hand are subtracted by inclusion and exclusion: minus those with each of its cards,
plus those with each two of its cards, minus those with each three, and so on. So there is a sum for
each set of cards of a hand. If there is also a low, the traversal is repeated for each low that can
be made on the board, with the hands that make this low or a worse one.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import (
    DECK_SIZE,
    Integers,
    Masks,
    count_hands,
    list_combos,
    look_up_weights,
    masks_to_hands,
)
from showdown.bulk.compiling import kernel_part, kernel_with_arrays
from showdown.bulk.ranges.boards import (
    WORKERS,
    build_board_tables,
    count_in_threads,
    count_two_players,
    create_lists,
    encode_card_pairs,
    fill_strengths,
    has_tables,
    insert_hand,
    take_lowest,
)
from showdown.bulk.tally import OutcomeCounts
from showdown.evaluator.spots import Spot

_MAX_SETS = 6_000_000
"""Maximum number of sets of cards, summed over the possible hands of both players.

On the turn, a player with four unknown cards has 194,580 possible hands, with 15 sets each.
"""
_BOARD_MS = 1e-2
_SET_MS = (8e-6, 3e-5)
"""Milliseconds per board, and per board and set of cards, with one contest and with two.

For hands of five cards, a set takes twice as long as for hands of up to four; for hands of six
cards, it takes three times as long.
"""
_NUMBERING_MS = 3e-5
"""Milliseconds to number a set of cards of a hand, once for each spot."""


class _Hands(NamedTuple):
    """The hands of both players (n).

    `card_pairs` is as in `multiway._Hands`. `weights` (2, n) are those of both players, 0 for a
    hand outside a range. `subsets` (n, 2^hole - 1) are the numbers of all proper subsets of a
    hand's cards, all below `set_count`. The sums of the first `added_count` subsets are added, the
    others subtracted. `full_set_sign` is 1 if the sum of all cards of a hand, the omitted subset,
    would be added, and -1 if it would be subtracted.
    """

    card_pairs: NDArray[np.uint16]
    masks: Masks
    weights: Integers
    subsets: NDArray[np.uint32]
    set_count: int
    added_count: int
    full_set_sign: int


def estimate_milliseconds(spot: Spot) -> float:
    """Return the estimated milliseconds with loaded kernels; `inf` if it can't be counted here."""
    game = spot.game
    if len(spot.holdings) != 2 or len(game.contests) > len(_SET_MS) or not has_tables(game):
        return inf
    sets = sum(count_hands(spot, seat) for seat in range(2)) * ((1 << game.hole) - 1)
    if sets > _MAX_SETS:
        return inf
    boards = comb(len(spot.stub), spot.coming[0])
    set_ms = _SET_MS[len(game.contests) - 1] * max(1, game.hole - 3)
    return boards * (_BOARD_MS + set_ms * sets) / WORKERS + _NUMBERING_MS * sets


def count_outcomes(spot: Spot, player_sets: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count the outcomes of two ranges for these sets of players."""
    ranges = list_combos(spot)
    tables = build_board_tables(spot.game.contests)
    masks = np.union1d(*(combos.masks for combos in ranges))
    cards = masks_to_hands(masks, spot.game.hole)
    subsets, added = _number_subsets(cards)
    hands = _Hands(
        card_pairs=encode_card_pairs(cards),
        masks=masks,
        weights=np.stack([look_up_weights(masks, combos) for combos in ranges]),
        subsets=subsets,
        set_count=int(subsets.max(initial=0)) + 1,
        added_count=added,
        full_set_sign=(-1) ** spot.game.hole,
    )
    counts = count_in_threads(
        spot,
        tables,
        lambda boards, counts: _count_boards(
            hands, boards, tables, create_lists(len(masks)), counts
        ),
    )
    return count_two_players(spot, counts, player_sets)


def _number_subsets(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], int]:
    """Return the numbers of each hand's proper subsets (n, sets), and how many have an even size.

    Subsets of even size come first. The numbers are consecutive for the sets that occur in hands.
    """
    hole = cards.shape[1]
    starts = np.cumsum([0, *(comb(DECK_SIZE, count) for count in range(hole))])
    # In the combinatorial number system, a set has the sum of C(card, i) over its i-th cards.
    terms = np.array([[comb(card, nth) for card in range(DECK_SIZE)] for nth in range(hole)])
    columns = []
    for count in (*range(0, hole, 2), *range(1, hole, 2)):
        for indices in combinations(range(hole), count):
            numbers = np.full(len(cards), starts[count])
            for nth, index in enumerate(indices, start=1):
                numbers += terms[nth, cards[:, index]]
            columns.append(numbers.astype(np.uint32))
    subsets = np.stack(columns, axis=1)
    occurs = np.zeros(starts[-1], np.bool_)
    occurs[subsets] = True
    added = sum(comb(hole, count) for count in range(0, hole, 2))
    return (occurs.cumsum(dtype=np.uint32) - np.uint32(1))[subsets], added


_HIGHEST = (1 << 16) - 1


@kernel_with_arrays
def _count_boards(hands, boards, tables, lists, counts):
    """Add the weight of deals to `counts`: by winners, by category, and by card to come.

    `lists` are the result of `create_lists`. On each board, `pair_strengths` (contests, 4,096) is
    the strength of every two cards, and `strengths` (contests, n) that of each hand. `sums` (sets,
    4) contains the weights of weaker hands with each set of cards: those of lower classes (see
    `_count_group`) of the first and of the second player, then those of own classes of each.
    `contest_winners` (contests, 4) contains the weights of deals by the winners of each contest,
    and `joint_winners` (4, 4) by the winners of the first and of the second contest.
    """
    board, coming = boards
    contests, count = tables.best.shape[0], hands.masks.size
    pair_strengths = np.zeros((contests, 1 << 12), np.uint16)
    strengths = np.zeros((contests, count), np.uint16)
    order = np.zeros(count, np.int32)
    sums = np.zeros((hands.set_count, 4), np.int64)
    contest_winners, joint_winners = np.zeros((contests, 4), np.int64), np.zeros((4, 4), np.int64)
    for row in range(coming.shape[0]):
        used_cards = fill_strengths(board, coming[row], tables, pair_strengths)
        possible_hands = order[:0]
        for contest in range(contests - 1, -1, -1):
            possible_hands = _sort_hands(
                hands, used_cards, pair_strengths[contest], strengths[contest], lists, order
            )
            _count_contest(
                hands,
                possible_hands,
                strengths[contest],
                sums,
                contest_winners[contest],
                tables.category[contest],
                counts.categories[contest],
            )
        joint_winners[:] = 0
        if contests > 1:
            _count_joint_winners(
                hands, possible_hands, strengths, sums, contest_winners[1], joint_winners
            )
        for first in range(4):
            joint_winners[first, 0] = contest_winners[0, first] - joint_winners[first].sum()
            for second in range(4):
                code, weight = first | second << 2, joint_winners[first, second]
                if weight:
                    counts.outcomes[code] += weight
                    for card in coming[row]:
                        counts.cards[card, code] += weight


@kernel_part
def _sort_hands(hands, used_cards, pair_strengths, strengths, lists, order):
    """Write the strengths of the possible hands, and return these hands, the weakest first."""
    card_pairs, masks = hands.card_pairs, hands.masks
    head, next_hand, filled_bits = lists
    for hand in range(masks.size):
        if masks[hand] & used_cards:
            continue
        strength = np.uint16(0)
        for index in range(card_pairs.shape[1]):
            strength = max(strength, pair_strengths[card_pairs[hand, index]])
        strengths[hand] = strength
        insert_hand(hand, strength, head, next_hand, filled_bits)
    count = 0
    for word in range(filled_bits.size):
        bits = filled_bits[word]
        filled_bits[word] = 0
        while bits:
            strength, bits = take_lowest(word, bits)
            hand = head[strength]
            head[strength] = -1
            while hand >= 0:
                order[count] = hand
                count += 1
                hand = next_hand[hand]
    return order[:count]


@kernel_part
def _count_contest(hands, order, strengths, sums, contest_winners, category_of, categories):
    """Count the winners of one contest. `order` is sorted by its strengths."""
    sums[:] = 0
    contest_winners[:] = 0
    start = 0
    while start < order.size:
        strength = strengths[order[start]]
        end = _find_group_end(order, start, strengths)
        first_wins, second_wins, ties, _, _, _, _ = _count_group(
            hands, order[start:end], strengths, 0, (0, _HIGHEST), sums
        )
        category, tied = category_of[strength], 3 if strength else 0
        for winners, count in ((1, first_wins), (2, second_wins), (tied, ties)):
            contest_winners[winners] += count
            categories[category, winners] += count
        start = end


@kernel_part
def _count_joint_winners(hands, order, strengths, sums, contest_winners, joint_winners):
    """Add deals to `joint_winners`, by the winners of both contests, if the second has a winner.

    First, compare the hands that qualify in the second contest with those that don't. Then, for
    each strength in the second contest (a board allows only a few), compare the hands that have it
    with each other, and with hands of lower strength. In the remaining deals, the winner of the
    second contest loses the first. Their weights follow from `contest_winners` (4), the deals by
    the winners of the second contest.
    """
    _compare_lower(hands, order, strengths, 0, (1, _HIGHEST), sums, joint_winners)
    joint_winners[:, 3] = 0  # hands of different strengths can't tie in the second contest
    strength = _find_next_strength(order, strengths[1], 0)
    while strength:
        _compare_lower(hands, order, strengths, 1, (strength, strength), sums, joint_winners)
        strength = _find_next_strength(order, strengths[1], strength)
    joint_winners[2, 1] = contest_winners[1] - joint_winners[:, 1].sum()
    joint_winners[1, 2] = contest_winners[2] - joint_winners[:, 2].sum()


@kernel_part
def _compare_lower(hands, order, strengths, min_class, own_classes, sums, joint_winners):
    """Add the comparisons of hands by the first contest to `joint_winners`.

    `own_classes` is a range of strengths in the second contest. Hands in this range are compared
    with each other, as ties in the second contest, and with hands of lower strength there, from
    `min_class` on.
    """
    first, second = strengths[0], strengths[1]
    sums[:] = 0
    start = 0
    while start < order.size:
        end = _find_group_end(order, start, first)
        tied = 3 if first[order[start]] else 0
        (
            first_wins,
            second_wins,
            ties,
            first_wins_lower,
            second_wins_lower,
            first_ties_lower,
            second_ties_lower,
        ) = _count_group(hands, order[start:end], second, min_class, own_classes, sums)
        joint_winners[1, 3] += first_wins
        joint_winners[2, 3] += second_wins
        joint_winners[tied, 3] += ties
        joint_winners[1, 1] += first_wins_lower
        joint_winners[2, 2] += second_wins_lower
        joint_winners[tied, 1] += first_ties_lower
        joint_winners[tied, 2] += second_ties_lower
        start = end


@kernel_part
def _find_next_strength(order, strengths, previous):
    """Return the lowest strength above `previous`, or 0."""
    next_strength = 0
    for hand in order:
        strength = strengths[hand]
        if strength > previous and (strength < next_strength or not next_strength):
            next_strength = strength
    return next_strength


@kernel_part
def _find_group_end(order, start, strengths):
    """Return the index after the last hand with the same strength as the hand at `start`."""
    strength, end = strengths[order[start]], start + 1
    while end < order.size and strengths[order[end]] == strength:
        end += 1
    return end


@kernel_part
def _count_group(hands, group, classes, min_class, own_classes, sums):
    """Count the wins and ties of a group of equally strong hands, and add the hands to `sums`.

    `classes` (n) is the class of each hand. Only hands of `own_classes` (a range) and of lower
    classes, from `min_class` on, are considered. Return seven weights of deals. The first three are
    of deals between two hands of own classes: wins of the first player, wins of the second, and
    ties. The others are of deals between a hand of an own class and a hand of a lower class: wins
    of the hand of the own class if the first player holds it, its wins if the second player holds
    it, and ties in these two cases.
    """
    lowest, highest = own_classes
    weights = hands.weights
    first_wins, second_wins, ties = 0, 0, 0
    first_wins_lower, second_wins_lower, first_ties_lower, second_ties_lower = 0, 0, 0, 0
    for hand in group:
        if lowest <= classes[hand] <= highest:
            lower_first, lower_second, first, second = _sum_disjoint_weights(hands, hand, sums)
            first_wins += weights[0, hand] * second
            second_wins += weights[1, hand] * first
            first_wins_lower += weights[0, hand] * lower_second
            second_wins_lower += weights[1, hand] * lower_first
    for hand in group:
        if min_class <= classes[hand] <= highest:
            column = 2 * (classes[hand] >= lowest)
            for subset in hands.subsets[hand]:
                sums[subset, column] += weights[0, hand]
                sums[subset, column + 1] += weights[1, hand]
    for hand in group:
        if lowest <= classes[hand] <= highest:
            lower_first, lower_second, _, second = _sum_disjoint_weights(hands, hand, sums)
            ties += weights[0, hand] * (second + hands.full_set_sign * weights[1, hand])
            first_ties_lower += weights[0, hand] * lower_second
            second_ties_lower += weights[1, hand] * lower_first
    return (
        first_wins,
        second_wins,
        ties - first_wins,
        first_wins_lower,
        second_wins_lower,
        first_ties_lower - first_wins_lower,
        second_ties_lower - second_wins_lower,
    )


@kernel_part
def _sum_disjoint_weights(hands, hand, sums):
    """Return the weights of hands added to `sums` that share no card with this one.

    There are four: hands of lower classes of the first and of the second player, then hands of own
    classes of each. They are found by inclusion and exclusion: all hands, minus those with each
    card of this hand, plus those with each two of its cards, and so on, but without the set of all
    its cards. If `sums` contains the hand itself, the caller corrects for it.
    """
    subsets = hands.subsets[hand]
    lower_first, lower_second, first, second = 0, 0, 0, 0
    for index in range(hands.added_count):
        row = sums[subsets[index]]
        lower_first += row[0]
        lower_second += row[1]
        first += row[2]
        second += row[3]
    for index in range(hands.added_count, subsets.size):
        row = sums[subsets[index]]
        lower_first -= row[0]
        lower_second -= row[1]
        first -= row[2]
        second -= row[3]
    return lower_first, lower_second, first, second
