"""Find one-line deals like `HandA:… HandB:… Board:…`, and the positions of their wagers."""

from numpy import int64, uint8, uint64

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.text import (
    COLON,
    DIGIT_1,
    FAILED,
    LINE_FEED,
    LOWER_A,
    LOWER_CASE_BIT,
    NO_CARD,
    NO_CARDS_SEEN,
    NO_WAGERS,
    ZERO,
    add_deal,
    add_unread,
    find_line_end,
    find_next_line,
    get_card_bit,
    has_word_in_any_case,
    is_blank,
    is_separator,
    read_card,
    read_card_list,
    skip_blanks,
)

_HAND = tuple(b"hand")
_BOARD = tuple(b"board")
_LABEL_LENGTH = 6
_BOARD_CARDS = int64(5)
_NO_LAYOUT = (ZERO, ZERO, ZERO, ZERO)
_COMPARED_BYTES = 32
"""Number of bytes compared at a time; lines are compared up to a multiple of this number."""


@kernel_part
def _read_hands(text, pos, hole, max_players, tables, cards, card_index):
    """Read `HandA:… HandB:…` in any order.

    Return the number of players (0 if a hand can't be read or a label is skipped), the end of the
    hands, their cards as bits, and whether the hands are in the order of their labels.
    """
    players = labels = ZERO
    seen_cards, is_in_order = NO_CARDS_SEEN, True
    while True:
        pos = skip_blanks(text, pos)
        if pos + _LABEL_LENGTH > text.size or text[pos] | LOWER_CASE_BIT != _HAND[0]:
            break
        seat = int(text[pos + 4] | LOWER_CASE_BIT) - LOWER_A
        if (
            not has_word_in_any_case(text, pos, _HAND)
            or text[pos + 5] != COLON
            or not 0 <= seat < max_players
            or labels >> seat & 1
        ):
            return ZERO, pos, uint64(0), False
        labels |= 1 << seat
        is_in_order &= seat == players
        pos = skip_blanks(text, pos + _LABEL_LENGTH)
        seen_cards, pos = read_card_list(
            text, pos, hole, tables, seen_cards, cards, card_index + seat * hole
        )
        if seen_cards == 0:
            return ZERO, pos, seen_cards, False
        players += 1
        if pos == text.size or not is_blank(text, pos):
            break
    return players if labels == (1 << players) - 1 else ZERO, pos, seen_cards, is_in_order


@kernel_part
def _read_boards(text, pos, boards, tables, seen_cards, cards, card_index):
    """Read `Board:… Board2:…`, five cards each; return the end after spaces, or FAILED."""
    for board in range(boards):
        colon = pos + (5 if board == 0 else 6)
        if (
            colon >= text.size
            or not is_blank(text, pos - 1)
            or not has_word_in_any_case(text, pos, _BOARD)
            or (board > 0 and text[pos + 5] != DIGIT_1 + board)
            or text[colon] != COLON
        ):
            return FAILED
        pos = skip_blanks(text, colon + 1)
        seen_cards, pos = read_card_list(
            text, pos, _BOARD_CARDS, tables, seen_cards, cards, card_index
        )
        if seen_cards == 0:
            return FAILED
        card_index += _BOARD_CARDS
        pos = skip_blanks(text, pos)
    return skip_blanks(text, pos)


@kernel_part
def _read_deal_line(text, pos, hole, boards, max_players, tables, cards, card_index):
    """Read `HandA:… … Board:… Board2:…` in upper or lower case, with the hands in any order.

    Return the number of players, the index after the cards and the spaces that follow (FAILED if
    the line can't be read), and whether the hands are in order.
    """
    players, pos, seen_cards, is_in_order = _read_hands(
        text, pos, hole, max_players, tables, cards, card_index
    )
    if players == 0:
        return ZERO, FAILED, False
    pos = _read_boards(text, pos, boards, tables, seen_cards, cards, card_index + players * hole)
    return players, pos, is_in_order


@kernel_part
def _differs_from_layout(text, pos, layout, length):
    """Return whether any fixed byte of the layout differs in the line at `pos`."""
    first, differ = uint64(pos), uint8(0)
    for i in range(uint64(length)):
        differ |= (text[first + i] ^ layout.text[i]) & layout.fixed[i]
    return differ != 0


