"""Loops that pay out chips, compiled: the pots of one deal after the other, as `payouts` says.

They do what `evaluator.wagers.collect` and `evaluator.chips.pay` do, for what is common, and refuse
the rest. Players are seats: 0 is HandA. Sets of players are bits.
"""

import numpy as np

from showdown.bulk import winners
from showdown.bulk.compiling import loop_part, loop_with_arrays

_with_seat = loop_part(winners.with_seat)


@loop_with_arrays
def pay(players, wagers, strengths, division, paid):
    """Fill `paid`, which is zeros, for `wagers` among so many `players` with these strengths."""
    turn = np.empty(wagers.order.shape[1], np.int64)
    for row in range(players.size):
        still_in = ((1 << players[row]) - 1) & ~wagers.folded[row]
        if still_in == 0 or not _seat(row, wagers, turn):
            continue
        if not _collect(row, (1 << players[row]) - 1, still_in, wagers, paid):
            continue
        unit = 1 if division.scale > 1 else wagers.unit[row]
        seats = wagers.seats[row]
        for pot in range(paid.pots[row]):
            _decide(row, pot, strengths, paid)
            amount = paid.amounts[row, pot] * division.scale
            _pay_pot(row, pot, amount, unit, division, turn[:seats], paid)
        paid.returned[row] *= division.scale
        paid.is_paid[row] = True


@loop_part
def _seat(row, wagers, turn):
    """Fill the turn, clockwise from the left of the button; whether the button has a seat."""
    seats = wagers.seats[row]
    first = 0
    if wagers.button[row] >= 0:
        while first < seats and wagers.order[row, first] != wagers.button[row]:
            first += 1
        if first == seats:
            return False
        first += 1
    for place in range(seats):
        turn[place] = wagers.order[row, (first + place) % seats]
    return True


@loop_part
def _collect(row, dealt, still_in, wagers, paid):
    """The pots and what goes back; False where the wagers make none, or none that is sure."""
    if wagers.unit[row] < 1 or wagers.dead[row] % wagers.unit[row]:
        return False
    if wagers.pots[row, 0]:
        return wagers.dead[row] == 0 and _pots_as_given(row, still_in, wagers, paid)
    if not _pots_of_contributions(row, dealt, still_in, wagers, paid):
        return False
    paid.amounts[row, 0] += wagers.dead[row]
    return True


@loop_part
def _pots_as_given(row, still_in, wagers, paid):
    for seat in range(wagers.put_in.shape[1]):
        if wagers.put_in[row, seat] >= 0:
            return False
    for pot in range(wagers.pots.shape[1]):
        amount = wagers.pots[row, pot]
        if amount == 0:
            break
        eligible = wagers.eligible[row, pot] or still_in
        if amount % wagers.unit[row] or eligible & ~still_in:
            return False
        _add_pot(row, amount, eligible, paid)
    return True


@loop_part
def _add_pot(row, amount, eligible, paid):
    paid.amounts[row, paid.pots[row]] = amount
    paid.eligible[row, paid.pots[row]] = eligible
    paid.pots[row] += 1


@loop_part
def _pots_of_contributions(row, dealt, still_in, wagers, paid):
    """What the largest has above the second goes back; each all-in of those still in is a pot."""
    named = most = called = largest = 0
    for seat in range(wagers.put_in.shape[1]):
        chips = wagers.put_in[row, seat]
        if chips < 0:
            continue
        if chips % wagers.unit[row]:
            return False
        named |= 1 << seat
        if chips > most:
            most, called, largest = chips, most, seat
        elif chips > called:
            called = chips
    if named & ~(dealt | wagers.folded[row]) or still_in & ~named:
        return False
    paid.returned[row] = most - called
    paid.returned_to[row] = largest
    return _side_pots(row, still_in, called, wagers, paid)


@loop_part
def _side_pots(row, still_in, called, wagers, paid):
    """The pots, in which at most `called` is of each player; False where there is none."""
    below = 0
    level = _next_level(row, still_in, below, called, wagers)
    while level:
        if paid.pots[row] == paid.amounts.shape[1]:
            return False
        above = _next_level(row, still_in, level, called, wagers)
        top = level if above else called
        amount = eligible = 0
        for seat in range(wagers.put_in.shape[1]):
            chips = max(0, min(wagers.put_in[row, seat], called))
            amount += min(chips, top) - min(chips, below)
            if chips >= level:
                eligible |= 1 << seat
        _add_pot(row, amount, eligible & still_in, paid)
        below, level = level, above
    return paid.pots[row] > 0


