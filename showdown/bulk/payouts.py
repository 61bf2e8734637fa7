"""Pay the chips of arrays of deals, with the same totals as `evaluator.chips`.

Deals with invalid wagers, and those that the kernels don't support, are left unpaid, so that the
caller pays them with the evaluator. In kernels, players are seats, 0 for HandA, and sets of players
are bit sets. `row` is the index of a deal, and `odd_chip_order` lists the seats in the order in
which they take odd chips.
"""

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.compiling import kernel_part, kernel_with_arrays
from showdown.bulk.evaluation import Strengths
from showdown.bulk.outcomes import LOWEST_STRENGTH, Winners, add_seat
from showdown.evaluator import divide
from showdown.evaluator.games import Family, Game
from showdown.evaluator.rule_sets import RuleSet

MAX_SEATS = 16
"""Maximum number of seats of a deal, including players without a hand."""
MAX_POTS = 8
"""Maximum number of pots of a deal."""
MISSING = -1
"""Value of a missing button or contribution."""

_SUPPORTED_OPTIONS = {
    "shares_whole",
    "contests_by_turn",
    "by_all_cards",
    "one_each",
    "is_exact",
}
"""The options of rule sets that the kernels support; `by_all_cards` matters only in stud."""


class WagerRows(NamedTuple):
    """The wagers of n deals, in chips. Seat 0 is HandA; sets of players are bit sets.

    `contributions` (n, MAX_SEATS) contains chips or MISSING. `pots` (n, MAX_POTS) contains amounts,
    0 for no pot, and `eligible` (n, MAX_POTS) the players who may win them, 0 for all who haven't
    folded. `seats` (n) is the number of seats, and `order` (n, MAX_SEATS) lists the seats
    clockwise. The other arrays (n) are the `dead` chips, the `folded` players, the seat of the
    `button` or MISSING, and the `unit`, the value of the smallest chip.
    """

    contributions: NDArray[np.int64]
    pots: NDArray[np.int64]
    eligible: NDArray[np.int64]
    dead: NDArray[np.int64]
    folded: NDArray[np.int64]
    button: NDArray[np.int64]
    unit: NDArray[np.int64]
    seats: NDArray[np.int64]
    order: NDArray[np.int64]


class DealPayouts(NamedTuple):
    """The payouts of n deals with wagers.

    `pot_count` (n) is the number of pots. Pots have `amounts` and `eligible` players (n, MAX_POTS),
    the main pot first, and for each contest the `best` strength, 0 without a winner, and the
    `winners` (n, MAX_POTS, contests). `totals` (n, MAX_SEATS) are the chips paid from the pots.
    `returned` (n) is the uncalled bet of the seat `returned_to` (n). Totals and returned bets are
    in hundredths of a chip if `decimals` is 2. If a deal isn't paid, its other entries are
    undefined.
    """

    is_paid: NDArray[np.bool_]
    pot_count: NDArray[np.int64]
    amounts: NDArray[np.int64]
    eligible: NDArray[np.int64]
    best: NDArray[np.uint16]
    winners: NDArray[np.uint16]
    totals: NDArray[np.int64]
    returned: NDArray[np.int64]
    returned_to: NDArray[np.int64]
    decimals: int


class DivisionTables(NamedTuple):
    """Tables to divide a pot like `evaluator.divide`, and options of the rule set.

    Arrays are indexed by the set of contests with a winner, as bits. `part_count` is the number of
    parts that divide the pot. `part_index` (2**contests, contests) is the part to which each
    contest belongs, and `contest_count`, of the same shape, the number of contests that divide this
    part. Chips are multiplied by `scale` before they are divided: 100 if the rule set pays
    hundredths of a chip, otherwise 1.
    """

    part_count: NDArray[np.int64]
    part_index: NDArray[np.int64]
    contest_count: NDArray[np.int64]
    shares_whole: bool
    by_turn: bool
    one_each: bool
    scale: int


def allocate_wagers(count: int) -> WagerRows:
    """Allocate uninitialized arrays for this number of deals."""
    return WagerRows(
        contributions=np.empty((count, MAX_SEATS), np.int64),
        pots=np.empty((count, MAX_POTS), np.int64),
        eligible=np.empty((count, MAX_POTS), np.int64),
        dead=np.empty(count, np.int64),
        folded=np.empty(count, np.int64),
        button=np.empty(count, np.int64),
        unit=np.empty(count, np.int64),
        seats=np.empty(count, np.int64),
        order=np.empty((count, MAX_SEATS), np.int64),
    )