@kernel_part
def _read_cards_at(text, pos, count, indices, tables, cards, card_index):
    """Read the cards at these indices of a line; return whether all are valid and different."""
    first, target = uint64(pos), uint64(card_index)
    wrong_bits, seen_cards, total = uint8(0), uint64(0), uint64(0)
    for i in range(uint64(count)):
        card = read_card(text, first + uint64(indices[i]), tables)
        bit = get_card_bit(card)
        wrong_bits |= card
        seen_cards |= bit
        total += bit
        cards[target + i] = card
    # The sum of the bits is their union only if all are different.
    return wrong_bits & NO_CARD == 0 and seen_cards == total


@kernel_part
def _read_same_layout(text, pos, layout_numbers, layout, tables, cards, card_index):
    """Read a line of the layout.

    Return the number of players, the end of the line without its line ending, and the start of the
    next line. Return FAILED as both indices if the line has another layout or invalid cards.
    """
    length, ending, players, count = layout_numbers
    compared_length = (length + _COMPARED_BYTES - 1) // _COMPARED_BYTES * _COMPARED_BYTES
    if (
        length == 0
        or pos + compared_length > text.size
        or _differs_from_layout(text, pos, layout, compared_length)
        or not _read_cards_at(text, pos, count, layout.cards, tables, cards, card_index)
    ):
        return ZERO, FAILED, FAILED
    return players, pos + length - ending, pos + length


@kernel_part
def _store_layout(text, start, end, next_start, players, hole, boards, layout):
    """Store the layout of a line, unless it is too long or ends without a line feed.

    Return the lengths of the line and of its ending, and the numbers of its players and cards.
    """
    length = next_start - start
    if length > layout.text.size or text[next_start - 1] != LINE_FEED:
        return _NO_LAYOUT
    for i in range(layout.text.size):
        layout.text[i] = text[start + i] if i < length else 0
        layout.fixed[i] = 255 if i < length else 0
    index, card_index = start, players * hole
    for word in range(players + boards):
        while text[index] != COLON:
            index += 1
        first, count = card_index, 5
        if word < players:
            first, count = (int(text[index - 1] | LOWER_CASE_BIT) - LOWER_A) * hole, hole
        else:
            card_index += count
        index = skip_blanks(text, index + 1)
        step = 3 if is_separator(text[index + 2]) else 2
        for number in range(first, first + count):
            pos = index - start
            layout.fixed[pos] = layout.fixed[pos + 1] = 0
            layout.cards[number] = pos
            index += step
    return length, next_start - end, players, card_index


@kernel
def find_deal_lines(text, hole, boards, min_players, max_players, takes_wagers, tables, deals):
    """Find the lines with hands that `read_card_list` can read, in upper or lower case.

    If `takes_wagers`, wagers may follow the cards: their start is recorded. Every board has five
    cards. If a deal's line is as long as the one before it, its layout is stored, and later lines
    are first compared with it.
    """
    pos = line = count = parts = card_index = rows = previous_length = ZERO
    layout, layout_numbers = deals.layout, _NO_LAYOUT
    while pos < text.size:
        row = NO_WAGERS
        players, end, next_start = _read_same_layout(
            text, pos, layout_numbers, layout, tables, deals.cards, card_index
        )
        if next_start == FAILED:
            next_start = find_next_line(text, pos)
            if next_start != FAILED:  # an empty line
                pos, line = next_start, line + 1
                continue
            players, cards_end, is_in_order = _read_deal_line(
                text, pos, hole, boards, max_players, tables, deals.cards, card_index
            )
            is_read = cards_end != FAILED and min_players <= players <= max_players
            end = find_line_end(text, cards_end if is_read else pos)
            next_start = find_next_line(text, end)
            if is_read and cards_end < end:
                # Odd chips may depend on the order of hands; the ordinary reader keeps it.
                is_read = takes_wagers and is_in_order and is_blank(text, cards_end - 1)
                row = rows
            if not is_read:
                parts = add_unread(pos, next_start, count, line, deals.parts, parts)
                pos, line = next_start, line + 1
                continue
            if row != NO_WAGERS:
                deals.wager_starts[row] = cards_end
                rows += 1
            elif next_start - pos == previous_length:
                layout_numbers = _store_layout(
                    text, pos, end, next_start, players, hole, boards, layout
                )
            previous_length = next_start - pos
        count = add_deal(deals, count, pos, end, line, players, row)
        card_index += players * hole + boards * _BOARD_CARDS
        pos, line = next_start, line + 1
    return count, parts, rows
