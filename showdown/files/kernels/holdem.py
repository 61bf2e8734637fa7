"""Find instances of the Hold'em format, and write the numbers of the winners."""

from numpy import int64, uint64

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.cards import NOTHING_SEEN, read_cards
from showdown.files.kernels.lines import (
    BLANK,
    DIGIT_0,
    FAILED,
    LINE_FEED,
    NO_WAGERS,
    ZERO,
    leave,
    line_end,
    next_line_start,
    put,
    record,
)

_BOARD = int64(5)
_STEP = int64(3)


@kernel_part
def _count(text, at):
    """Parse a line with a number of up to two digits; return it and the next line, or FAILED."""
    count = ZERO
    for _ in range(2):
        if at < text.size and DIGIT_0 <= text[at] < DIGIT_0 + 10:
            count = count * 10 + int(text[at]) - DIGIT_0
            at += 1
    return count, next_line_start(text, at)


@kernel_part
def _card_line(text, at, count, tables, seen, cards, to):
    """Read a line of cards and spaces; return the cards seen or 0, and the next line or FAILED."""
    end = at + _STEP * count - 1
    if end > text.size:
        return uint64(0), FAILED
    for i in range(at + 2, end, _STEP):
        if text[i] != BLANK:
            return uint64(0), FAILED
    return read_cards(text, at, count, _STEP, tables, seen, cards, to), next_line_start(text, end)


@kernel_part
def _instance(text, at, hole, least, most, tables, cards, to):
    """Read an instance; return the number of players and the next line, or FAILED."""
    players, at = _count(text, at)
    if at == FAILED or not least <= players <= most:
        return ZERO, FAILED
    seen, at = _card_line(text, at, _BOARD, tables, NOTHING_SEEN, cards, to + players * hole)
    for _ in range(players):
        if seen == 0 or at == FAILED:
            return ZERO, FAILED
        seen, at = _card_line(text, at, hole, tables, seen, cards, to)
        to += hole
    return players, FAILED if seen == 0 else at


@kernel
def find_holdem(text, hole, boards, least, most, takes_wagers, tables, deals):
    """Find the instances whose lines have only cards and single spaces.

    After an unread part, continue at a line with only a number, which begins an instance.
    """
    at = line = count = parts = card = ZERO
    while at < text.size:
        after = next_line_start(text, at)
        if after != FAILED:
            at = after
            line += 1
            continue
        players, after = _instance(text, at, hole, least, most, tables, deals.cards, card)
        if after != FAILED:
            count = record(deals, count, at, after, line, players, NO_WAGERS)
            card += players * hole + _BOARD
            at = after
            line += players + 2
            continue
        start, first = at, line
        while True:
            at = next_line_start(text, line_end(text, at))
            line += 1
            if at == text.size or _count(text, at)[1] != FAILED:
                break
        parts = leave(start, at, count, first, deals.parts, parts)
    return count, parts, 0


@kernel
def write_holdem(text, deals, best, winners, phrases, out, ends):
    """Write the numbers of the winners of each deal, and `ends` like `write_deal_lines`."""
    ends[0] = to = ZERO
    for deal in range(best.shape[0]):
        won = int(winners[deal, 0])
        start = to
        for seat in range(deals.players[deal]):
            if won >> seat & 1:
                if to > start:
                    to = put(BLANK, out, to)
                number = seat + 1
                if number >= 10:
                    to = put(DIGIT_0 + number // 10, out, to)
                to = put(DIGIT_0 + number % 10, out, to)
        to = put(LINE_FEED, out, to)
        ends[deal + 1] = to
