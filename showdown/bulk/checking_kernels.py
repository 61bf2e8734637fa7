"""Loops that read columns of cards and check rows of card numbers.

Importing this module imports a compiler. Nothing branches on the cards of a valid row: that would
cost more than the check itself.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from showdown.bulk import card_texts
from showdown.bulk.compiling import loop, loop_part, loop_with_arrays

_BETWEEN = (32, 44, 45)
"""Space, comma and hyphen."""
_NO_CARD = card_texts.NO_CARD


@loop
def read_cards(text, starts, ranks, suits, out, is_read):
    """Fill `out` (n, count) with the cards of n texts like `AhKd`, `Ah-Kd` or `Ah Kd`.

    Text i goes from `starts[i]` to `starts[i + 1]`. `is_read` stays false for texts with more or
    fewer cards, or in another spelling.
    """
    count = out.shape[1]
    for row in range(out.shape[0]):
        at, end, index = starts[row], starts[row + 1], 0
        while at < end:
            first = text[at]
            if first in _BETWEEN:
                at += 1
                continue
            if index == count or at + 1 == end:
                break
            second = text[at + 1]
            if (ranks[first] | suits[second]) & _NO_CARD:
                break
            out[row, index] = ranks[first] | suits[second]
            index += 1
            at += 2
        is_read[row] = at == end and index == count


_word = np.uint64
_ZERO, _ONE, _TWO, _FOUR, _56 = (_word(number) for number in (0, 1, 2, 4, 56))
_CARD_COUNT, _LAST_BIT = _word(52), _word(63)
_ODD, _PAIRS, _FOURS = (
    _word(mask) for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
_BYTES = _word(0x0101010101010101)
_TOGETHER = 256
"""Rows that are checked together, so that their bits stay in the cache."""


@loop_with_arrays
def find_faults(cards, width, hands, hole, deck, shares_last, codes, faults):
    """Write the faults of rows of `width` cards to `faults`, which is zeros.

    `deck` are the numbers of the deck as bits. The first `hands` cards are those of hands of `hole`
    cards, which may share their last card if `shares_last`. `codes` are the faults of a row with a
    number that isn't a card, with a card of another deck, and with a duplicate.
    """
    seen = np.empty(_TOGETHER, np.uint64)
    for first in range(0, faults.size, _TOGETHER):
        rows = min(_TOGETHER, faults.size - first)
        largest = _largest(cards, first * width, rows * width)
        _collect_bits(cards, first * width, width, rows, largest, seen)
        if largest < _CARD_COUNT and _are_valid(seen, rows, width, deck):
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
    for index in range(count):
        largest = max(largest, cards[_word(start + index)])
    return largest


@loop_part
def _collect_bits(cards, start, width, rows, largest, seen):
    """Fill the first `rows` of `seen` with the cards of each row, as bits."""
    can_together = width >= _EIGHT and largest <= _LAST_BIT
    whole = rows - rows % _EIGHT if can_together else 0
    seen[:rows] = 0
    last = width - _EIGHT
    for index in range(0, width, 2 * _EIGHT):
        one, other = _word(min(index, last)), _word(min(index + _EIGHT, last))
        for row in range(0, whole, _EIGHT):
            at = _word(start + row * width)
            _add_cards(cards, at, _word(width), one, other, seen, _word(row))
    for row in range(whole, rows):
        for index in range(width):
            seen[row] |= _ONE << (_word(cards[_word(start + row * width + index)]) & _LAST_BIT)


@loop_part
def _are_valid(seen, rows, width, deck):
    """Return whether each row has `width` different cards, all of the deck."""
    wrong = _ZERO
    for row in range(rows):
        wrong |= seen[row] & ~deck | _ones(seen[row]) ^ _word(width)
    return wrong == _ZERO


@loop_part
def _is_one_shared(cards, start, hands, hole, seen, width):
    """Return whether all hands have the same last card, and there is no other duplicate."""
    last = cards[start + hole - 1]
    for index in range(start + hole - 1, start + hands, hole):
        if cards[index] != last:
            return False
    return _ones(seen) == _word(width - hands // hole + 1)


@loop_part
def _ones(word):
    """Count the bits that are set: Warren, Hacker's Delight, 5-1."""
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
    ir.Constant(_INDEX_VECTOR, list(range(at, 2 * _EIGHT, 2))) for at in (0, 1)
)


@intrinsic
def _add_cards(_typing, cards, start, width, first, second, seen, at):
    """Set the bits of the cards of eight rows in `seen`, a word for each row, from index `at` on.

    The first row begins at `start`, and the next one `width` later. Of each row sixteen cards are
    taken, eight from index `first` and eight from `second`; all must be below 64. Written as vector
    instructions, one for eight cards: the compiler doesn't find these in a loop over cards.
    """
    word = types.uint64
    return types.void(cards, word, word, word, word, seen, word), _add_cards_code


def _add_cards_code(context, builder, signature, values):
    cards, start, width, first, second, seen, at = values

    def address(argument, array, index, vector):
        data = context.make_array(signature.args[argument])(context, builder, array).data
        return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())

    def bits(index):
        """Return a word for each of the eight cards from an index on."""
        loaded = builder.load(address(0, cards, index, _BYTE_VECTOR), align=1)
        return builder.shl(_ONE_VECTOR, builder.zext(loaded, _WORD_VECTOR))

    def halved(one, other):
        """Join two vectors: each two neighbors become one word, those of the first vector first."""
        even, odd = (
            builder.shuffle_vector(one, other, indices) for indices in (_EVEN_INDICES, _ODD_INDICES)
        )
        return builder.or_(even, odd)

    row, rows = start, []
    for _ in range(_EIGHT):
        rows.append(builder.or_(bits(builder.add(row, first)), bits(builder.add(row, second))))
        row = builder.add(row, width)
    while len(rows) > 1:
        rows = [halved(*pair) for pair in zip(rows[::2], rows[1::2], strict=True)]
    words = address(5, seen, at, _WORD_VECTOR)
    builder.store(builder.or_(builder.load(words, align=8), *rows), words, align=8)
    return context.get_dummy_value()
