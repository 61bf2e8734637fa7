"""The kernel that compares two ranges of two-card hands on every board.

Importing this module imports the compiler. A `hand` is an index into the arrays of hands (n).
"""

import numpy as np

from showdown.bulk.compiling import kernel, kernel_part

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


@kernel
def count_boards(hands, weights, board, coming, tables, lists, below, counts):
    """Compare every hand of each range with the other range, on every board.

    `hands` are the fields of `boards._Hands`. `weights` (2, n) are those of both ranges, 0 for a
    hand outside a range. `board` contains the known cards, and `coming` (m, k) the cards to come of
    each board. `tables` are those of `many`, for one contest. `boards.empty_lists` returns `lists`,
    and `_group` describes `below` (53, 2).

    Add to `counts`: to `won` and `tied` (2, n) the weight of the other range's hands that each hand
    beats or ties with; to `by_category` (categories, 4) and `by_card` (52, 4) the weight of deals
    by winners: 1 for the first range, 2 for the second, 3 for both.
    """
    masks, pairs, suited, low, high = hands
    won, tied, by_category, by_card = counts
    category = tables.category[0]
    head, after, filled = lists
    for row in range(coming.shape[0]):
        used, key, ranks, suit = board_of(board, coming[row], tables.keys)
        line = tables.best[0, tables.number[key]]
        flushes = tables.flushes[0, tables.flush_number[ranks]]
        for hand in range(masks.size):
            if masks[hand] & used:
                continue
            strength = line[pairs[hand]]
            if suit != NO_SUIT:
                strength = max(strength, flushes[suited[suit, hand]])
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


@kernel_part
def put(hand, strength, head, after, filled):
    """Insert a hand at the head of the list of hands with this strength."""
    after[hand] = head[strength]
    head[strength] = hand
    filled[_word(strength) >> _SIX] |= _ONE << (_word(strength) & _LOW_SIX)


@kernel_part
def take_lowest(word, bits):
    """Return the strength of the lowest bit in `filled[word]`, and the other bits."""
    lowest = bits & (~bits + _ONE)
    return (_word(word) << _SIX) + index_of_bit(lowest), bits ^ lowest


@kernel_part
def index_of_bit(bit):
    """Return the index of the only bit that is set, by de Bruijn multiplication."""
    return _word(_INDICES[(bit * _DE_BRUIJN) >> _TOP_SIX])


@kernel_part
def board_of(board, coming, keys):
    """Return a board's cards as bits, the sum of its keys, its suited ranks, and their suit.

    The ranks are bits, and the suit is that of three or more cards. If there is none, the suit is
    NO_SUIT and the ranks are 0.
    """
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


@kernel_part
def _group(start, after, weights, low, high, below, won, tied):
    """Count the wins and ties of hands of the same strength, then add their weights to `below`.

    `below` (53, 2) contains the weight of the weaker hands of each range, by card and (in row 52)
    in all. A hand beats the weaker hands of the other range that share no card with it: all, minus
    those with its first card, minus those with its second. Only the identical hand has both cards,
    and it ties. Return the weights of the deals that the first range wins, that the second range
    wins, and that both tie.
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
