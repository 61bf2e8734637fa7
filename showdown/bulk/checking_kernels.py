"""The loop that looks whether rows of card numbers are deals.

Importing this module imports a compiler. Nothing branches on the cards of a sound row: that would
cost more than the look itself.
"""

import numpy as np

from showdown.bulk import eight_rows
from showdown.bulk.compiling import loop_part, loop_with_arrays

_word = np.uint64
_ZERO, _ONE, _TWO, _FOUR, _56 = (_word(number) for number in (0, 1, 2, 4, 56))
_CARD_COUNT, _LAST_BIT = _word(52), _word(63)
_ODD, _PAIRS, _FOURS = (
    _word(mask) for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
_BYTES = _word(0x0101010101010101)
_TOGETHER = 256
"""So many rows are looked at before the next: what is seen in them stays near."""
_ROWS, _CARDS = eight_rows.ROWS, eight_rows.CARDS
_add_cards = eight_rows.add_cards


@loop_with_arrays
def find_faults(cards, width, hands, hole, deck, shares_last, codes, faults):
    """Put the faults of rows of `width` cards into `faults`, which is zeros.

    `deck` are the numbers of the deck as bits. The first `hands` places are those of hands of
    `hole` cards, whose last card may be one and the same if `shares_last`. `codes` are the faults
    of a row with a number that isn't a card, with a card of another deck, and with a card twice.
    """
    seen = np.empty(_TOGETHER, np.uint64)
    for first in range(0, faults.size, _TOGETHER):
        rows = min(_TOGETHER, faults.size - first)
        largest = _largest(cards, first * width, rows * width)
        _see(cards, first * width, width, rows, largest, seen)
        if largest < _CARD_COUNT and _are_sound(seen, rows, width, deck):
            continue
        for row in range(rows):
            start = (first + row) * width
            fault = 0
            if _largest(cards, start, width) >= _CARD_COUNT:
                fault = codes[0]
            elif seen[row] & ~deck:
                fault = codes[1]
            elif _ones(seen[row]) != _word(width) and not (
                shares_last and _is_one_shared(cards, start, hands, hole, seen[row], width)
            ):
                fault = codes[2]
            faults[first + row] = fault


@loop_part
def _largest(cards, start, count):
    largest = np.uint8(0)
    for place in range(count):
        largest = max(largest, cards[_word(start + place)])
    return largest


@loop_part
def _see(cards, start, width, rows, largest, seen):
    """Fill the first `rows` of `seen` with the cards of each row, as bits."""
    can_together = width >= _CARDS and largest <= _LAST_BIT
    whole = rows - rows % _ROWS if can_together else 0
    seen[:rows] = 0
    last = width - _CARDS
    for place in range(0, width, 2 * _CARDS):
        one, other = _word(min(place, last)), _word(min(place + _CARDS, last))
        for row in range(0, whole, _ROWS):
            at = _word(start + row * width)
            _add_cards(cards, at, _word(width), one, other, seen, _word(row))
    for row in range(whole, rows):
        for place in range(width):
            seen[row] |= _ONE << (_word(cards[_word(start + row * width + place)]) & _LAST_BIT)


@loop_part
def _are_sound(seen, rows, width, deck):
    """Whether all rows have as many different cards, all of the deck."""
    wrong = _ZERO
    for row in range(rows):
        wrong |= seen[row] & ~deck | _ones(seen[row]) ^ _word(width)
    return wrong == _ZERO


@loop_part
def _is_one_shared(cards, start, hands, hole, seen, width):
    """Whether all hands have the same last card, and no other card is in two places."""
    last = cards[start + hole - 1]
    for place in range(start + hole - 1, start + hands, hole):
        if cards[place] != last:
            return False
    return _ones(seen) == _word(width - hands // hole + 1)


@loop_part
def _ones(word):
    """How many bits are set: Warren, Hacker's Delight, 5-1."""
    word -= word >> _ONE & _ODD
    word = (word & _PAIRS) + (word >> _TWO & _PAIRS)
    word = word + (word >> _FOUR) & _FOURS
    return word * _BYTES >> _56
