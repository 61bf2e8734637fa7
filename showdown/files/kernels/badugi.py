"""Find lines of Badugi hands, and write the winning hands."""

from numpy import int64

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.cards import NOTHING_SEEN, read_cards
from showdown.files.kernels.lines import (
    BLANK,
    FAILED,
    LINE_FEED,
    NO_WAGERS,
    ZERO,
    copy,
    has_word,
    leave,
    line_end,
    next_line_start,
    put,
    put_all,
    record,
)

_BETWEEN = tuple(b" - ")


@kernel
def find_badugi(text, hole, boards, least, most, takes_wagers, tables, deals):
    """Find lines with ` - ` between hands, all like `3c 2s 4d Ah` or all like `3c2s4dAh`."""
    at = line = count = parts = card = ZERO
    while at < text.size:
        after = next_line_start(text, at)
        if after == FAILED:
            step = int64(3) if at + 2 < text.size and text[at + 2] == BLANK else int64(2)
            players, end = _badugi_line(text, at, hole, step, tables, deals.cards, card)
            if least <= players <= most:
                after = next_line_start(text, end)
            if after == FAILED:
                after = next_line_start(text, line_end(text, at))
                parts = leave(at, after, count, line, deals.parts, parts)
            else:
                count = record(deals, count, at, end, line, players, NO_WAGERS)
                card += players * hole
        at = after
        line += 1
    return count, parts, 0


@kernel_part
def _badugi_line(text, at, hole, step, tables, cards, to):
    """Read hands whose cards start every `step` bytes; return the number and the end of the hands.

    Return 0 and FAILED if they can't be read.
    """
    length = step * (hole - 1) + 2
    players = ZERO
    seen = NOTHING_SEEN
    while at + length <= text.size:
        for i in range(2, length, 3):
            if step == 3 and text[at + i] != BLANK:
                return ZERO, FAILED
        seen = read_cards(text, at, hole, step, tables, seen, cards, to)
        if seen == 0:
            return ZERO, FAILED
        to += hole
        at += length
        players += 1
        if at + 3 > text.size or not has_word(text, at, _BETWEEN):
            return players, at
        at += 3
    return ZERO, FAILED


@kernel
def write_badugi(text, deals, best, winners, phrases, out, ends):
    """Write the winning hands of each deal as given, and `ends` like `write_deal_lines`."""
    ends[0] = to = ZERO
    for deal in range(best.shape[0]):
        players = deals.players[deal]
        step = (deals.ends[deal] - deals.starts[deal] + len(_BETWEEN)) // players
        won = int(winners[deal, 0])
        start = to
        for seat in range(players):
            if won >> seat & 1:
                if to > start:
                    to = put_all(_BETWEEN, out, to)
                hand = deals.starts[deal] + seat * step
                to = copy(text, hand, hand + step - len(_BETWEEN), out, to)
        to = put(LINE_FEED, out, to)
        ends[deal + 1] = to