@loop_part
def _next_level(row, still_in, below, called, wagers):
    """The least that somebody still in has put in above this; 0 if nobody has."""
    level = 0
    for seat in range(wagers.put_in.shape[1]):
        chips = min(wagers.put_in[row, seat], called)
        if still_in >> seat & 1 and chips > below and (level == 0 or chips < level):
            level = chips
    return level


@loop_part
def _decide(row, pot, strengths, paid):
    """Who wins each contest of the pot among those who may."""
    for contest in range(strengths.shape[2]):
        best, won = winners.LEAST, 0
        for seat in range(strengths.shape[1]):
            if paid.eligible[row, pot] >> seat & 1:
                strength = int(strengths[row, seat, contest])
                best, won = _with_seat(best, won, strength, 1 << seat)
        paid.best[row, pot, contest] = best if won else 0
        paid.winners[row, pot, contest] = won


@loop_part
def count_of(players):
    """How many players are in the set."""
    count = 0
    while players:
        players &= players - 1
        count += 1
    return count


@loop_part
def _pay_pot(row, pot, amount, unit, division, turn, paid):
    """One pot: whole to those who win all of it, or divided among its contests."""
    eligible = paid.eligible[row, pot]
    won = paid.winners[row, pot]
    same = 0
    is_same = True
    for contest in range(won.size):
        if won[contest]:
            is_same &= same == 0 or same == won[contest]
            same = int(won[contest])
    if same == 0 or count_of(eligible) == 1:
        _award(row, amount, unit, eligible, 0, turn, paid)
    elif is_same and (division.shares_whole or count_of(same) == 1):
        _award(row, amount, unit, same, 0, turn, paid)
    else:
        _divide(row, amount, unit, won, division, turn, paid)


@loop_part
def _divide(row, amount, unit, won, division, turn, paid):
    """Evenly among the parts that somebody wins, and each part among its contests."""
    who = won_contests(won)
    took = 0
    for contest in range(won.size):
        if won[contest] == 0:
            continue
        part = _even(amount, unit, division.part[who, contest], division.parts[who])
        place = _place(contest, won, division.part[who], division.by_turn, turn)
        chips = _even(part, unit, place, division.contests[who, contest])
        takes = took if division.one_each else 0
        took |= _award(row, chips, unit, int(won[contest]), takes, turn, paid)


@loop_part
def won_contests(won):
    """The contests that somebody wins, as bits."""
    contests = 0
    for contest in range(won.size):
        contests |= (won[contest] != 0) << contest
    return contests


@loop_part
def _place(contest, won, part, by_turn, turn):
    """How many contests of the same part take odd chips before this one."""
    place = 0
    mine = _first(int(won[contest]), turn) if by_turn else 0
    for other in range(won.size):
        if part[other] != part[contest] or won[other] == 0:
            continue
        theirs = _first(int(won[other]), turn) if by_turn else 0
        place += theirs < mine or (theirs == mine and other < contest)
    return place


@loop_part
def _first(winners, turn):
    """The place in the turn of the first winner."""
    place = 0
    while winners >> turn[place] & 1 == 0:
        place += 1
    return place


@loop_part
def _even(amount, unit, place, count):
    """The part of an amount that is the one at this place of so many: odd units go to the first."""
    units = amount // unit
    return (units // count + (place < units % count)) * unit


@loop_part
def _award(row, amount, unit, winners, took, turn, paid):
    """Share an amount; who got an odd unit. Those who `took` one before come last in the turn."""
    count = count_of(winners)
    units = amount // unit
    odd = units % count
    takes = 0
    for again in range(2):
        for place in range(turn.size):
            seat = turn[place]
            if winners >> seat & 1 and took >> seat & 1 == again:
                paid.totals[row, seat] += (units // count + (odd > 0)) * unit
                takes |= (odd > 0) << seat
                odd -= odd > 0
    return takes
