"""Read the wagers after the cards of a line."""

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.text import (
    COMMA,
    DIGIT_0,
    EQUALS,
    FAILED,
    UPPER_A,
    ZERO,
    is_blank,
    is_line_end,
    skip_blanks,
    starts_with,
)

_POT = tuple(b"Pot:")
_CONTRIBUTIONS = tuple(b"In:")
_FOLD = tuple(b"Fold:")
_BUTTON = tuple(b"Button:")
_UNIT = tuple(b"Unit:")
_LABEL = tuple(b"Hand")
_MAX_DIGITS = 12
"""Maximum number of digits of an amount."""


@kernel
def read_wagers(text, wager_starts, players, wagers):
    """Read the wagers from each index in `wager_starts` to the end of the line into `wagers`.

    `wagers` are WagerRows. If the kernel can't read the wagers, the unit is set to 0, and the
    ordinary reader settles the deal.
    """
    for row in range(wager_starts.size):
        _clear_row(players[row], row, wagers)
        if not _read_words(text, wager_starts[row], row, wagers):
            wagers.unit[row] = 0


@kernel_part
def _clear_row(players, row, wagers):
    for seat in range(wagers.contributions.shape[1]):
        wagers.contributions[row, seat] = -1
    for pot in range(wagers.pots.shape[1]):
        wagers.pots[row, pot] = 0
        wagers.eligible[row, pot] = 0
    wagers.dead[row] = 0
    wagers.folded[row] = 0
    wagers.button[row] = -1
    wagers.unit[row] = 1
    wagers.seats[row] = players
    for seat in range(players):
        wagers.order[row, seat] = seat


@kernel_part
def _read_words(text, pos, row, wagers):
    """Read plain wagers into a row; return whether that was possible.

    Plain wagers are any number of `Pot:…`, and at most one each of `In:…`, `Fold:…`, `Button:…` and
    `Unit:…`, in any order. Amounts are whole numbers. Labels have the form HandA. They name
    hands, or players without a hand who folded.
    """
    contributions_start = folded_start = button_start = unit_start = FAILED
    pot_count = ZERO
    while not is_line_end(text, pos):
        start = pos
        while not _ends_word(text, pos):
            pos += 1
        if starts_with(text, start, _POT):
            if not _read_pot(text, start + len(_POT), row, pot_count, wagers):
                return False
            pot_count += 1
        elif contributions_start == FAILED and starts_with(text, start, _CONTRIBUTIONS):
            contributions_start = start + len(_CONTRIBUTIONS)
        elif folded_start == FAILED and starts_with(text, start, _FOLD):
            folded_start = start + len(_FOLD)
        elif button_start == FAILED and starts_with(text, start, _BUTTON):
            button_start = start + len(_BUTTON)
        elif unit_start == FAILED and starts_with(text, start, _UNIT):
            unit_start = start + len(_UNIT)
        else:
            return False
        pos = skip_blanks(text, pos)
    # Contributors are seated before players who only folded, whatever the order of the words.
    if contributions_start != FAILED and not _read_contributions(
        text, contributions_start, row, wagers
    ):
        return False
    if folded_start != FAILED:
        wagers.folded[row] = _read_labels(text, folded_start, row, wagers)
        if wagers.folded[row] == 0:
            return False
    if button_start != FAILED and not _read_button(text, button_start, row, wagers):
        return False
    if unit_start != FAILED:
        wagers.unit[row], end = _read_amount(text, unit_start)
        return end != FAILED and _ends_word(text, end)
    return True


@kernel_part
def _ends_word(text, pos):
    return is_line_end(text, pos) or is_blank(text, pos)


@kernel_part
def _read_amount(text, pos):
    """Return a whole number and its end, or 0 and FAILED."""
    amount, first = ZERO, pos
    while pos < text.size and DIGIT_0 <= text[pos] < DIGIT_0 + 10:
        amount = amount * 10 + int(text[pos]) - DIGIT_0
        pos += 1
        if pos - first > _MAX_DIGITS:
            return ZERO, FAILED
    return amount, pos if pos > first else FAILED


@kernel_part
def _read_label(text, pos, row, wagers):
    """Return the seat of a label like HandA and its end, or 0 and FAILED. Add the seat if new."""
    if not starts_with(text, pos, _LABEL) or pos + 5 > text.size:
        return ZERO, FAILED
    seat = int(text[pos + 4]) - UPPER_A
    if not 0 <= seat < wagers.order.shape[1]:
        return ZERO, FAILED
    seat_count = wagers.seats[row]
    for index in range(seat_count):
        if wagers.order[row, index] == seat:
            return seat, pos + 5
    wagers.order[row, seat_count] = seat
    wagers.seats[row] += 1
    return seat, pos + 5


@kernel_part
def _read_labels(text, pos, row, wagers):
    """Return the seats of a word like `HandA,HandC` as bits; 0 if invalid or duplicate."""
    seat_bits = ZERO
    while True:
        seat, pos = _read_label(text, pos, row, wagers)
        if pos == FAILED or seat_bits >> seat & 1:
            return ZERO
        seat_bits |= 1 << seat
        if _ends_word(text, pos):
            return seat_bits
        if text[pos] != COMMA:
            return ZERO
        pos += 1


@kernel_part
def _read_pot(text, pos, row, pot_index, wagers):
    """Read `4765` or `40=HandB,HandC`; return whether it is valid."""
    amount, pos = _read_amount(text, pos)
    if pos == FAILED or amount == 0 or pot_index == wagers.pots.shape[1]:
        return False
    wagers.pots[row, pot_index] = amount
    if _ends_word(text, pos):
        return True
    if text[pos] != EQUALS:
        return False
    wagers.eligible[row, pot_index] = _read_labels(text, pos + 1, row, wagers)
    return wagers.eligible[row, pot_index] != 0


@kernel_part
def _read_contributions(text, pos, row, wagers):
    """Read `HandA=500,HandB=200`; return whether it is valid."""
    while True:
        seat, pos = _read_label(text, pos, row, wagers)
        if (
            pos == FAILED
            or pos == text.size
            or text[pos] != EQUALS
            or wagers.contributions[row, seat] >= 0
        ):
            return False
        amount, pos = _read_amount(text, pos + 1)
        if pos == FAILED:
            return False
        wagers.contributions[row, seat] = amount
        if _ends_word(text, pos):
            return True
        if text[pos] != COMMA:
            return False
        pos += 1


@kernel_part
def _read_button(text, pos, row, wagers):
    """Read the label of an existing seat; return whether it is valid."""
    seat_count = wagers.seats[row]
    seat, pos = _read_label(text, pos, row, wagers)
    wagers.button[row] = seat
    return pos != FAILED and _ends_word(text, pos) and wagers.seats[row] == seat_count
