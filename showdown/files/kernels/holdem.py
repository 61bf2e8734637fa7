"""Find deals in the Hold'em format, and write the numbers of the winners.

A deal is a line with the number of players, a line with the board, and a line for each hand.
"""

from numpy import int64, uint64

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.text import (
    BLANK,
    DIGIT_0,
    FAILED,
    LINE_FEED,
    NO_CARDS_SEEN,
    NO_WAGERS,
    ZERO,
    add_deal,
    add_unread,
    find_line_end,
    find_next_line,
    read_cards,
    write_byte,
)

_BOARD_CARDS = int64(5)
_STEP = int64(3)
"""Bytes from one card to the next: rank, suit and space."""


@kernel_part
def _read_count(text, pos):
    """Parse a line with a number of up to two digits.

    Return the number, and the start of the next line or FAILED.
    """
    count = ZERO
    for _ in range(2):
        if pos < text.size and DIGIT_0 <= text[pos] < DIGIT_0 + 10:
            count = count * 10 + int(text[pos]) - DIGIT_0
            pos += 1
    return count, find_next_line(text, pos)


@kernel_part
def _read_card_line(text, pos, count, tables, seen_cards, cards, card_index):
    """Read a line of cards and spaces.

    Return `seen_cards` with these cards as bits (0 if one is invalid or a duplicate), and the start
    of the next line or FAILED.
    """
    end = pos + _STEP * count - 1
    if end > text.size:
        return uint64(0), FAILED
    for i in range(pos + 2, end, _STEP):
        if text[i] != BLANK:
            return uint64(0), FAILED
    seen_cards = read_cards(text, pos, count, _STEP, tables, seen_cards, cards, card_index)
    return seen_cards, find_next_line(text, end)


@kernel_part
def _read_deal(text, pos, hole, min_players, max_players, tables, cards, card_index):
    """Read a deal; return the number of players, and the start of the next line or FAILED."""
    players, pos = _read_count(text, pos)
    if pos == FAILED or not min_players <= players <= max_players:
        return ZERO, FAILED
    seen_cards, pos = _read_card_line(
        text, pos, _BOARD_CARDS, tables, NO_CARDS_SEEN, cards, card_index + players * hole
    )
    for _ in range(players):
        if seen_cards == 0 or pos == FAILED:
            return ZERO, FAILED
        seen_cards, pos = _read_card_line(text, pos, hole, tables, seen_cards, cards, card_index)
        card_index += hole
    return players, FAILED if seen_cards == 0 else pos


@kernel
def find_holdem(text, hole, boards, min_players, max_players, takes_wagers, tables, deals):
    """Find the deals whose lines have only cards and single spaces.

    Leave other text to the ordinary reader, as unread parts. After such a part, continue at a line
    with only a number, which begins a deal.
    """
    pos = line = count = parts = card_index = ZERO
    while pos < text.size:
        next_start = find_next_line(text, pos)
        if next_start != FAILED:
            pos = next_start
            line += 1
            continue
        players, next_start = _read_deal(
            text, pos, hole, min_players, max_players, tables, deals.cards, card_index
        )
        if next_start != FAILED:
            count = add_deal(deals, count, pos, next_start, line, players, NO_WAGERS)
            card_index += players * hole + _BOARD_CARDS
            pos = next_start
            line += players + 2
            continue
        start, first_line = pos, line
        while True:
            pos = find_next_line(text, find_line_end(text, pos))
            line += 1
            if pos == text.size or _read_count(text, pos)[1] != FAILED:
                break
        parts = add_unread(start, pos, count, first_line, deals.parts, parts)
    return count, parts, 0


@kernel
def write_holdem(text, deals, best, winners, phrases, out, ends):
    """Write the numbers of the winners of each deal."""
    ends[0] = out_end = ZERO
    for deal in range(best.shape[0]):
        deal_winners = int(winners[deal, 0])
        start = out_end
        for seat in range(deals.players[deal]):
            if deal_winners >> seat & 1:
                if out_end > start:
                    out_end = write_byte(BLANK, out, out_end)
                number = seat + 1
                if number >= 10:
                    out_end = write_byte(DIGIT_0 + number // 10, out, out_end)
                out_end = write_byte(DIGIT_0 + number % 10, out, out_end)
        out_end = write_byte(LINE_FEED, out, out_end)
        ends[deal + 1] = out_end
