"""Writes the answers to deals of one line, without chips."""

from showdown.bulk.compiling import loop, loop_part
from showdown.files.kernels.lines import LINE_FEED, ZERO
from showdown.files.kernels.output import copy, put, put_all, put_row

RESULT = tuple(b"\n=> ")
SEMICOLON = tuple(b"; ")


@loop_part
def put_won(best, winners, first, contests, eligible, phrases, out, to):
    """`HandB wins Hi (Straight); No hand qualified for Low`, of the contests from `first` on.

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


@loop
def write_deal_lines(text, deals, best, winners, phrases, out, ends):
    """Write the answers to the deals, an empty line before each.

    `best` and `winners` are (deals, contests), as `bulk.outcomes` finds them; `ends` are 0 and the
    end of each answer; `phrases` (`Phrases`) have the words for each strength.
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
