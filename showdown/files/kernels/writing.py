"""Write the answers to deals of one line each, without and with chips.

`out` is the output, and `out_end` the index after its last byte; writers return the new `out_end`.
"""

from showdown.bulk.compiling import kernel, kernel_part
from showdown.files.kernels.text import (
    BLANK,
    DIGIT_0,
    LINE_FEED,
    NO_WAGERS,
    POINT,
    UPPER_A,
    ZERO,
    copy_bytes,
    write_byte,
    write_row,
    write_word,
)

_RESULT = tuple(b"\n=> ")
_SEMICOLON = tuple(b"; ")


@kernel_part
def _write_winners(best, winners, first, contests, eligible, phrases, out, out_end):
    """Write `HandB wins Hi (Straight); No hand qualified for Low` for contests from `first` on.

    `best` and `winners` are flat; the seats that may win are bits of `eligible`.
    """
    has_rivals = eligible & (eligible - 1) != 0
    for contest in range(contests):
        if contest:
            out_end = write_word(_SEMICOLON, out, out_end)
        strength = best[first + contest]
        if strength:
            contest_winners = int(winners[first + contest])
            # Row 0 is for a tie of all players.
            is_tie_of_all = has_rivals and contest_winners == eligible
            row = 0 if is_tie_of_all else contest_winners
            out_end = write_row(phrases.winners, row, out, out_end)
        out_end = write_row(
            phrases.made_hands, int(phrases.row_of[contest, strength]), out, out_end
        )
    return out_end


@kernel
def write_deal_lines(text, deals, best, winners, phrases, out, ends):
    """Write the answers to the deals, each after an empty line."""
    best, winners, contests = best.reshape(-1), winners.reshape(-1), best.shape[1]
    ends[0] = out_end = ZERO
    for deal in range(ends.size - 1):
        out_end = write_byte(LINE_FEED, out, out_end)
        out_end = copy_bytes(text, deals.starts[deal], deals.ends[deal], out, out_end)
        out_end = write_word(_RESULT, out, out_end)
        everyone = (1 << deals.players[deal]) - 1
        out_end = _write_winners(
            best, winners, deal * contests, contests, everyone, phrases, out, out_end
        )
        out_end = write_byte(LINE_FEED, out, out_end)
        ends[deal + 1] = out_end


_LABEL = tuple(b"Hand?")
_MAIN_POT = tuple(b"Main pot: ")
_SIDE_POT = tuple(b"Side pot")
_COLON = tuple(b": ")
_BACK_TO = tuple(b" back to ")


@kernel
def write_paid_lines(text, deals, best, winners, wagers, payouts, phrases, out, ends):
    """Write the answers like `write_deal_lines`, with the `payouts` of deals with wagers.

    A deal whose wagers the kernels can't pay gets an empty answer; Python settles it.
    """
    best, winners, contests = best.reshape(-1), winners.reshape(-1), best.shape[1]
    ends[0] = out_end = ZERO
    for deal in range(ends.size - 1):
        row, players = deals.wager_rows[deal], int(deals.players[deal])
        if row == NO_WAGERS or payouts.is_paid[row]:
            out_end = write_byte(LINE_FEED, out, out_end)
            out_end = copy_bytes(text, deals.starts[deal], deals.ends[deal], out, out_end)
            if row == NO_WAGERS:
                out_end = write_word(_RESULT, out, out_end)
                first, everyone = deal * contests, (1 << players) - 1
                out_end = _write_winners(
                    best, winners, first, contests, everyone, phrases, out, out_end
                )
            else:
                out_end = _write_pots(row, payouts, phrases, out, out_end)
                out_end = _write_totals(row, players, wagers, payouts, out, out_end)
            out_end = write_byte(LINE_FEED, out, out_end)
        ends[deal + 1] = out_end


@kernel_part
def _write_pots(row, payouts, phrases, out, out_end):
    """Write the winners of each pot; of several pots, skip those with only one eligible player.

    Two pots are labeled `Main pot: ` and `Side pot: `. Of more pots, side pots are numbered:
    `Side pot 1: `, `Side pot 2: `, ….
    """
    best, winners, contests = (
        payouts.best.reshape(-1),
        payouts.winners.reshape(-1),
        payouts.best.shape[2],
    )
    pots = payouts.pot_count[row]
    start = out_end
    for pot in range(pots):
        eligible = int(payouts.eligible[row, pot])
        if pots > 1 and eligible & (eligible - 1) == 0:
            continue
        out_end = write_word(_RESULT, out, out_end)
        if pots > 1 and pot == 0:
            out_end = write_word(_MAIN_POT, out, out_end)
        elif pots > 1:
            out_end = write_word(_SIDE_POT, out, out_end)
            if pots > 2:
                out_end = _write_number(pot, out, write_byte(BLANK, out, out_end))
            out_end = write_word(_COLON, out, out_end)
        first = (row * payouts.best.shape[1] + pot) * contests
        out_end = _write_winners(best, winners, first, contests, eligible, phrases, out, out_end)
    return out_end if out_end > start else write_byte(LINE_FEED, out, out_end)


@kernel_part
def _write_totals(row, players, wagers, payouts, out, out_end):
    """Write the chips of each player with a hand or a contribution, and the returned bet."""
    out_end = write_word(_RESULT, out, out_end)
    start = out_end
    for index in range(wagers.seats[row]):
        seat = wagers.order[row, index]
        if seat < players or wagers.contributions[row, seat] >= 0:
            if out_end > start:
                out_end = write_word(_SEMICOLON, out, out_end)
            out_end = write_byte(BLANK, out, _write_label(seat, out, out_end))
            out_end = _write_amount(payouts.totals[row, seat], payouts.decimals, out, out_end)
    if payouts.returned[row]:
        out_end = write_word(_SEMICOLON, out, out_end)
        out_end = _write_amount(payouts.returned[row], payouts.decimals, out, out_end)
        out_end = write_word(_BACK_TO, out, out_end)
        out_end = _write_label(payouts.returned_to[row], out, out_end)
    return out_end


@kernel_part
def _write_label(seat, out, out_end):
    write_word(_LABEL, out, out_end)
    out[out_end + 4] = UPPER_A + seat
    return out_end + 5


@kernel_part
def _write_amount(amount, decimals, out, out_end):
    """Write `1250`, or hundredths as `12.50`."""
    if decimals == 0:
        return _write_number(amount, out, out_end)
    out_end = write_byte(POINT, out, _write_number(amount // 100, out, out_end))
    out_end = write_byte(DIGIT_0 + amount // 10 % 10, out, out_end)
    return write_byte(DIGIT_0 + amount % 10, out, out_end)


@kernel_part
def _write_number(number, out, out_end):
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for index in range(out_end + digits - 1, out_end - 1, -1):
        out[index] = DIGIT_0 + number % 10
        number //= 10
    return out_end + digits
