"""Read lines, words and cards of a text, and write bytes.

Functions that write to `out` from `out_end` on return the index after the last written byte.
Functions that read cards write them to `cards` from `card_index` on. `tables` are the `CardBytes`
of the game.
"""

import numpy as np
from numpy import uint8, uint64

from showdown.bulk.compiling import kernel_part

BLANK, TAB, LINE_FEED, RETURN, HYPHEN = (ord(character) for character in " \t\n\r-")
COMMA, EQUALS, POINT, COLON = (ord(character) for character in ",=.:")
UPPER_A, LOWER_A, DIGIT_0, DIGIT_1 = (ord(character) for character in "Aa01")
LOWER_CASE_BIT = uint8(0x20)
"""This bit makes any letter lower case."""
ZERO = np.int64(0)
FAILED = np.int64(-1)
NO_WAGERS = np.int64(-1)
"""Value of `wager_rows` for a deal without wagers."""
NO_CARD = uint8(0x80)
NO_CARDS_SEEN = uint64(1 << 63)
_CARD = uint64(0x3F)


@kernel_part
def find_next_line(text, pos):
    """Return the start of the next line if this one ends here, else FAILED.

    A line ends with a line feed, a carriage return, or both.
    """
    if pos < text.size and text[pos] == RETURN:
        pos += 1
        return pos + 1 if pos < text.size and text[pos] == LINE_FEED else pos
    if pos == text.size:
        return pos
    return pos + 1 if text[pos] == LINE_FEED else FAILED


@kernel_part
def is_line_end(text, pos):
    return pos == text.size or text[pos] == LINE_FEED or text[pos] == RETURN


@kernel_part
def find_line_end(text, pos):
    """Return the end of this line, without its line ending."""
    while not is_line_end(text, pos):
        pos += 1
    return pos


@kernel_part
def is_blank(text, pos):
    return text[pos] == BLANK or text[pos] == TAB


@kernel_part
def skip_blanks(text, pos):
    while pos < text.size and is_blank(text, pos):
        pos += 1
    return pos


@kernel_part
def has_word(text, pos, word):
    """Return whether the text contains the word at `pos`; the text must be long enough."""
    first = uint64(pos)
    for i in range(len(word)):
        if text[first + uint64(i)] != word[i]:
            return False
    return True


@kernel_part
def starts_with(text, pos, word):
    """Return whether the text contains the word at `pos`, without reading beyond its end."""
    return pos + len(word) <= text.size and has_word(text, pos, word)


@kernel_part
def has_word_in_any_case(text, pos, word):
    """Return the same as `has_word`, ignoring case. The word must be in lower case."""
    first = uint64(pos)
    for i in range(len(word)):
        if text[first + uint64(i)] | LOWER_CASE_BIT != word[i]:
            return False
    return True


@kernel_part
def read_card(text, pos, tables):
    """Return the card of the two bytes at `pos`; the bit NO_CARD is set if they aren't a card."""
    return tables.ranks[text[pos]] | tables.suits[text[pos + uint64(1)]]


@kernel_part
def get_card_bit(card):
    return uint64(1) << (uint64(card) & _CARD)


@kernel_part
def read_cards(text, pos, count, step, tables, seen_cards, cards, card_index):
    """Read cards that start every `step` bytes; return `seen_cards` with them as bits.

    Return 0 if any of them isn't a card or is a duplicate. Because of the highest bit of
    NO_CARDS_SEEN, no other result is 0.
    """
    wrong = uint8(0)
    source, target, step = uint64(pos), uint64(card_index), uint64(step)
    for _ in range(count):
        card = read_card(text, source, tables)
        bit = get_card_bit(card)
        wrong |= (card & NO_CARD) | uint8((seen_cards & bit) != 0)
        seen_cards |= bit
        cards[target] = card
        source += step
        target += uint64(1)
    return uint64(0) if wrong else seen_cards


@kernel_part
def is_separator(byte):
    return byte in (HYPHEN, BLANK, COMMA)


@kernel_part
def read_card_list(text, pos, count, tables, seen_cards, cards, card_index):
    """Read cards with a hyphen, a comma or a space between any two, or with nothing between them.

    Return `seen_cards` with these cards as bits (0 if one is invalid or a duplicate), and the end
    of the last card.
    """
    step = 3 if pos + 2 < text.size and is_separator(text[pos + 2]) else 2
    end = pos + step * (count - 1) + 2
    if end > text.size:
        return uint64(0), end
    if step == 3:
        for index in range(uint64(pos + 2), uint64(end), uint64(3)):
            if not is_separator(text[index]):
                return uint64(0), end
    return read_cards(text, pos, count, step, tables, seen_cards, cards, card_index), end


@kernel_part
def add_deal(deals, count, start, end, line, players, row):
    """Write a deal to `DealRows`, and return the number of deals."""
    deals.starts[count] = start
    deals.ends[count] = end
    deals.lines[count] = line
    deals.players[count] = players
    deals.wager_rows[count] = row
    return count + 1


@kernel_part
def add_unread(start, end, deal_count, line, parts, part_count):
    """Add a part of the text for the ordinary reader; return the number of `parts`.

    If no deal follows the last part, extend that part instead.
    """
    if part_count and parts[part_count - 1, 2] == deal_count:
        parts[part_count - 1, 1] = end
        return part_count
    parts[part_count, 0] = start
    parts[part_count, 1] = end
    parts[part_count, 2] = deal_count
    parts[part_count, 3] = line
    return part_count + 1


@kernel_part
def copy_bytes(source, start, end, out, out_end):
    first, index = uint64(start), uint64(out_end)
    for i in range(uint64(end - start)):
        out[index + i] = source[first + i]
    return out_end + end - start


@kernel_part
def write_byte(byte, out, out_end):
    out[uint64(out_end)] = byte
    return out_end + 1


@kernel_part
def write_word(word, out, out_end):
    index = uint64(out_end)
    for i in range(len(word)):
        out[index + uint64(i)] = word[i]
    return out_end + len(word)


@kernel_part
def write_row(rows, row, out, out_end):
    """Write the text in one row of `PaddedTexts`."""
    start = row * rows.width
    return copy_bytes(rows.texts, start, start + rows.lengths[row], out, out_end)