def create_empty_wagers(count: int, unit: int) -> WagerRows:
    """Return wagers without chips and without seats; `order` lists all seats."""
    wagers = allocate_wagers(count)
    for column in wagers:
        column[:] = 0
    wagers.contributions[:] = wagers.button[:] = MISSING
    wagers.unit[:] = unit
    wagers.order[:] = range(MAX_SEATS)
    return wagers


def can_pay(game: Game, rules: RuleSet) -> bool:
    """Return whether the kernels support the game and the rules.

    Stud isn't supported, because cards decide odd chips.
    """
    options = {field.name for field in fields(rules)} - {"slug", "name"}
    return game.family is not Family.STUD and options <= _SUPPORTED_OPTIONS


def pay_deals(
    game: Game,
    rules: RuleSet,
    players: NDArray[np.int64],
    wagers: WagerRows,
    strengths: Strengths,
) -> DealPayouts:
    """Pay the chips of n deals.

    `players` (n) is the number of players of each deal. `strengths` is (n, players, contests), as
    wide as the deal with the most players. Wagers are whole chips; rule sets that pay fractions pay
    in hundredths of a chip.
    """
    division = build_division_tables(game, rules)
    payouts = create_empty_payouts(
        len(players), len(game.contests), decimals=2 if rules.is_exact else 0
    )
    if len(players):
        _pay_rows(players, wagers, strengths, division, payouts)
    return payouts


def create_empty_payouts(count: int, contests: int, *, decimals: int = 0) -> DealPayouts:
    return DealPayouts(
        is_paid=np.zeros(count, np.bool_),
        pot_count=np.zeros(count, np.int64),
        amounts=np.zeros((count, MAX_POTS), np.int64),
        eligible=np.zeros((count, MAX_POTS), np.int64),
        best=np.zeros((count, MAX_POTS, contests), np.uint16),
        winners=np.zeros((count, MAX_POTS, contests), np.uint16),
        totals=np.zeros((count, MAX_SEATS), np.int64),
        returned=np.zeros(count, np.int64),
        returned_to=np.zeros(count, np.int64),
        decimals=decimals,
    )


@cache
def build_division_tables(game: Game, rules: RuleSet) -> DivisionTables:
    count = len(game.contests)
    part_count = np.zeros(1 << count, np.int64)
    part_index, contest_count = np.zeros((2, 1 << count, count), np.int64)
    for row in range(1 << count):
        parts = divide.divide(
            game.part_indices, tuple(bool(row >> index & 1) for index in range(count))
        )
        part_count[row] = len(parts)
        for part, indices in enumerate(parts):
            part_index[row, list(indices)] = part
            contest_count[row, list(indices)] = len(indices)
    return DivisionTables(
        part_count=part_count,
        part_index=part_index,
        contest_count=contest_count,
        shares_whole=rules.shares_whole,
        by_turn=game.by_turn and rules.contests_by_turn,
        one_each=rules.one_each,
        scale=100 if rules.is_exact else 1,
    )


type Shares = NDArray[np.float64]

_MAX_TABLE_BITS = 12
"""Maximum product of players and contests for a table of all outcomes."""
_MAX_CODE_BITS = 63
"""Maximum product of players and contests for outcomes as integers, which are sorted faster."""


def compute_shares(game: Game, winners: Winners, players: int) -> Shares:
    """Return each seat's share of a pot, (n, players), given the `winners` (n, contests)."""
    contests = winners.shape[1]
    if players * contests > _MAX_CODE_BITS:
        distinct, indices = np.unique(winners, axis=0, return_inverse=True)
        return _divide_outcomes(game, players, distinct.tolist())[indices]
    codes = winners[:, 0].astype(np.int64)
    for contest in range(1, contests):
        codes |= winners[:, contest].astype(np.int64) << players * contest
    if players * contests <= _MAX_TABLE_BITS:
        return _build_share_table(game, players).take(codes, axis=0)
    distinct_codes, indices = np.unique(codes, return_inverse=True)
    outcomes = _unpack_codes(distinct_codes.tolist(), players, contests)
    return _divide_outcomes(game, players, outcomes)[indices]


def compute_shares_of_pots(
    game: Game, rules: RuleSet, payouts: DealPayouts, seats: int
) -> tuple[Shares, NDArray[np.bool_]]:
    """Return each seat's share of all pots, (n, seats), and whether the shares are exact, (n)."""
    count = len(payouts.is_paid)
    out, is_exact = np.zeros((count, seats)), np.zeros(count, np.bool_)
    if count:
        _share_pots(payouts, build_division_tables(game, rules), out, is_exact)
    return out, is_exact


