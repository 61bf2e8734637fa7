"""The kernel that counts every combination of hands on every board.

Importing this module imports the compiler. `many` defines the arguments.
"""

import numpy as np

from showdown.bulk import outcomes
from showdown.bulk.compiling import loop, loop_part
from showdown.bulk.ranges import board_kernels

_with_seat = loop_part(outcomes.with_seat)
_board_of, _NO_SUIT = board_kernels.board_of, board_kernels.NO_SUIT

_word = np.uint64


@loop
def count_deals(hands, boards, tables, scratch, counts):
    """Add the weight of deals to `counts`: by winners, by category, and by card to come."""
    board, coming = boards
    outcomes, categories, by_card = counts
    for row in range(coming.shape[0]):
        used = look_up(board, coming[row], tables, scratch.of_pairs)
        if not _alive(hands, used, scratch):
            continue
        scratch.here[:] = 0
        _every_combination(hands, tables.category, scratch, categories)
        for code in range(outcomes.size):
            outcomes[code] += scratch.here[code]
            for card in coming[row]:
                by_card[card, code] += scratch.here[code]


@loop_part
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


@loop_part
def _alive(hands, used, scratch):
    """Write each seat's possible hands and their strengths; return False if a seat has none.

    Hands of players who don't compete have the strength 0.
    """
    two_cards, masks, _, firsts, competes = hands
    alive, starts, strengths, of_pairs = (
        scratch.alive, scratch.starts, scratch.strengths, scratch.of_pairs
    )  # fmt: skip
    end = 0
    for seat in range(firsts.size - 1):
        starts[seat] = end
        for hand in range(firsts[seat], firsts[seat + 1]):
            if masks[hand] & used:
                continue
            alive[end] = hand
            for contest in range(of_pairs.shape[0]):
                best = np.uint16(0)
                if competes[seat]:
                    for index in range(two_cards.shape[1]):
                        best = max(best, of_pairs[contest, two_cards[hand, index]])
                strengths[contest, end] = best
            end += 1
        if starts[seat] == end:
            return False
    starts[firsts.size - 1] = end
    return True


@loop_part
def _every_combination(hands, category, scratch, categories):
    """Count all combinations of hands: combine those of all seats but the last."""
    _, masks, weights, firsts, _ = hands
    alive, starts, strengths = scratch.alive, scratch.starts, scratch.strengths
    at, used, weight = scratch.at, scratch.used, scratch.weight
    last = firsts.size - 2
    contests = strengths.shape[0]
    used[0], weight[0], at[0] = _word(0), 1, starts[0]
    for contest in range(contests):
        scratch.best[0, contest], scratch.won[0, contest] = outcomes.LEAST, 0
    seat = 0
    while seat >= 0:
        if seat == last:
            _last_hands(masks, weights, category, scratch, last, categories)
            seat -= 1
            continue
        index = at[seat]
        if index == starts[seat + 1]:
            seat -= 1
            continue
        at[seat] += 1
        hand = alive[index]
        if used[seat] & masks[hand]:
            continue
        used[seat + 1] = used[seat] | masks[hand]
        weight[seat + 1] = weight[seat] * weights[hand]
        for contest in range(contests):
            scratch.best[seat + 1, contest], scratch.won[seat + 1, contest] = _with_seat(
                scratch.best[seat, contest],
                scratch.won[seat, contest],
                np.int64(strengths[contest, index]),
                1 << seat,
            )
        seat += 1
        at[seat] = starts[seat]


@loop_part
def _last_hands(masks, weights, category, scratch, last, categories):
    """Count each hand of the last seat that shares no card with the chosen hands."""
    used, others = scratch.used[last], scratch.weight[last]
    players = last + 1
    for index in range(scratch.starts[last], scratch.starts[last + 1]):
        hand = scratch.alive[index]
        if masks[hand] & used:
            continue
        weight = others * weights[hand]
        code = 0
        for contest in range(scratch.strengths.shape[0]):
            best, won = _with_seat(
                scratch.best[last, contest],
                scratch.won[last, contest],
                np.int64(scratch.strengths[contest, index]),
                1 << last,
            )
            code |= won << (players * contest)
            categories[contest, category[contest, best], won] += weight
        scratch.here[code] += weight
