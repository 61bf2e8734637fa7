"""Kernels that decide contests, pay chips and compute shares.

Importing this module imports the compiler. `payouts` defines the arguments. For common wagers,
`pay` writes the results of `evaluator.wagers.collect` and `evaluator.chips.pay`; it leaves other
deals unpaid. Players are seats, 0 for HandA, and sets of players are bit sets. `row` is the index
of a deal, and `turn` lists the seats in the order in which they take odd chips.
"""

import numpy as np

from showdown.bulk import outcomes
from showdown.bulk.compiling import kernel, kernel_part, kernel_with_arrays

_with_seat = kernel_part(outcomes.with_seat)


@kernel_with_arrays
def pay(players, wagers, strengths, division, paid):
    """Write the payouts of each deal to `paid`, whose arrays are zero.

    `players` (n) is the number of hands, and `strengths` is (n, players, contests).
    """
    turn = np.empty(wagers.order.shape[1], np.int64)
    for row in range(players.size):
        still_in = ((1 << players[row]) - 1) & ~wagers.folded[row]
        if still_in == 0 or not _fill_turn(row, wagers, turn):
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


@kernel_part
def _fill_turn(row, wagers, turn):
    """Write the turn, clockwise from the button's left; return False if no seat has the button."""
    seats = wagers.seats[row]
    first = 0
    if wagers.button[row] >= 0:
        while first < seats and wagers.order[row, first] != wagers.button[row]:
            first += 1
        if first == seats:
            return False
        first += 1
    for index in range(seats):
        turn[index] = wagers.order[row, (first + index) % seats]
    return True


@kernel_part
def _collect(row, dealt, still_in, wagers, paid):
    """Write the pots and the uncalled bet; return False if the wagers are invalid."""
    if wagers.unit[row] < 1 or wagers.dead[row] % wagers.unit[row]:
        return False
    if wagers.pots[row, 0]:
        return wagers.dead[row] == 0 and _pots_as_given(row, still_in, wagers, paid)
    if not _pots_of_contributions(row, dealt, still_in, wagers, paid):
        return False
    paid.amounts[row, 0] += wagers.dead[row]
    return True


@kernel_part
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


@kernel_part
def _add_pot(row, amount, eligible, paid):
    paid.amounts[row, paid.pots[row]] = amount
    paid.eligible[row, paid.pots[row]] = eligible
    paid.pots[row] += 1


@kernel_part
def _pots_of_contributions(row, dealt, still_in, wagers, paid):
    """Write the uncalled bet and the pots of contributions; return False if they are invalid."""
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


@kernel_part
def _side_pots(row, still_in, called, wagers, paid):
    """Write a pot for each amount at which a player still in is all in.

    Each player contributes at most `called`. Return False if there are no pots, or too many.
    """
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


@kernel_part
def _next_level(row, still_in, below, called, wagers):
    """Return the smallest contribution above `below` of a player still in, or 0."""
    level = 0
    for seat in range(wagers.put_in.shape[1]):
        chips = min(wagers.put_in[row, seat], called)
        if still_in >> seat & 1 and chips > below and (level == 0 or chips < level):
            level = chips
    return level


@kernel_part
def _decide(row, pot, strengths, paid):
    """Write the best strength and the winners of each contest among the eligible players."""
    for contest in range(strengths.shape[2]):
        best, won = outcomes.LEAST, 0
        for seat in range(strengths.shape[1]):
            if paid.eligible[row, pot] >> seat & 1:
                strength = int(strengths[row, seat, contest])
                best, won = _with_seat(best, won, strength, 1 << seat)
        paid.best[row, pot, contest] = best if won else 0
        paid.winners[row, pot, contest] = won


@kernel_part
def _count_of(players):
    count = 0
    while players:
        players &= players - 1
        count += 1
    return count


@kernel_part
def _pay_pot(row, pot, amount, unit, division, turn, paid):
    """Pay a pot: whole if the same players win it all and the rules allow it, else by contest."""
    eligible = paid.eligible[row, pot]
    won = paid.winners[row, pot]
    same = 0
    is_same = True
    for contest in range(won.size):
        if won[contest]:
            is_same &= same == 0 or same == won[contest]
            same = int(won[contest])
    if same == 0 or _count_of(eligible) == 1:
        _award(row, amount, unit, eligible, 0, turn, paid)
    elif is_same and (division.shares_whole or _count_of(same) == 1):
        _award(row, amount, unit, same, 0, turn, paid)
    else:
        _divide(row, amount, unit, won, division, turn, paid)


@kernel_part
def _divide(row, amount, unit, won, division, turn, paid):
    """Divide a pot evenly among the parts with a winner, and each part among its contests."""
    who = _won_contests(won)
    took = 0
    for contest in range(won.size):
        if won[contest] == 0:
            continue
        part = _even(amount, unit, division.part[who, contest], division.parts[who])
        index = _earlier_contests(contest, won, division.part[who], division.by_turn, turn)
        chips = _even(part, unit, index, division.contests[who, contest])
        takes = took if division.one_each else 0
        took |= _award(row, chips, unit, int(won[contest]), takes, turn, paid)


