"""The kernel that counts every combination of hands on every board.

Importing this module imports the compiler. `many` defines the arguments.
"""

import numpy as np

from showdown.bulk import outcomes
from showdown.bulk.compiling import kernel_part, kernel_with_arrays
from showdown.bulk.ranges import board_kernels

_with_seat = kernel_part(outcomes.with_seat)
_board_of, _NO_SUIT = board_kernels.board_of, board_kernels.NO_SUIT

_word = np.uint64


@kernel_with_arrays
def count_deals(hands, boards, tables, counts):
    """Add the weight of deals to `counts`: by winners, by category, and by card to come.

    `of_pairs` (contests, 4,096) is the strength of every two cards on a board. `possible` contains
    the indices of the hands that are possible on this board, the start of each seat's hands, and
    the strengths (contests, n). `chosen` describes the hands chosen for all seats before each seat:
    their cards as bits, the product of their weights, and the best strengths and the winners of
    each contest. `here` is the weight of each outcome on the board.
    """
    board, coming = boards
    outcomes, categories, by_card = counts
    contests, seats = tables.best.shape[0], hands.firsts.size - 1
    of_pairs = np.zeros((contests, 1 << 12), np.uint16)
    possible = (
        np.zeros(hands.masks.size, np.int64),
        np.zeros(seats + 1, np.int64),
        np.zeros((contests, hands.masks.size), np.uint16),
    )
    chosen = (
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.int64),
        np.zeros((seats, contests), np.int64),
        np.zeros((seats, contests), np.int64),
    )
    following = np.zeros(seats, np.int64)
    here = np.zeros(outcomes.size, np.int64)
    for row in range(coming.shape[0]):
        used = look_up(board, coming[row], tables, of_pairs)
        if not _find_possible(hands, used, of_pairs, possible):
            continue
        here[:] = 0
        _count_combinations(hands, possible, chosen, following, tables.category, here, categories)
        for code in range(outcomes.size):
            outcomes[code] += here[code]
            for card in coming[row]:
                by_card[card, code] += here[code]


@kernel_part
def look_up(board, coming, tables, of_pairs):
    """Write the strength of every two cards with the board, in each contest, to `of_pairs`.

    Return the board's cards as bits.
    """
    used, key, ranks, suit = _board_of(board, coming, tables.keys)
    number, flush_number = tables.number[key], tables.flush_number[ranks]
    for contest in range(of_pairs.shape[0]):
        line, flushes = tables.best[contest, number], tables.flushes[contest, flush_number]
        for low in range(52):
            for high in range(low + 1, 52):
                strength = line[tables.pair[low >> 2, high >> 2]]
                if suit != _NO_SUIT:
                    own = tables.own[((low & 3) == suit) << 1 | ((high & 3) == suit),
                                     low >> 2, high >> 2]  # fmt: skip
                    strength = max(strength, flushes[own])
                of_pairs[contest, low << 6 | high] = strength
    return used


@kernel_part
def _find_possible(hands, used, of_pairs, possible):
    """Write each seat's possible hands and their strengths; return False if a seat has none.

    Hands of players who don't compete have the strength 0.
    """
    card_pairs, masks, _, firsts, competes = hands
    indices, starts, strengths = possible
    end = 0
    for seat in range(firsts.size - 1):
        starts[seat] = end
        for hand in range(firsts[seat], firsts[seat + 1]):
            if masks[hand] & used:
                continue
            indices[end] = hand
            for contest in range(of_pairs.shape[0]):
                best = np.uint16(0)
                if competes[seat]:
                    for index in range(card_pairs.shape[1]):
                        best = max(best, of_pairs[contest, card_pairs[hand, index]])
                strengths[contest, end] = best
            end += 1
        if starts[seat] == end:
            return False
    starts[firsts.size - 1] = end
    return True


@kernel_part
def _count_combinations(hands, possible, chosen, following, category, here, categories):
    """Count all combinations of hands: choose hands for all seats but the last in every way.

    `following` contains the next hand to choose for each seat.
    """
    _, masks, weights, firsts, _ = hands
    indices, starts, strengths = possible
    used, weight, best, won = chosen
    last = firsts.size - 2
    contests = strengths.shape[0]
    used[0], weight[0], following[0] = _word(0), 1, starts[0]
    for contest in range(contests):
        best[0, contest], won[0, contest] = outcomes.LEAST, 0
    seat = 0
    while seat >= 0:
        if seat == last:
            _count_last_hands(masks, weights, possible, chosen, category, here, categories)
            seat -= 1
            continue
        index = following[seat]
        if index == starts[seat + 1]:
            seat -= 1
            continue
        following[seat] += 1
        hand = indices[index]
        if used[seat] & masks[hand]:
            continue
        used[seat + 1] = used[seat] | masks[hand]
        weight[seat + 1] = weight[seat] * weights[hand]
        for contest in range(contests):
            best[seat + 1, contest], won[seat + 1, contest] = _with_seat(
                best[seat, contest],
                won[seat, contest],
                np.int64(strengths[contest, index]),
                1 << seat,
            )
        seat += 1
        following[seat] = starts[seat]


@kernel_part
def _count_last_hands(masks, weights, possible, chosen, category, here, categories):
    """Count each hand of the last seat that shares no card with the chosen hands."""
    indices, starts, strengths = possible
    last = starts.size - 2
    used, others, best, won = chosen[0][last], chosen[1][last], chosen[2][last], chosen[3][last]
    players = last + 1
    for index in range(starts[last], starts[last + 1]):
        hand = indices[index]
        if masks[hand] & used:
            continue
        weight = others * weights[hand]
        code = 0
        for contest in range(strengths.shape[0]):
            top, winners = _with_seat(
                best[contest], won[contest], np.int64(strengths[contest, index]), 1 << last
            )
            code |= winners << (players * contest)
            categories[contest, category[contest, top], winners] += weight
        here[code] += weight
