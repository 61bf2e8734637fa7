"""The loops that say who wins each contest of many deals, and each player's share.

Importing this module imports a compiler. Shares of several pots are found as fractions in whole
numbers. Floats are made at the very end, of the reduced fraction: so they are the same as those of
the readable rules, to the last bit.
"""

import numpy as np

from showdown.bulk import winners
from showdown.bulk.compiling import loop, loop_part, loop_with_arrays
from showdown.bulk.payout_kernels import count_of, won_contests

_with_seat = loop_part(winners.with_seat)

_EXACT = 1 << 53
"""Whole numbers below this are floats without loss, and so is what they are divided to."""


@loop
def decide(strengths, best, won):
    """Fill the `best` strength and who `won`, as bits, of each contest; nothing if nobody did."""
    deals, seats, contests = strengths.shape
    for row in range(deals):
        for contest in range(contests):
            top, seen = winners.LEAST, 0
            for seat in range(seats):
                strength = int(strengths[row, seat, contest])
                top, seen = _with_seat(top, seen, strength, 1 << seat)
            best[row, contest] = top if seen else 0
            won[row, contest] = seen


@loop
def look_up(table, won, shares):
    """Fill `shares` (n, seats) from a table by the winners of all contests together, as bits."""
    deals, seats = shares.shape
    for row in range(deals):
        outcome = 0
        for contest in range(won.shape[1]):
            outcome |= int(won[row, contest]) << contest * seats
        for seat in range(seats):
            shares[row, seat] = table[outcome, seat]


@loop_with_arrays
def share_pots(paid, division, shares, is_sure):
    """Fill `shares` (n, seats) for the deals that were `paid`, and say for which this was done."""
    parts = np.empty(shares.shape[1], np.int64)
    for row in range(paid.pots.size):
        if not paid.is_paid[row]:
            continue
        parts[:] = 0
        whole, unit = 0, 1
        for pot in range(paid.pots[row]):
            whole += paid.amounts[row, pot]
            unit = _add_pot(row, pot, unit, division, paid, parts)
        is_sure[row] = _as_floats(row, parts, whole * unit, shares)


@loop_part
def _add_pot(row, pot, unit, division, paid, parts):
    """Add what everyone has of a pot, if chips could be cut, to their `parts` of a `unit`."""
    amount, eligible = paid.amounts[row, pot], paid.eligible[row, pot]
    won = paid.winners[row, pot]
    contests = won_contests(won)
    if contests == 0 or count_of(eligible) == 1:
        return _add(amount, 1, eligible, unit, parts)
    for contest in range(won.size):
        if won[contest]:
            cut = division.parts[contests] * division.contests[contests, contest]
            unit = _add(amount, cut, int(won[contest]), unit, parts)
    return unit


@loop_part
def _add(amount, cut, sharing, unit, parts):
    """Add one of so many parts of an amount, for those sharing it; the unit that this takes."""
    cut *= count_of(sharing)
    common = unit // _divisor(unit, cut) * cut
    for seat in range(parts.size):
        parts[seat] *= common // unit
        if sharing >> seat & 1:
            parts[seat] += amount * (common // cut)
    return common


@loop_part
def _as_floats(row, parts, whole, shares):
    for seat in range(parts.size):
        divisor = _divisor(whole, parts[seat])
        if whole // divisor >= _EXACT:
            return False
        shares[row, seat] = (parts[seat] // divisor) / (whole // divisor)
    return True


@loop_part
def _divisor(one, other):
    """The greatest common divisor."""
    while other:
        one, other = other, one % other
    return one
