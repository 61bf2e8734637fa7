"""Find lines of Badugi hands, and write the winning hands."""

from numpy import int64

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.text import (
    BLANK,
    FAILED,
    LINE_FEED,
    NO_CARDS_SEEN,
    NO_WAGERS,
    ZERO,
    add_deal,
    add_unread,
    copy_bytes,
    find_line_end,
    find_next_line,
    has_word,
    read_cards,
    write_byte,
    write_word,
)

_HAND_SEPARATOR = tuple(b" - ")


@kernel
def find_badugi(text, hole, boards, min_players, max_players, takes_wagers, tables, deals):
    """Find lines with ` - ` between hands, all like `3c 2s 4d Ah` or all like `3c2s4dAh`."""
    pos = line = count = parts = card_index = ZERO
    while pos < text.size:
        next_start = find_next_line(text, pos)
        if next_start == FAILED:
            step = int64(3) if pos + 2 < text.size and text[pos + 2] == BLANK else int64(2)
            players, end = _read_line(text, pos, hole, step, tables, deals.cards, card_index)
            if min_players <= players <= max_players:
                next_start = find_next_line(text, end)
            if next_start == FAILED:
                next_start = find_next_line(text, find_line_end(text, pos))
                parts = add_unread(pos, next_start, count, line, deals.parts, parts)
            else:
                count = add_deal(deals, count, pos, end, line, players, NO_WAGERS)
                card_index += players * hole
        pos = next_start
        line += 1
    return count, parts, 0


@kernel_part
def _read_line(text, pos, hole, step, tables, cards, card_index):
    """Read hands whose cards start every `step` bytes; return the number and the end of the hands.

    Return 0 and FAILED if they can't be read.
    """
    length = step * (hole - 1) + 2
    players = ZERO
    seen_cards = NO_CARDS_SEEN
    while pos + length <= text.size:
        for i in range(2, length, 3):
            if step == 3 and text[pos + i] != BLANK:
                return ZERO, FAILED
        seen_cards = read_cards(text, pos, hole, step, tables, seen_cards, cards, card_index)
        if seen_cards == 0:
            return ZERO, FAILED
        card_index += hole
        pos += length
        players += 1
        if pos + 3 > text.size or not has_word(text, pos, _HAND_SEPARATOR):
            return players, pos
        pos += 3
    return ZERO, FAILED


@kernel
def write_badugi(text, deals, best, winners, phrases, out, ends):
    """Write the winning hands of each deal, as they are written in the text."""
    ends[0] = out_end = ZERO
    for deal in range(best.shape[0]):
        players = deals.players[deal]
        step = (deals.ends[deal] - deals.starts[deal] + len(_HAND_SEPARATOR)) // players
        deal_winners = int(winners[deal, 0])
        start = out_end
        for seat in range(players):
            if deal_winners >> seat & 1:
                if out_end > start:
                    out_end = write_word(_HAND_SEPARATOR, out, out_end)
                hand = deals.starts[deal] + seat * step
                out_end = copy_bytes(text, hand, hand + step - len(_HAND_SEPARATOR), out, out_end)
        out_end = write_byte(LINE_FEED, out, out_end)
        ends[deal + 1] = out_end
