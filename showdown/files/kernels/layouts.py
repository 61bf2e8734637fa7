"""Read lines with the same layout as an earlier line, which differ only in their cards."""

from numpy import uint8, uint64

from showdown.bulk.compiling import kernel_part
from showdown.files.kernels.cards import NO_CARD, bit_of, is_separator, read_card
from showdown.files.kernels.lines import (
    COLON,
    FAILED,
    LINE_FEED,
    LOWER_A,
    SMALL,
    ZERO,
    skip_blanks,
)

NO_LAYOUT = (ZERO, ZERO, ZERO, ZERO)
_COMPARED = 32
"""Number of bytes compared at a time; lines are compared up to a multiple of this number."""


@kernel_part
def _differ(text, pos, layout, length):
    """Return whether any fixed byte differs from the layout."""
    first, differ = uint64(pos), uint8(0)
    for i in range(uint64(length)):
        differ |= (text[first + i] ^ layout.text[i]) & layout.fixed[i]
    return differ != 0


@kernel_part
def _read_indices(text, pos, count, indices, tables, cards, slot):
    """Read the cards at these indices of a line; return whether all are valid and different."""
    first, put = uint64(pos), uint64(slot)
    wrong, seen, total = uint8(0), uint64(0), uint64(0)
    for i in range(uint64(count)):
        card = read_card(text, first + uint64(indices[i]), tables)
        bit = bit_of(card)
        wrong |= card
        seen |= bit
        total += bit
        cards[put + i] = card
    # The sum of the bits is their union only if all are different.
    return wrong & NO_CARD == 0 and seen == total


@kernel_part
def read_same_layout(text, pos, known, layout, tables, cards, slot):
    """Read a line of the layout; return the players, the end of the text, and the next line.

    Return FAILED as the end and the next line if the line has another layout or invalid cards.
    """
    length, ending, players, count = known
    compared = (length + _COMPARED - 1) // _COMPARED * _COMPARED
    if (
        length == 0
        or pos + compared > text.size
        or _differ(text, pos, layout, compared)
        or not _read_indices(text, pos, count, layout.cards, tables, cards, slot)
    ):
        return ZERO, FAILED, FAILED
    return players, pos + length - ending, pos + length


@kernel_part
def store_layout(text, start, end, next_start, players, hole, boards, layout):
    """Store the layout of a line, unless it is too long or ends without a line feed.

    Return the lengths of the line and of its ending, and the numbers of its players and cards.
    """
    length = next_start - start
    if length > layout.text.size or text[next_start - 1] != LINE_FEED:
        return NO_LAYOUT
    for i in range(layout.text.size):
        layout.text[i] = text[start + i] if i < length else 0
        layout.fixed[i] = 255 if i < length else 0
    index, card = start, players * hole
    for word in range(players + boards):
        while text[index] != COLON:
            index += 1
        first, count = card, 5
        if word < players:
            first, count = (int(text[index - 1] | SMALL) - LOWER_A) * hole, hole
        else:
            card += count
        index = skip_blanks(text, index + 1)
        step = 3 if is_separator(text[index + 2]) else 2
        for number in range(first, first + count):
            pos = index - start
            layout.fixed[pos] = layout.fixed[pos + 1] = 0
            layout.cards[number] = pos
            index += step
    return length, next_start - end, players, card