@kernel_part
def _won_contests(won):
    """Return the contests with a winner, as bits."""
    contests = 0
    for contest in range(won.size):
        contests |= (won[contest] != 0) << contest
    return contests


@kernel_part
def _earlier_contests(contest, won, part, by_turn, turn):
    """Return the number of contests of the same part that take odd chips before this one."""
    index = 0
    mine = _first(int(won[contest]), turn) if by_turn else 0
    for other in range(won.size):
        if part[other] != part[contest] or won[other] == 0:
            continue
        theirs = _first(int(won[other]), turn) if by_turn else 0
        index += theirs < mine or (theirs == mine and other < contest)
    return index


@kernel_part
def _first(winners, turn):
    """Return the index in `turn` of the first winner."""
    index = 0
    while winners >> turn[index] & 1 == 0:
        index += 1
    return index


@kernel_part
def _even(amount, unit, index, count):
    """Return the part with this index of `count` even parts. The first parts get odd units."""
    units = amount // unit
    return (units // count + (index < units % count)) * unit


@kernel_part
def _award(row, amount, unit, winners, took, turn, paid):
    """Pay an amount to its winners, and return the players who got an odd unit.

    Players in `took`, who already got one, are the last to get another.
    """
    count = _count_of(winners)
    units = amount // unit
    odd = units % count
    takes = 0
    for again in range(2):
        for index in range(turn.size):
            seat = turn[index]
            if winners >> seat & 1 and took >> seat & 1 == again:
                paid.totals[row, seat] += (units // count + (odd > 0)) * unit
                takes |= (odd > 0) << seat
                odd -= odd > 0
    return takes


_EXACT = 1 << 53
"""Integers below this are exact as floats, so their quotient is rounded only once."""


@kernel
def decide(strengths, best, won):
    """Write the best strength and the winners (n, contests) given `strengths` (n, seats, contests).

    Winners are bit sets. The strength and the winners are 0 if nobody qualifies.
    """
    deals, seats, contests = strengths.shape
    for row in range(deals):
        for contest in range(contests):
            top, seen = outcomes.LEAST, 0
            for seat in range(seats):
                strength = int(strengths[row, seat, contest])
                top, seen = _with_seat(top, seen, strength, 1 << seat)
            best[row, contest] = top if seen else 0
            won[row, contest] = seen


@kernel
def look_up(table, won, shares):
    """Write `shares` (n, seats) from a table (outcomes, seats).

    An outcome is the concatenated bits of `won` (n, contests), the first contest lowest.
    """
    deals, seats = shares.shape
    for row in range(deals):
        outcome = 0
        for contest in range(won.shape[1]):
            outcome |= int(won[row, contest]) << contest * seats
        for seat in range(seats):
            shares[row, seat] = table[outcome, seat]


@kernel_with_arrays
def share_pots(paid, division, shares, is_sure):
    """Write each seat's share of all pots to `shares` (n, seats) for the deals that were paid.

    `is_sure` (n) is set if the shares are exact. A share is reduced before it is converted to a
    float, so that it equals the float of the evaluator's fraction.
    """
    parts = np.empty(shares.shape[1], np.int64)
    for row in range(paid.pots.size):
        if not paid.is_paid[row]:
            continue
        parts[:] = 0
        whole, unit = 0, 1
        for pot in range(paid.pots[row]):
            whole += paid.amounts[row, pot]
            unit = _add_shares(row, pot, unit, division, paid, parts)
        whole *= unit
        is_sure[row] = True
        for seat in range(parts.size):
            divisor = _divisor(whole, parts[seat])
            if whole // divisor >= _EXACT:
                is_sure[row] = False
                break
            shares[row, seat] = (parts[seat] // divisor) / (whole // divisor)


@kernel_part
def _add_shares(row, pot, unit, division, paid, parts):
    """Add each player's share of a pot to `parts`, in fractions 1/unit; return the new unit."""
    amount, eligible = paid.amounts[row, pot], paid.eligible[row, pot]
    won = paid.winners[row, pot]
    contests = _won_contests(won)
    if contests == 0 or _count_of(eligible) == 1:
        return _add_part(amount, 1, eligible, unit, parts)
    for contest in range(won.size):
        if won[contest]:
            cut = division.parts[contests] * division.contests[contests, contest]
            unit = _add_part(amount, cut, int(won[contest]), unit, parts)
    return unit


@kernel_part
def _add_part(amount, cut, sharing, unit, parts):
    """Add one of `cut` equal parts of an amount for players who share it; return the new unit."""
    cut *= _count_of(sharing)
    common = unit // _divisor(unit, cut) * cut
    for seat in range(parts.size):
        parts[seat] *= common // unit
        if sharing >> seat & 1:
            parts[seat] += amount * (common // cut)
    return common


@kernel_part
def _divisor(one, other):
    """Return the greatest common divisor."""
    while other:
        one, other = other, one % other
    return one
