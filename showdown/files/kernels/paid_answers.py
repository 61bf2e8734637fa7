"""Writes the answers to deals of one line, some of which have chips."""

from showdown.bulk.compiling import loop, loop_part
from showdown.files.kernels.answers import RESULT, SEMICOLON, put_won
from showdown.files.kernels.deal_lines import NO_WAGERS
from showdown.files.kernels.lines import BLANK, DIGIT_0, LINE_FEED, POINT, UPPER_A, ZERO
from showdown.files.kernels.output import copy, put, put_all

_LABEL = tuple(b"Hand?")
_MAIN_POT = tuple(b"Main pot: ")
_SIDE_POT = tuple(b"Side pot")
_COLON = tuple(b": ")
_BACK_TO = tuple(b" back to ")


@loop
def write_paid_lines(text, deals, best, winners, wagers, paid, phrases, out, ends):
    """As `write_deal_lines`; `paid` is what came of the deals with wagers.

    Those of them that were not paid have no answer.
    """
    best, winners, contests = best.reshape(-1), winners.reshape(-1), best.shape[1]
    ends[0] = to = ZERO
    for deal in range(ends.size - 1):
        row, players = deals.rows[deal], int(deals.players[deal])
        if row == NO_WAGERS or paid.is_paid[row]:
            to = put(LINE_FEED, out, to)
            to = copy(text, deals.starts[deal], deals.ends[deal], out, to)
            if row == NO_WAGERS:
                to = put_all(RESULT, out, to)
                first, everyone = deal * contests, (1 << players) - 1
                to = put_won(best, winners, first, contests, everyone, phrases, out, to)
            else:
                to = _put_pots(row, paid, phrases, out, to)
                to = _put_totals(row, players, wagers, paid, out, to)
            to = put(LINE_FEED, out, to)
        ends[deal + 1] = to


@loop_part
def _put_pots(row, paid, phrases, out, to):
    """Who won what: of several pots, a line for each that more than one player was in."""
    best, winners, contests = paid.best.reshape(-1), paid.winners.reshape(-1), paid.best.shape[2]
    pots = paid.pots[row]
    start = to
    for pot in range(pots):
        eligible = int(paid.eligible[row, pot])
        if pots > 1 and eligible & (eligible - 1) == 0:
            continue
        to = put_all(RESULT, out, to)
        if pots > 1:
            to = _put_pot_name(pot, pots, out, to)
        first = (row * paid.best.shape[1] + pot) * contests
        to = put_won(best, winners, first, contests, eligible, phrases, out, to)
    return to if to > start else put(LINE_FEED, out, to)


@loop_part
def _put_pot_name(pot, pots, out, to):
    """`Main pot: `, `Side pot: ` or of several `Side pot 2: `."""
    if pot == 0:
        return put_all(_MAIN_POT, out, to)
    to = put_all(_SIDE_POT, out, to)
    if pots > 2:
        to = _put_number(pot, out, put(BLANK, out, to))
    return put_all(_COLON, out, to)


@loop_part
def _put_totals(row, players, wagers, paid, out, to):
    """Who gets how much, everybody who has a hand or put chips in; and what goes back."""
    to = put_all(RESULT, out, to)
    start = to
    for place in range(wagers.seats[row]):
        seat = wagers.order[row, place]
        if seat < players or wagers.put_in[row, seat] >= 0:
            if to > start:
                to = put_all(SEMICOLON, out, to)
            to = put(BLANK, out, _put_label(seat, out, to))
            to = _put_amount(paid.totals[row, seat], paid.decimals, out, to)
    if paid.returned[row]:
        to = put_all(SEMICOLON, out, to)
        to = _put_amount(paid.returned[row], paid.decimals, out, to)
        to = put_all(_BACK_TO, out, to)
        to = _put_label(paid.returned_to[row], out, to)
    return to


@loop_part
def _put_label(seat, out, to):
    put_all(_LABEL, out, to)
    out[to + 4] = UPPER_A + seat
    return to + 5


@loop_part
def _put_amount(amount, decimals, out, to):
    """`1250`, or of hundredths `12.50`."""
    if decimals == 0:
        return _put_number(amount, out, to)
    to = put(POINT, out, _put_number(amount // 100, out, to))
    to = put(DIGIT_0 + amount // 10 % 10, out, to)
    return put(DIGIT_0 + amount % 10, out, to)


@loop_part
def _put_number(number, out, to):
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for place in range(to + digits - 1, to - 1, -1):
        out[place] = DIGIT_0 + number % 10
        number //= 10
    return to + digits