@cache
def _build_share_table(game: Game, players: int) -> Shares:
    """Return the shares for each outcome (2 ** (players * contests), players)."""
    contests = len(game.contests)
    outcomes = _unpack_codes(range(1 << players * contests), players, contests)
    return _divide_outcomes(game, players, outcomes)


def _unpack_codes(codes: Iterable[int], players: int, contests: int) -> list[list[int]]:
    """Return the winners of each contest: `players` bits of the code, the first contest lowest."""
    everyone = (1 << players) - 1
    return [[code >> players * index & everyone for index in range(contests)] for code in codes]


def _divide_outcomes(game: Game, players: int, outcomes: list[list[int]]) -> Shares:
    """Return the shares (n, players) for outcomes (n, contests)."""
    rows = [
        divide.divide_into_shares(game.part_indices, tuple(outcome), players)
        for outcome in outcomes
    ]
    return np.array(rows, np.float64).reshape(-1, players)


@kernel_with_arrays
def _pay_rows(players, wagers, strengths, division, payouts):
    """Write the payouts of each deal to `payouts`, whose arrays are zero.

    `players` (n) is the number of hands, and `strengths` is (n, players, contests).
    """
    odd_chip_order = np.empty(wagers.order.shape[1], np.int64)
    for row in range(players.size):
        remaining_players = ((1 << players[row]) - 1) & ~wagers.folded[row]
        if remaining_players == 0 or not _fill_odd_chip_order(row, wagers, odd_chip_order):
            continue
        if not _fill_pots(row, (1 << players[row]) - 1, remaining_players, wagers, payouts):
            continue
        unit = 1 if division.scale > 1 else wagers.unit[row]
        seats = wagers.seats[row]
        for pot in range(payouts.pot_count[row]):
            _decide_pot(row, pot, strengths, payouts)
            amount = payouts.amounts[row, pot] * division.scale
            _pay_pot(row, pot, amount, unit, division, odd_chip_order[:seats], payouts)
        payouts.returned[row] *= division.scale
        payouts.is_paid[row] = True


@kernel_part
def _fill_odd_chip_order(row, wagers, odd_chip_order):
    """Write the order of odd chips: clockwise from the seat to the left of the button.

    Without a button, the order begins at the first seat. Return False if the button isn't at any
    seat.
    """
    seats = wagers.seats[row]
    first = 0
    if wagers.button[row] >= 0:
        while first < seats and wagers.order[row, first] != wagers.button[row]:
            first += 1
        if first == seats:
            return False
        first += 1
    for index in range(seats):
        odd_chip_order[index] = wagers.order[row, (first + index) % seats]
    return True


@kernel_part
def _fill_pots(row, dealt_players, remaining_players, wagers, payouts):
    """Write the pots and the uncalled bet; return False if the wagers are invalid."""
    if wagers.unit[row] < 1 or wagers.dead[row] % wagers.unit[row]:
        return False
    if wagers.pots[row, 0]:
        return wagers.dead[row] == 0 and _add_given_pots(row, remaining_players, wagers, payouts)
    if not _add_pots_of_contributions(row, dealt_players, remaining_players, wagers, payouts):
        return False
    payouts.amounts[row, 0] += wagers.dead[row]
    return True


@kernel_part
def _add_given_pots(row, remaining_players, wagers, payouts):
    for seat in range(wagers.contributions.shape[1]):
        if wagers.contributions[row, seat] >= 0:
            return False
    for pot in range(wagers.pots.shape[1]):
        amount = wagers.pots[row, pot]
        if amount == 0:
            break
        eligible = wagers.eligible[row, pot] or remaining_players
        if amount % wagers.unit[row] or eligible & ~remaining_players:
            return False
        _add_pot(row, amount, eligible, payouts)
    return True


@kernel_part
def _add_pot(row, amount, eligible, payouts):
    payouts.amounts[row, payouts.pot_count[row]] = amount
    payouts.eligible[row, payouts.pot_count[row]] = eligible
    payouts.pot_count[row] += 1


