"""Read cards; `tables` are the `CardBytes` of the game."""

from numpy import uint8, uint64

from showdown.bulk.compiling import kernel_part
from showdown.files.kernels.lines import BLANK, COMMA, HYPHEN

NO_CARD = uint8(0x80)
NOTHING_SEEN = uint64(1 << 63)
_CARD = uint64(0x3F)


@kernel_part
def read_card(text, pos, tables):
    """Return the card of the two bytes at `pos`; the bit NO_CARD is set if they aren't a card."""
    return tables.ranks[text[pos]] | tables.suits[text[pos + uint64(1)]]


@kernel_part
def bit_of(card):
    return uint64(1) << (uint64(card) & _CARD)


@kernel_part
def read_cards(text, pos, count, step, tables, seen, cards, slot):
    """Read cards that start every `step` bytes; return `seen` with them as bits.

    Return 0 if any of them isn't a card or is a duplicate. The highest bit of `seen` is always set.
    """
    wrong = uint8(0)
    read, put, step = uint64(pos), uint64(slot), uint64(step)
    for _ in range(count):
        card = read_card(text, read, tables)
        bit = bit_of(card)
        wrong |= (card & NO_CARD) | uint8((seen & bit) != 0)
        seen |= bit
        cards[put] = card
        read += step
        put += uint64(1)
    return uint64(0) if wrong else seen


@kernel_part
def is_separator(byte):
    return byte in (HYPHEN, BLANK, COMMA)


@kernel_part
def read_list(text, pos, count, tables, seen, cards, slot):
    """Read cards with a hyphen, a comma or a space between any two, or with nothing between them.

    Return the cards seen, or 0, and the end of the last card.
    """
    step = 3 if pos + 2 < text.size and is_separator(text[pos + 2]) else 2
    end = pos + step * (count - 1) + 2
    if end > text.size:
        return uint64(0), end
    if step == 3:
        for index in range(uint64(pos + 2), uint64(end), uint64(3)):
            if not is_separator(text[index]):
                return uint64(0), end
    return read_cards(text, pos, count, step, tables, seen, cards, slot), end
