"""Write the answers to deals of one line, without and with chips."""

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.lines import (
    BLANK,
    DIGIT_0,
    LINE_FEED,
    NO_WAGERS,
    POINT,
    UPPER_A,
    ZERO,
    copy,
    put,
    put_all,
    put_row,
)

RESULT = tuple(b"\n=> ")
SEMICOLON = tuple(b"; ")


@kernel_part
def put_won(best, winners, first, contests, eligible, phrases, out, to):
    """Write `HandB wins Hi (Straight); No hand qualified for Low` for contests from `first` on.

    `best` and `winners` are flat; the seats that may win are bits of `eligible`.
    """
    several = eligible & (eligible - 1) != 0
    for contest in range(contests):
        if contest:
            to = put_all(SEMICOLON, out, to)
        strength = best[first + contest]
        if strength:
            won = int(winners[first + contest])
            to = put_row(phrases.who, 0 if several and won == eligible else won, out, to)
        to = put_row(phrases.made, int(phrases.row_of[contest, strength]), out, to)
    return to


@kernel
def write_deal_lines(text, deals, best, winners, phrases, out, ends):
    """Write the answers to the deals, each after an empty line.

    `best` and `winners` (deals, contests) come from `bulk.outcomes`; `ends` are 0 and the end of
    each answer; `phrases` (`Phrases`) contains the words for each strength.
    """
    best, winners, contests = best.reshape(-1), winners.reshape(-1), best.shape[1]
    ends[0] = to = ZERO
    for deal in range(ends.size - 1):
        to = put(LINE_FEED, out, to)
        to = copy(text, deals.starts[deal], deals.ends[deal], out, to)
        to = put_all(RESULT, out, to)
        everyone = (1 << deals.players[deal]) - 1
        to = put_won(best, winners, deal * contests, contests, everyone, phrases, out, to)
        to = put(LINE_FEED, out, to)
        ends[deal + 1] = to


_LABEL = tuple(b"Hand?")
_MAIN_POT = tuple(b"Main pot: ")
_SIDE_POT = tuple(b"Side pot")
_COLON = tuple(b": ")
_BACK_TO = tuple(b" back to ")


@kernel
def write_paid_lines(text, deals, best, winners, wagers, paid, phrases, out, ends):
    """Write the answers like `write_deal_lines`, with the payouts `paid` of deals with wagers.

    Deals with wagers that were not paid have no answer.
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


@kernel_part
def _put_pots(row, paid, phrases, out, to):
    """Write the winners of each pot; of several pots, skip those with only one eligible player.

    Several pots are called `Main pot: ` and `Side pot: `, or `Side pot 2: ` if there are more.
    """
    best, winners, contests = paid.best.reshape(-1), paid.winners.reshape(-1), paid.best.shape[2]
    pots = paid.pots[row]
    start = to
    for pot in range(pots):
        eligible = int(paid.eligible[row, pot])
        if pots > 1 and eligible & (eligible - 1) == 0:
            continue
        to = put_all(RESULT, out, to)
        if pots > 1 and pot == 0:
            to = put_all(_MAIN_POT, out, to)
        elif pots > 1:
            to = put_all(_SIDE_POT, out, to)
            if pots > 2:
                to = _put_number(pot, out, put(BLANK, out, to))
            to = put_all(_COLON, out, to)
        first = (row * paid.best.shape[1] + pot) * contests
        to = put_won(best, winners, first, contests, eligible, phrases, out, to)
    return to if to > start else put(LINE_FEED, out, to)


@kernel_part
def _put_totals(row, players, wagers, paid, out, to):
    """Write the chips of each player with a hand or a contribution, and the returned bet."""
    to = put_all(RESULT, out, to)
    start = to
    for index in range(wagers.seats[row]):
        seat = wagers.order[row, index]
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


@kernel_part
def _put_label(seat, out, to):
    put_all(_LABEL, out, to)
    out[to + 4] = UPPER_A + seat
    return to + 5


@kernel_part
def _put_amount(amount, decimals, out, to):
    """Write `1250`, or hundredths as `12.50`."""
    if decimals == 0:
        return _put_number(amount, out, to)
    to = put(POINT, out, _put_number(amount // 100, out, to))
    to = put(DIGIT_0 + amount // 10 % 10, out, to)
    return put(DIGIT_0 + amount % 10, out, to)


@kernel_part
def _put_number(number, out, to):
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for index in range(to + digits - 1, to - 1, -1):
        out[index] = DIGIT_0 + number % 10
        number //= 10
    return to + digits
