"""The loop over the boards to come, for two ranges. Importing this module imports a compiler.

Hands of two cards are numbered from 0 to n.
"""

import numpy as np

from showdown.bulk.compiling import loop, loop_part

_word = np.uint64
_ONE, _TWO, _THREE = _word(1), _word(2), _word(3)
_SIX = _word(6)
_LOW_SIX = _word(63)
_ALL_BITS = (1 << 64) - 1
_FACTOR = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: any six consecutive bits are unique."""
_DE_BRUIJN = _word(_FACTOR)
_TOP_SIX = _word(58)
_INDICES = np.array(sorted(range(64), key=lambda index: (_FACTOR << index & _ALL_BITS) >> 58))
NO_SUIT = 4
_FOR_A_FLUSH = 3


@loop
def count_boards(hands, weights, board, coming, tables, scratch, counts):
    """Compare every hand of one range with the other range, on every board.

    `hands` are `masks` (n), `pairs` (n) of ranks, `suited` ranks (4, n) as 13 bits, and the cards
    `low` and `high` (n). `weights` (2, n) are those of both ranges; `board` are the known cards,
    `coming` (m, k) those to come. `tables` are the `keys` of ranks and the `number` of their sum,
    `best` (boards, pairs), `flushes` (8,192) and the `category` of each strength. The loop adds to
    `counts`: `won` and `tied` (2, n) are the weight of the other range's hands that each hand beats
    or ties with; `by_category` (categories, 4) and `by_card` (52, 4) the weight of deals by
    winners, 1 for the first range, 2 for the second and 3 for both. `boards._scratch` describes
    `scratch`.
    """
    masks, pairs, suited, low, high = hands
    keys, number, best, flushes, category = tables
    head, after, filled, below = scratch
    won, tied, by_category, by_card = counts
    for row in range(coming.shape[0]):
        used, key, of_board, suit = board_of(board, coming[row], keys)
        line = best[number[key]]
        for hand in range(masks.size):
            if masks[hand] & used:
                continue
            strength = line[pairs[hand]]
            if suit != NO_SUIT:
                strength = max(strength, flushes[of_board | suited[suit, hand]])
            put(hand, strength, head, after, filled)
        below[:] = 0
        first_won, second_won, both = 0, 0, 0
        for word in range(filled.size):
            bits = filled[word]
            filled[word] = 0
            while bits:
                strength, bits = take_lowest(word, bits)
                start = head[strength]
                head[strength] = -1
                one, two, tie = _group(start, after, weights, low, high, below, won, tied)
                first_won += one
                second_won += two
                both += tie
                by_category[category[strength], 1] += one
                by_category[category[strength], 2] += two
                by_category[category[strength], 3] += tie
        for card in coming[row]:
            by_card[card, 1] += first_won
            by_card[card, 2] += second_won
            by_card[card, 3] += both


@loop_part
def put(hand, strength, head, after, filled):
    """Put the hand before those with the same strength, and mark that as filled."""
    after[hand] = head[strength]
    head[strength] = hand
    filled[_word(strength) >> _SIX] |= _ONE << (_word(strength) & _LOW_SIX)


@loop_part
def take_lowest(word, bits):
    """Return the lowest strength among the bits of a word, and the other bits."""
    lowest = bits & (~bits + _ONE)
    return (_word(word) << _SIX) + index_of_bit(lowest), bits ^ lowest


@loop_part
def index_of_bit(bit):
    """Return the index of the only bit that is set, by multiplication and a table."""
    return _word(_INDICES[(bit * _DE_BRUIJN) >> _TOP_SIX])


@loop_part
def board_of(board, coming, keys):
    """Return the cards as bits, the sum of keys, and the ranks in a suit with three cards."""
    used, key, suits = _word(0), 0, 0
    for index in range(5):
        card = board[index] if index < board.size else coming[index - board.size]
        used |= _ONE << _word(card)
        key += keys[card >> 2]
        suits += 1 << ((card & 3) << 2)
    suit, ranks = NO_SUIT, 0
    for number in range(4):
        if (suits >> (number << 2)) & 15 >= _FOR_A_FLUSH:
            suit = number
    for index in range(5):
        card = board[index] if index < board.size else coming[index - board.size]
        ranks |= (card & 3 == suit) << (card >> 2)
    return used, key, ranks, suit


@loop_part
def _group(start, after, weights, low, high, below, won, tied):
    """Count wins and ties of hands of the same strength, then add them to the weaker hands.

    `below` (53, 2) has the weights of weaker hands with each card, and of all of them. A hand beats
    the weaker hands of the other range that share no card with it: all, minus those with its first
    card, minus those with its second. Only the same hand has both, and it ties.
    """
    one, two, tie = 0, 0, 0
    hand = start
    while hand >= 0:
        a, b = low[hand], high[hand]
        beaten = below[52, 1] - below[a, 1] - below[b, 1]
        won[0, hand] += beaten
        tied[0, hand] -= beaten
        one += weights[0, hand] * beaten
        beaten = below[52, 0] - below[a, 0] - below[b, 0]
        won[1, hand] += beaten
        tied[1, hand] -= beaten
        two += weights[1, hand] * beaten
        hand = after[hand]
    hand = start
    while hand >= 0:
        a, b = low[hand], high[hand]
        for side in range(2):
            weight = weights[side, hand]
            below[52, side] += weight
            below[a, side] += weight
            below[b, side] += weight
        hand = after[hand]
    hand = start
    while hand >= 0:
        a, b = low[hand], high[hand]
        reached = below[52, 1] - below[a, 1] - below[b, 1] + weights[1, hand]
        tied[0, hand] += reached
        tie += weights[0, hand] * reached
        reached = below[52, 0] - below[a, 0] - below[b, 0] + weights[0, hand]
        tied[1, hand] += reached
        hand = after[hand]
    return one, two, tie - one
