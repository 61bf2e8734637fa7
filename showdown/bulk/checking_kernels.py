"""The loop that looks whether rows of card numbers are deals.

Importing this module imports a compiler. Nothing branches on the cards of a sound row: that would
cost more than the look itself.
"""

import numpy as np

from showdown.bulk.compiling import loop, loop_part

_word = np.uint64
_ZERO, _ONE, _TWO, _FOUR, _52, _56 = (_word(number) for number in (0, 1, 2, 4, 52, 56))
_PLACE = _word(63)
_ODD, _PAIRS, _FOURS = (
    _word(mask) for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
_BYTES = _word(0x0101010101010101)


@loop
def find_faults(cards, width, hands, hole, deck, shares_last, codes, faults):
    """Fill `faults`, one for each row of `width` cards. Returns how many rows are at fault.

    `deck` are the numbers of the deck as bits. The first `hands` places are those of hands of
    `hole` cards, whose last card may be one and the same if `shares_last`. `codes` are the faults
    of a row with a number that is no card, with a card of another deck, and with a card twice.
    """
    count = 0
    for row in range(faults.size):
        seen, largest, start = _ZERO, _ZERO, _word(row * width)
        for place in range(width):
            card = _word(cards[start + _word(place)])
            seen |= _ONE << (card & _PLACE)
            largest |= card
        fault = 0
        if largest > _PLACE or seen >> _52:
            fault = codes[0]
        elif seen & ~deck:
            fault = codes[1]
        elif _ones(seen) != _word(width) and not (
            shares_last and _is_one_shared(cards, start, hands, hole, seen, width)
        ):
            fault = codes[2]
        faults[row] = fault
        count += fault != 0
    return count


@loop_part
def _is_one_shared(cards, start, hands, hole, seen, width):
    """Whether all hands have the same last card, and no other card is in two places."""
    last = cards[start + _word(hole - 1)]
    for place in range(hole - 1, hands, hole):
        if cards[start + _word(place)] != last:
            return False
    return _ones(seen) == _word(width - hands // hole + 1)


@loop_part
def _ones(word):
    """How many bits are set: Warren, Hacker's Delight, 5-1."""
    word -= word >> _ONE & _ODD
    word = (word & _PAIRS) + (word >> _TWO & _PAIRS)
    word = word + (word >> _FOUR) & _FOURS
    return word * _BYTES >> _56
