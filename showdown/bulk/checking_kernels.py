"""The kernel that validates rows of card numbers.

Importing this module imports the compiler. Valid rows are checked without branches that depend on
their cards, because mispredicted branches would take longer than the check.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from showdown.bulk.compiling import kernel_part, kernel_with_arrays

_word = np.uint64
_ZERO, _ONE, _TWO, _FOUR, _56 = (_word(number) for number in (0, 1, 2, 4, 56))
_CARD_COUNT, _LAST_BIT = _word(52), _word(63)
_ODD, _PAIRS, _FOURS = (
    _word(mask) for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
_BYTES = _word(0x0101010101010101)
_ROWS_TOGETHER = 256
"""Number of rows that are validated together; their bits stay in the processor's cache."""


@kernel_with_arrays
def check_rows(cards, width, hands, hole, deck, shares_last, is_valid):
    """Set `is_valid` (n) to false for each invalid row of `width` cards.

    `deck` is a bit set of the cards in the deck. The first `hands` cards of a row are hands of
    `hole` cards; if `shares_last`, they may all have the same last card. Otherwise all cards of a
    row must be different.
    """
    seen = np.empty(_ROWS_TOGETHER, np.uint64)
    for first in range(0, is_valid.size, _ROWS_TOGETHER):
        rows = min(_ROWS_TOGETHER, is_valid.size - first)
        largest = _find_largest(cards, first * width, rows * width)
        _collect_bits(cards, first * width, width, rows, largest, seen)
        if largest < _CARD_COUNT and _are_valid(seen, rows, width, deck):
            continue
        for row in range(rows):
            start = (first + row) * width
            is_valid[first + row] = (
                _find_largest(cards, start, width) < _CARD_COUNT
                and seen[row] & ~deck == _ZERO
                and (
                    _count_bits(seen[row]) == _word(width)
                    or (
                        shares_last
                        and _shares_only_last_card(cards, start, hands, hole, seen[row], width)
                    )
                )
            )


@kernel_part
def _find_largest(cards, start, count):
    largest = np.uint8(0)
    for index in range(count):
        largest = max(largest, cards[_word(start + index)])
    return largest


@kernel_part
def _collect_bits(cards, start, width, rows, largest, seen):
    """Write the cards of each row, as bits, to `seen`; numbers are taken modulo 64."""
    can_vectorize = width >= _EIGHT and largest <= _LAST_BIT
    vectorized_rows = rows - rows % _EIGHT if can_vectorize else 0
    seen[:rows] = 0
    last = width - _EIGHT
    for index in range(0, width, 2 * _EIGHT):
        one, other = _word(min(index, last)), _word(min(index + _EIGHT, last))
        for row in range(0, vectorized_rows, _EIGHT):
            first_card = _word(start + row * width)
            _add_cards(cards, first_card, _word(width), one, other, seen, _word(row))
    for row in range(vectorized_rows, rows):
        for index in range(width):
            seen[row] |= _ONE << (_word(cards[_word(start + row * width + index)]) & _LAST_BIT)


@kernel_part
def _are_valid(seen, rows, width, deck):
    """Return whether every row has `width` different cards of the deck."""
    wrong = _ZERO
    for row in range(rows):
        wrong |= seen[row] & ~deck | _count_bits(seen[row]) ^ _word(width)
    return wrong == _ZERO


@kernel_part
def _shares_only_last_card(cards, start, hands, hole, seen, width):
    """Return whether all hands have the same last card, and no other card is duplicated."""
    last = cards[start + hole - 1]
    for index in range(start + hole - 1, start + hands, hole):
        if cards[index] != last:
            return False
    return _count_bits(seen) == _word(width - hands // hole + 1)


@kernel_part
def _count_bits(word):
    """Return the number of bits that are set (Warren, Hacker's Delight, 5-1)."""
    word -= word >> _ONE & _ODD
    word = (word & _PAIRS) + (word >> _TWO & _PAIRS)
    word = word + (word >> _FOUR) & _FOURS
    return word * _BYTES >> _56


_EIGHT = 8
_BYTE_VECTOR = ir.VectorType(ir.IntType(8), _EIGHT)
_WORD_VECTOR = ir.VectorType(ir.IntType(64), _EIGHT)
_INDEX_VECTOR = ir.VectorType(ir.IntType(32), _EIGHT)
_ONE_VECTOR = ir.Constant(_WORD_VECTOR, [1] * _EIGHT)
_EVEN_INDICES, _ODD_INDICES = (
    ir.Constant(_INDEX_VECTOR, list(range(parity, 2 * _EIGHT, 2))) for parity in (0, 1)
)


@intrinsic
def _add_cards(_typing, cards, start, width, first, second, seen, first_row):
    """Add sixteen cards of each of eight rows to their bit sets in `seen[first_row:first_row + 8]`.

    The first row begins at index `start` of `cards`, and each further row `width` later. Eight of
    the cards begin at index `first` of a row, the other eight at index `second`. All card numbers
    are below 64. The code consists of vector instructions for eight cards at a time, which the
    compiler doesn't generate for a loop over cards.
    """
    word = types.uint64
    return types.void(cards, word, word, word, word, seen, word), _generate_add_cards


def _generate_add_cards(context, builder, signature, values):
    cards, start, width, first, second, seen, first_row = values

    def get_address(argument, array, index, vector):
        data = context.make_array(signature.args[argument])(context, builder, array).data
        return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())

    def load_bits(index):
        """Return a vector with the bit of each of the eight cards from an index on."""
        loaded = builder.load(get_address(0, cards, index, _BYTE_VECTOR), align=1)
        return builder.shl(_ONE_VECTOR, builder.zext(loaded, _WORD_VECTOR))

    def combine_neighbors(one, other):
        """Combine neighboring words with OR, so that two vectors become one."""
        even, odd = (
            builder.shuffle_vector(one, other, indices) for indices in (_EVEN_INDICES, _ODD_INDICES)
        )
        return builder.or_(even, odd)

    row, rows = start, []
    for _ in range(_EIGHT):
        rows.append(
            builder.or_(load_bits(builder.add(row, first)), load_bits(builder.add(row, second)))
        )
        row = builder.add(row, width)
    while len(rows) > 1:
        rows = [combine_neighbors(*pair) for pair in zip(rows[::2], rows[1::2], strict=True)]
    words = get_address(5, seen, first_row, _WORD_VECTOR)
    builder.store(builder.or_(builder.load(words, align=8), *rows), words, align=8)
    return context.get_dummy_value()