@kernel_part
def _add_pots_of_contributions(row, dealt_players, remaining_players, wagers, payouts):
    """Write the uncalled bet and the pots of contributions; return False if they are invalid."""
    contributors = largest_contribution = second_contribution = bettor = 0
    for seat in range(wagers.contributions.shape[1]):
        chips = wagers.contributions[row, seat]
        if chips < 0:
            continue
        if chips % wagers.unit[row]:
            return False
        contributors |= 1 << seat
        if chips > largest_contribution:
            largest_contribution, second_contribution, bettor = chips, largest_contribution, seat
        elif chips > second_contribution:
            second_contribution = chips
    if contributors & ~(dealt_players | wagers.folded[row]) or remaining_players & ~contributors:
        return False
    payouts.returned[row] = largest_contribution - second_contribution
    payouts.returned_to[row] = bettor
    return _add_side_pots(row, remaining_players, second_contribution, wagers, payouts)


@kernel_part
def _add_side_pots(row, remaining_players, called_chips, wagers, payouts):
    """Write a pot for each different contribution of a player still in, the lowest first.

    Contributions count up to `called_chips`. Return False if there are no pots, or too many.
    """
    previous_level = 0
    level = _find_next_level(row, remaining_players, previous_level, called_chips, wagers)
    while level:
        if payouts.pot_count[row] == payouts.amounts.shape[1]:
            return False
        next_level = _find_next_level(row, remaining_players, level, called_chips, wagers)
        top = level if next_level else called_chips
        amount = eligible = 0
        for seat in range(wagers.contributions.shape[1]):
            chips = max(0, min(wagers.contributions[row, seat], called_chips))
            amount += min(chips, top) - min(chips, previous_level)
            if chips >= level:
                eligible |= 1 << seat
        _add_pot(row, amount, eligible & remaining_players, payouts)
        previous_level, level = level, next_level
    return payouts.pot_count[row] > 0


@kernel_part
def _find_next_level(row, remaining_players, previous_level, called_chips, wagers):
    """Return the smallest contribution above `previous_level` of a player still in, or 0."""
    level = 0
    for seat in range(wagers.contributions.shape[1]):
        chips = min(wagers.contributions[row, seat], called_chips)
        if (
            remaining_players >> seat & 1
            and chips > previous_level
            and (level == 0 or chips < level)
        ):
            level = chips
    return level


@kernel_part
def _decide_pot(row, pot, strengths, payouts):
    """Write the best strength and the winners of each contest among the eligible players."""
    for contest in range(strengths.shape[2]):
        best, winners = LOWEST_STRENGTH, 0
        for seat in range(strengths.shape[1]):
            if payouts.eligible[row, pot] >> seat & 1:
                strength = int(strengths[row, seat, contest])
                best, winners = add_seat(best, winners, strength, 1 << seat)
        payouts.best[row, pot, contest] = best if winners else 0
        payouts.winners[row, pot, contest] = winners


@kernel_part
def _count_players(players):
    count = 0
    while players:
        players &= players - 1
        count += 1
    return count


@kernel_part
def _pay_pot(row, pot, amount, unit, division, odd_chip_order, payouts):
    """Pay a pot: whole if the same players win it all and the rules allow it, else by contest."""
    eligible = payouts.eligible[row, pot]
    winners = payouts.winners[row, pot]
    common_winners = 0
    is_same = True
    for contest in range(winners.size):
        if winners[contest]:
            is_same &= common_winners == 0 or common_winners == winners[contest]
            common_winners = int(winners[contest])
    if common_winners == 0 or _count_players(eligible) == 1:
        _pay_winners(row, amount, unit, eligible, 0, odd_chip_order, payouts)
    elif is_same and (division.shares_whole or _count_players(common_winners) == 1):
        _pay_winners(row, amount, unit, common_winners, 0, odd_chip_order, payouts)
    else:
        _divide_pot(row, amount, unit, winners, division, odd_chip_order, payouts)


@kernel_part
def _divide_pot(row, amount, unit, winners, division, odd_chip_order, payouts):
    """Divide a pot evenly among the parts with a winner, and each part among its contests."""
    won_contests = _find_won_contests(winners)
    odd_chip_players = 0
    for contest in range(winners.size):
        if winners[contest] == 0:
            continue
        part = _get_even_part(
            amount,
            unit,
            division.part_index[won_contests, contest],
            division.part_count[won_contests],
        )
        index = _count_earlier_contests(
            contest, winners, division.part_index[won_contests], division.by_turn, odd_chip_order
        )
        chips = _get_even_part(part, unit, index, division.contest_count[won_contests, contest])
        already_paid = odd_chip_players if division.one_each else 0
        odd_chip_players |= _pay_winners(
            row, chips, unit, int(winners[contest]), already_paid, odd_chip_order, payouts
        )


