"""The kernel that validates rows of card numbers.

Importing this module imports Numba. Valid rows are checked without branches that depend on their
cards, because mispredicted branches would take longer than the check.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from showdown.bulk.compiling import kernel_part, kernel_with_arrays

_word = np.uint64
_ZERO, _ONE, _TWO, _FOUR, _56 = (_word(number) for number in (0, 1, 2, 4, 56))
_CARD_COUNT, _MAX_SHIFT = _word(52), _word(63)
_EVEN_BITS, _BIT_PAIRS, _HALF_BYTES = (
    _word(mask) for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
_BYTES = _word(0x0101010101010101)
_ROWS_PER_GROUP = 256
"""Number of rows that are validated together; their bit sets fit into the processor's cache."""
_LANES = 8
"""Number of cards, or of rows, in a vector."""


@kernel_with_arrays
def check_rows(cards, width, hand_card_count, hole, deck, may_share_last, is_valid):
    """Set `is_valid` (n) to false for each invalid row of `width` cards.

    `deck` is a bit set of the cards in the deck. The first `hand_card_count` cards of a row are the
    hands, of `hole` cards each; if `may_share_last`, all hands may have the same last card.
    Otherwise all cards of a row must be different.
    """
    card_sets = np.empty(_ROWS_PER_GROUP, np.uint64)
    for first in range(0, is_valid.size, _ROWS_PER_GROUP):
        rows = min(_ROWS_PER_GROUP, is_valid.size - first)
        largest_number = _find_largest_number(cards, first * width, rows * width)
        _collect_bits(cards, first * width, width, rows, largest_number, card_sets)
        if largest_number < _CARD_COUNT and _are_valid(card_sets, rows, width, deck):
            continue
        for row in range(rows):
            start = (first + row) * width
            is_valid[first + row] = (
                _find_largest_number(cards, start, width) < _CARD_COUNT
                and card_sets[row] & ~deck == _ZERO
                and (
                    _count_bits(card_sets[row]) == _word(width)
                    or (
                        may_share_last
                        and _shares_only_last_card(
                            cards, start, hand_card_count, hole, card_sets[row], width
                        )
                    )
                )
            )


@kernel_part
def _find_largest_number(cards, start, count):
    largest_number = np.uint8(0)
    for index in range(count):
        largest_number = max(largest_number, cards[_word(start + index)])
    return largest_number


@kernel_part
def _collect_bits(cards, start, width, rows, largest_number, card_sets):
    """Write the cards of each row, as bits, to `card_sets`; numbers are taken modulo 64."""
    can_vectorize = width >= _LANES and largest_number <= _MAX_SHIFT
    vectorized_rows = rows - rows % _LANES if can_vectorize else 0
    card_sets[:rows] = 0
    last_start = width - _LANES
    for index in range(0, width, 2 * _LANES):
        first = _word(min(index, last_start))
        second = _word(min(index + _LANES, last_start))
        for row in range(0, vectorized_rows, _LANES):
            first_card = _word(start + row * width)
            _add_cards(cards, first_card, _word(width), first, second, card_sets, _word(row))
    for row in range(vectorized_rows, rows):
        for index in range(width):
            card_sets[row] |= _ONE << (
                _word(cards[_word(start + row * width + index)]) & _MAX_SHIFT
            )


@kernel_part
def _are_valid(card_sets, rows, width, deck):
    """Return whether every row has `width` different cards of the deck."""
    wrong_bits = _ZERO
    for row in range(rows):
        wrong_bits |= card_sets[row] & ~deck | _count_bits(card_sets[row]) ^ _word(width)
    return wrong_bits == _ZERO


@kernel_part
def _shares_only_last_card(cards, start, hand_card_count, hole, card_set, width):
    """Return whether all hands have the same last card, and no other card is duplicated."""
    last = cards[start + hole - 1]
    for index in range(start + hole - 1, start + hand_card_count, hole):
        if cards[index] != last:
            return False
    return _count_bits(card_set) == _word(width - hand_card_count // hole + 1)


@kernel_part
def _count_bits(word):
    """Return the number of bits that are set (Warren, Hacker's Delight, 5-1)."""
    word -= word >> _ONE & _EVEN_BITS
    word = (word & _BIT_PAIRS) + (word >> _TWO & _BIT_PAIRS)
    word = word + (word >> _FOUR) & _HALF_BYTES
    return word * _BYTES >> _56


_BYTE_VECTOR = ir.VectorType(ir.IntType(8), _LANES)
_WORD_VECTOR = ir.VectorType(ir.IntType(64), _LANES)
_INDEX_VECTOR = ir.VectorType(ir.IntType(32), _LANES)
_ONE_VECTOR = ir.Constant(_WORD_VECTOR, [1] * _LANES)
_EVEN_INDICES, _ODD_INDICES = (
    ir.Constant(_INDEX_VECTOR, list(range(parity, 2 * _LANES, 2))) for parity in (0, 1)
)


@intrinsic
def _add_cards(_typing, cards, start, width, first, second, card_sets, first_row):
    """Add sixteen cards of each of eight rows to their bit sets in `card_sets`.

    The bit sets begin at index `first_row`. The cards of the first row begin at index `start` of
    `cards`, and those of each further row `width` later. Eight of the cards begin at index `first`
    of a row, the other eight at index `second`. All card numbers are below 64. The code consists of
    vector instructions for eight cards at a time, which the compiler doesn't generate for a loop
    over cards.
    """
    word = types.uint64
    return types.void(cards, word, word, word, word, card_sets, word), _generate_add_cards


def _generate_add_cards(context, builder, signature, values):
    cards, start, width, first, second, card_sets, first_row = values

    def get_address(argument_index, array, index, vector):
        data = context.make_array(signature.args[argument_index])(context, builder, array).data
        return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())

    def load_bits(index):
        """Return a vector with the bit of each of the eight cards from an index on."""
        loaded = builder.load(get_address(0, cards, index, _BYTE_VECTOR), align=1)
        return builder.shl(_ONE_VECTOR, builder.zext(loaded, _WORD_VECTOR))

    def combine_neighbors(first_words, second_words):
        """Combine neighboring words with OR, so that two vectors become one."""
        even, odd = (
            builder.shuffle_vector(first_words, second_words, indices)
            for indices in (_EVEN_INDICES, _ODD_INDICES)
        )
        return builder.or_(even, odd)

    row, vectors = start, []
    for _ in range(_LANES):
        vectors.append(
            builder.or_(load_bits(builder.add(row, first)), load_bits(builder.add(row, second)))
        )
        row = builder.add(row, width)
    while len(vectors) > 1:
        vectors = [
            combine_neighbors(*pair) for pair in zip(vectors[::2], vectors[1::2], strict=True)
        ]
    words = get_address(5, card_sets, first_row, _WORD_VECTOR)
    builder.store(builder.or_(builder.load(words, align=8), *vectors), words, align=8)
    return context.get_dummy_value()
