"""Write the answers to deals of one line, without and with chips."""

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

RESULT = tuple(b"\n=> ")
SEMICOLON = tuple(b"; ")


@kernel_part
def write_winners(best, winners, first, contests, eligible, phrases, out, slot):
    """Write `HandB wins Hi (Straight); No hand qualified for Low` for contests from `first` on.

    `best` and `winners` are flat; the seats that may win are bits of `eligible`.
    """
    has_rivals = eligible & (eligible - 1) != 0
    for contest in range(contests):
        if contest:
            slot = write_word(SEMICOLON, out, slot)
        strength = best[first + contest]
        if strength:
            won = int(winners[first + contest])
            slot = write_row(
                phrases.winners, 0 if has_rivals and won == eligible else won, out, slot
            )
        slot = write_row(phrases.made_hands, int(phrases.row_of[contest, strength]), out, slot)
    return slot


@kernel
def write_deal_lines(text, deals, best, winners, phrases, out, ends):
    """Write the answers to the deals, each after an empty line.

    `best` and `winners` (deals, contests) come from `bulk.outcomes`; `ends` are 0 and the end of
    each answer; `phrases` (`Phrases`) contains the words for each strength.
    """
    best, winners, contests = best.reshape(-1), winners.reshape(-1), best.shape[1]
    ends[0] = slot = ZERO
    for deal in range(ends.size - 1):
        slot = write_byte(LINE_FEED, out, slot)
        slot = copy_bytes(text, deals.starts[deal], deals.ends[deal], out, slot)
        slot = write_word(RESULT, out, slot)
        everyone = (1 << deals.players[deal]) - 1
        slot = write_winners(best, winners, deal * contests, contests, everyone, phrases, out, slot)
        slot = write_byte(LINE_FEED, out, slot)
        ends[deal + 1] = slot


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
    ends[0] = slot = ZERO
    for deal in range(ends.size - 1):
        row, players = deals.wager_rows[deal], int(deals.players[deal])
        if row == NO_WAGERS or paid.is_paid[row]:
            slot = write_byte(LINE_FEED, out, slot)
            slot = copy_bytes(text, deals.starts[deal], deals.ends[deal], out, slot)
            if row == NO_WAGERS:
                slot = write_word(RESULT, out, slot)
                first, everyone = deal * contests, (1 << players) - 1
                slot = write_winners(best, winners, first, contests, everyone, phrases, out, slot)
            else:
                slot = _write_pots(row, paid, phrases, out, slot)
                slot = _write_totals(row, players, wagers, paid, out, slot)
            slot = write_byte(LINE_FEED, out, slot)
        ends[deal + 1] = slot


@kernel_part
def _write_pots(row, paid, phrases, out, slot):
    """Write the winners of each pot; of several pots, skip those with only one eligible player.

    Several pots are called `Main pot: ` and `Side pot: `, or `Side pot 2: ` if there are more.
    """
    best, winners, contests = paid.best.reshape(-1), paid.winners.reshape(-1), paid.best.shape[2]
    pots = paid.pots[row]
    start = slot
    for pot in range(pots):
        eligible = int(paid.eligible[row, pot])
        if pots > 1 and eligible & (eligible - 1) == 0:
            continue
        slot = write_word(RESULT, out, slot)
        if pots > 1 and pot == 0:
            slot = write_word(_MAIN_POT, out, slot)
        elif pots > 1:
            slot = write_word(_SIDE_POT, out, slot)
            if pots > 2:
                slot = _write_number(pot, out, write_byte(BLANK, out, slot))
            slot = write_word(_COLON, out, slot)
        first = (row * paid.best.shape[1] + pot) * contests
        slot = write_winners(best, winners, first, contests, eligible, phrases, out, slot)
    return slot if slot > start else write_byte(LINE_FEED, out, slot)


@kernel_part
def _write_totals(row, players, wagers, paid, out, slot):
    """Write the chips of each player with a hand or a contribution, and the returned bet."""
    slot = write_word(RESULT, out, slot)
    start = slot
    for index in range(wagers.seats[row]):
        seat = wagers.order[row, index]
        if seat < players or wagers.contributions[row, seat] >= 0:
            if slot > start:
                slot = write_word(SEMICOLON, out, slot)
            slot = write_byte(BLANK, out, _write_label(seat, out, slot))
            slot = _write_amount(paid.totals[row, seat], paid.decimals, out, slot)
    if paid.returned[row]:
        slot = write_word(SEMICOLON, out, slot)
        slot = _write_amount(paid.returned[row], paid.decimals, out, slot)
        slot = write_word(_BACK_TO, out, slot)
        slot = _write_label(paid.returned_to[row], out, slot)
    return slot


@kernel_part
def _write_label(seat, out, slot):
    write_word(_LABEL, out, slot)
    out[slot + 4] = UPPER_A + seat
    return slot + 5


@kernel_part
def _write_amount(amount, decimals, out, slot):
    """Write `1250`, or hundredths as `12.50`."""
    if decimals == 0:
        return _write_number(amount, out, slot)
    slot = write_byte(POINT, out, _write_number(amount // 100, out, slot))
    slot = write_byte(DIGIT_0 + amount // 10 % 10, out, slot)
    return write_byte(DIGIT_0 + amount % 10, out, slot)


@kernel_part
def _write_number(number, out, slot):
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for index in range(slot + digits - 1, slot - 1, -1):
        out[index] = DIGIT_0 + number % 10
        number //= 10
    return slot + digits