@kernel_part
def _find_won_contests(winners):
    """Return the contests with a winner, as bits."""
    contests = 0
    for contest in range(winners.size):
        contests |= (winners[contest] != 0) << contest
    return contests


@kernel_part
def _count_earlier_contests(contest, winners, part, by_turn, odd_chip_order):
    """Return the number of contests of the same part that take odd chips before this one."""
    index = 0
    own_turn = _find_first_winner(int(winners[contest]), odd_chip_order) if by_turn else 0
    for other in range(winners.size):
        if part[other] != part[contest] or winners[other] == 0:
            continue
        other_turn = _find_first_winner(int(winners[other]), odd_chip_order) if by_turn else 0
        index += other_turn < own_turn or (other_turn == own_turn and other < contest)
    return index


@kernel_part
def _find_first_winner(winners, odd_chip_order):
    """Return the index in `odd_chip_order` of the first winner."""
    index = 0
    while winners >> odd_chip_order[index] & 1 == 0:
        index += 1
    return index


@kernel_part
def _get_even_part(amount, unit, index, count):
    """Return the part with this index of `count` even parts. The first parts get odd units."""
    units = amount // unit
    return (units // count + (index < units % count)) * unit


@kernel_part
def _pay_winners(row, amount, unit, winners, already_paid, odd_chip_order, payouts):
    """Pay an amount to its winners, and return the players who got an odd unit.

    Players in `already_paid`, who already got one, are the last to get another.
    """
    count = _count_players(winners)
    units = amount // unit
    odd_units = units % count
    odd_chip_players = 0
    for is_second_round in range(2):
        for index in range(odd_chip_order.size):
            seat = odd_chip_order[index]
            if winners >> seat & 1 and already_paid >> seat & 1 == is_second_round:
                payouts.totals[row, seat] += (units // count + (odd_units > 0)) * unit
                odd_chip_players |= (odd_units > 0) << seat
                odd_units -= odd_units > 0
    return odd_chip_players


_MAX_EXACT = 1 << 53
"""Integers below this are exact as floats, so their quotient is rounded only once."""


@kernel_with_arrays
def _share_pots(payouts, division, shares, is_exact):
    """Write each seat's share of all pots to `shares` (n, seats) for the deals that were paid.

    `is_exact` (n) is set if the shares are exact. A share is reduced before it is converted to a
    float, so that it equals the float of the evaluator's fraction.
    """
    numerators = np.empty(shares.shape[1], np.int64)
    for row in range(payouts.pot_count.size):
        if not payouts.is_paid[row]:
            continue
        numerators[:] = 0
        total, denominator = 0, 1
        for pot in range(payouts.pot_count[row]):
            total += payouts.amounts[row, pot]
            denominator = _add_shares(row, pot, denominator, division, payouts, numerators)
        denominator *= total
        is_exact[row] = True
        for seat in range(numerators.size):
            divisor = _greatest_common_divisor(denominator, numerators[seat])
            if denominator // divisor >= _MAX_EXACT:
                is_exact[row] = False
                break
            shares[row, seat] = (numerators[seat] // divisor) / (denominator // divisor)


@kernel_part
def _add_shares(row, pot, denominator, division, payouts, numerators):
    """Add the players' chips from a pot to `numerators`; return the new common denominator."""
    amount, eligible = payouts.amounts[row, pot], payouts.eligible[row, pot]
    winners = payouts.winners[row, pot]
    contests = _find_won_contests(winners)
    if contests == 0 or _count_players(eligible) == 1:
        return _add_part_of_pot(amount, 1, eligible, denominator, numerators)
    for contest in range(winners.size):
        if winners[contest]:
            parts = division.part_count[contests] * division.contest_count[contests, contest]
            denominator = _add_part_of_pot(
                amount, parts, int(winners[contest]), denominator, numerators
            )
    return denominator


@kernel_part
def _add_part_of_pot(amount, parts, sharing_players, denominator, numerators):
    """Add one of `parts` equal parts of an amount for players who share it.

    Return the new common denominator.
    """
    parts *= _count_players(sharing_players)
    common = denominator // _greatest_common_divisor(denominator, parts) * parts
    for seat in range(numerators.size):
        numerators[seat] *= common // denominator
        if sharing_players >> seat & 1:
            numerators[seat] += amount * (common // parts)
    return common


@kernel_part
def _greatest_common_divisor(number, other):
    while other:
        number, other = other, number % other
    return number
