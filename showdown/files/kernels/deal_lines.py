"""Find one-line deals like `HandA:… HandB:… Board:…`, and the positions of their wagers."""

from numpy import int64, uint64

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.cards import NOTHING_SEEN, read_list
from showdown.files.kernels.layouts import NO_LAYOUT, read_same_layout, store_layout
from showdown.files.kernels.lines import (
    COLON,
    DIGIT_1,
    FAILED,
    LOWER_A,
    NO_WAGERS,
    SMALL,
    ZERO,
    after_blanks,
    has_word_in_any_case,
    is_blank,
    leave,
    line_end,
    next_line_start,
    record,
)

_HAND = tuple(b"hand")
_BOARD = tuple(b"board")
_LABEL_LENGTH = 6
_BOARD_CARDS = int64(5)


@kernel_part
def _hands(text, at, hole, most, tables, cards, to):
    """Read `HandA:… HandB:…` in any order.

    Return the number of players (0 if a hand can't be read or a label is skipped), the end of the
    hands, the cards seen so far, and whether the hands are in the order of their labels.
    """
    players = labels = ZERO
    seen, is_in_order = NOTHING_SEEN, True
    while True:
        at = after_blanks(text, at)
        if at + _LABEL_LENGTH > text.size or text[at] | SMALL != _HAND[0]:
            break
        seat = int(text[at + 4] | SMALL) - LOWER_A
        if (
            not has_word_in_any_case(text, at, _HAND)
            or text[at + 5] != COLON
            or not 0 <= seat < most
            or labels >> seat & 1
        ):
            return ZERO, at, uint64(0), False
        labels |= 1 << seat
        is_in_order &= seat == players
        at = after_blanks(text, at + _LABEL_LENGTH)
        seen, at = read_list(text, at, hole, tables, seen, cards, to + seat * hole)
        if seen == 0:
            return ZERO, at, seen, False
        players += 1
        if at == text.size or not is_blank(text, at):
            break
    return players if labels == (1 << players) - 1 else ZERO, at, seen, is_in_order


@kernel_part
def _boards(text, at, boards, tables, seen, cards, to):
    """Read `Board:… Board2:…`, five cards each; return the end after spaces, or FAILED."""
    for board in range(boards):
        colon = at + (5 if board == 0 else 6)
        if (
            colon >= text.size
            or not is_blank(text, at - 1)
            or not has_word_in_any_case(text, at, _BOARD)
            or (board > 0 and text[at + 5] != DIGIT_1 + board)
            or text[colon] != COLON
        ):
            return FAILED
        at = after_blanks(text, colon + 1)
        seen, at = read_list(text, at, _BOARD_CARDS, tables, seen, cards, to)
        if seen == 0:
            return FAILED
        to += _BOARD_CARDS
        at = after_blanks(text, at)
    return after_blanks(text, at)


@kernel_part
def _deal_line(text, at, hole, boards, most, tables, cards, to):
    """Read `HandA:… … Board:… Board2:…` in upper or lower case, with the hands in any order.

    Return the number of players, the index after the cards and the spaces that follow (FAILED if
    the line can't be read), and whether the hands are in order.
    """
    players, at, seen, is_in_order = _hands(text, at, hole, most, tables, cards, to)
    if players == 0:
        return ZERO, FAILED, False
    at = _boards(text, at, boards, tables, seen, cards, to + players * hole)
    return players, at, is_in_order


@kernel
def find_deal_lines(text, hole, boards, least, most, takes_wagers, tables, deals):
    """Find the lines with hands that `read_list` can read, in upper or lower case.

    If `takes_wagers`, wagers may follow the cards: their start is recorded. Return the numbers of
    deals, of parts left to the ordinary reader, and of deals with wagers. Every board has five
    cards. If a deal's line is as long as the one before it, its layout is stored, and later lines
    are first compared with it.
    """
    at = line = count = parts = card = rows = before = ZERO
    layout, known = deals.layout, NO_LAYOUT
    while at < text.size:
        row = NO_WAGERS
        players, end, after = read_same_layout(text, at, known, layout, tables, deals.cards, card)
        if after == FAILED:
            after = next_line_start(text, at)
            if after != FAILED:  # an empty line
                at, line = after, line + 1
                continue
            players, cards_end, is_in_order = _deal_line(
                text, at, hole, boards, most, tables, deals.cards, card
            )
            is_read = cards_end != FAILED and least <= players <= most
            end = line_end(text, cards_end if is_read else at)
            after = next_line_start(text, end)
            if is_read and cards_end < end:
                # Odd chips may depend on the order of hands; the ordinary reader keeps it.
                is_read = takes_wagers and is_in_order and is_blank(text, cards_end - 1)
                row = rows
            if not is_read:
                parts = leave(at, after, count, line, deals.parts, parts)
                at, line = after, line + 1
                continue
            if row != NO_WAGERS:
                deals.wagers_at[row] = cards_end
                rows += 1
            elif after - at == before:
                known = store_layout(text, at, end, after, players, hole, boards, layout)
            before = after - at
        count = record(deals, count, at, end, line, players, row)
        card += players * hole + boards * _BOARD_CARDS
        at, line = after, line + 1
    return count, parts, rows
