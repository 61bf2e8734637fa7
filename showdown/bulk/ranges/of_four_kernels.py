"""The loop over boards for two ranges of four cards. Importing this module imports a compiler.

The arguments are described in `of_four`.
"""

import numpy as np

from showdown.bulk.compiling import loop, loop_part
from showdown.bulk.ranges import board_kernels, many_kernels

_look_up, _place = many_kernels.look_up, board_kernels.place_of

_word = np.uint64
_ONE, _SIX, _LOW_SIX = _word(1), _word(6), _word(63)


@loop
def count_boards(hands, boards, tables, scratch, counts):
    """Add up deals won by the first range, by the second, and tied."""
    two_cards, masks, subsets, weights = hands
    board, coming = boards
    of_pairs, head, after, filled, below = scratch
    by_category, by_card = counts
    for row in range(coming.shape[0]):
        used = _look_up(board, coming[row], tables, of_pairs)
        for hand in range(masks.size):
            if masks[hand] & used:
                continue
            strength = np.uint16(0)
            for place in range(two_cards.shape[1]):
                strength = max(strength, of_pairs[0, two_cards[hand, place]])
            after[hand] = head[strength]
            head[strength] = hand
            filled[_word(strength) >> _SIX] |= _ONE << (_word(strength) & _LOW_SIX)
        below[:] = 0
        for word in range(filled.size):
            bits = filled[word]
            filled[word] = 0
            while bits:
                lowest = bits & (~bits + _ONE)
                bits ^= lowest
                strength = (_word(word) << _SIX) + _place(lowest)
                start = head[strength]
                head[strength] = -1
                one, two, tie = _group(start, after, subsets, weights, below)
                category = tables.category[0, strength]
                by_category[category, 0] += one
                by_category[category, 1] += two
                by_category[category, 2] += tie
                for card in coming[row]:
                    by_card[card, 0] += one
                    by_card[card, 1] += two
                    by_card[card, 2] += tie


@loop_part
def _group(start, after, subsets, weights, below):
    """Hands of the same strength: what they beat and tie with, and then they are below others.

    Of the other range a hand meets all, minus those with each of its cards, plus those with each
    two, minus those with each three; only the hand itself has all four.
    """
    one, two, tie = 0, 0, 0
    hand = start
    while hand >= 0:
        first, second = _apart(subsets[hand], below)
        one += weights[0, hand] * second
        two += weights[1, hand] * first
        hand = after[hand]
    hand = start
    while hand >= 0:
        first, second = weights[0, hand], weights[1, hand]
        for place in range(15):
            subset = subsets[hand, place]
            below[subset, 0] += first
            below[subset, 1] += second
        hand = after[hand]
    hand = start
    while hand >= 0:
        _, second = _apart(subsets[hand], below)
        tie += weights[0, hand] * (second + weights[1, hand])
        hand = after[hand]
    return one, two, tie - one


@loop_part
def _apart(subsets, below):
    """The weights of both ranges below, of hands that share no card with one.

    Its `subsets` are none of its cards, each card, each two and each three.
    """
    first, second = below[subsets[0], 0], below[subsets[0], 1]
    for place in range(1, 5):
        first -= below[subsets[place], 0]
        second -= below[subsets[place], 1]
    for place in range(5, 11):
        first += below[subsets[place], 0]
        second += below[subsets[place], 1]
    for place in range(11, 15):
        first -= below[subsets[place], 0]
        second -= below[subsets[place], 1]
    return first, second
