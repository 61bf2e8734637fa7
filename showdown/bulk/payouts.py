"""Pay the chips of arrays of deals, with the same totals as `evaluator.chips`.

Deals with invalid wagers, and those that the kernels don't support, are left unpaid, so that the
caller pays them with the evaluator. The first call imports the compiler.
"""

from dataclasses import fields
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.evaluation import Strengths
from showdown.bulk.loading import kernels
from showdown.bulk.outcomes import Winners
from showdown.evaluator import divide
from showdown.evaluator.games import Family, Game
from showdown.evaluator.rule_sets import RuleSet

SEATS = 16
"""Maximum number of seats of a deal, including players without a hand."""
POTS = 8
"""Maximum number of pots of a deal."""
NOBODY = -1
"""Value of a missing button, and of a missing contribution."""

_KNOWN = {"shares_whole", "contests_by_turn", "by_all_cards", "one_each", "is_exact"}
"""The options of rule sets that the kernels support; `by_all_cards` matters only in stud."""


class WagerRows(NamedTuple):
    """The wagers of n deals, in chips. Seat 0 is HandA; sets of players are bit sets.

    `put_in` (n, SEATS) contains contributions, or NOBODY. `pots` (n, POTS) contains amounts, 0 for
    no pot, and `eligible` (n, POTS) the players who may win them, 0 for all who haven't folded.
    `seats` (n) is the number of seats, which `order` (n, SEATS) lists clockwise. The other arrays
    (n) are the `dead` chips, the `folded` players, the seat of the `button` or NOBODY, and the
    `unit`.
    """

    put_in: NDArray[np.int64]
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

    `pots` (n) is the number of pots. `amounts` and `eligible` (n, POTS), `best` and `winners` (n,
    POTS, contests) describe them, the main pot first. `totals` (n, SEATS) are the chips paid from
    the pots. `returned` (n) is the uncalled bet of the seat `returned_to` (n). Totals and returned
    bets are in hundredths of a chip if `decimals` is 2. If a deal isn't paid, its other entries are
    undefined.
    """

    is_paid: NDArray[np.bool_]
    pots: NDArray[np.int64]
    amounts: NDArray[np.int64]
    eligible: NDArray[np.int64]
    best: NDArray[np.uint16]
    winners: NDArray[np.uint16]
    totals: NDArray[np.int64]
    returned: NDArray[np.int64]
    returned_to: NDArray[np.int64]
    decimals: int


class Division(NamedTuple):
    """The division of a pot by `evaluator.divide` and the rule set.

    Arrays are indexed by the set of contests with a winner, as bits. `parts` is the number of parts
    that divide the pot. `part` (2**contests, contests) is the index of the part to which each
    contest belongs, and `contests`, of the same shape, the number of contests that divide this
    part. `scale` is the number of units in a chip.
    """

    parts: NDArray[np.int64]
    part: NDArray[np.int64]
    contests: NDArray[np.int64]
    shares_whole: bool
    by_turn: bool
    one_each: bool
    scale: int


def room_for_wagers(count: int) -> WagerRows:
    """Allocate uninitialized arrays for this number of deals."""
    return WagerRows(
        put_in=np.empty((count, SEATS), np.int64),
        pots=np.empty((count, POTS), np.int64),
        eligible=np.empty((count, POTS), np.int64),
        dead=np.empty(count, np.int64),
        folded=np.empty(count, np.int64),
        button=np.empty(count, np.int64),
        unit=np.empty(count, np.int64),
        seats=np.empty(count, np.int64),
        order=np.empty((count, SEATS), np.int64),
    )


def no_wagers(count: int, unit: int) -> WagerRows:
    """Return wagers without chips and without seats; `order` lists all seats."""
    wagers = room_for_wagers(count)
    for column in wagers:
        column[:] = 0
    wagers.put_in[:] = wagers.button[:] = NOBODY
    wagers.unit[:] = unit
    wagers.order[:] = range(SEATS)
    return wagers


def can_pay(game: Game, rules: RuleSet) -> bool:
    """Return whether the kernels support the game and the rules.

    Stud isn't supported, because cards decide odd chips.
    """
    differ = {field.name for field in fields(rules)} - {"slug", "name"}
    return game.family is not Family.STUD and differ <= _KNOWN


def pay(
    game: Game,
    rules: RuleSet,
    players: NDArray[np.int64],
    wagers: WagerRows,
    strengths: Strengths,
) -> DealPayouts:
    """Pay the chips of n deals.

    `players` (n) is the number of players of each deal, and `strengths` is (n, most players,
    contests). Wagers are whole chips; rule sets that pay fractions pay in hundredths of a chip.
    """
    division = division_of(game, rules)
    paid = no_payouts(len(players), len(game.contests), decimals=2 if rules.is_exact else 0)
    if len(players):
        kernels().payouts.pay(players, wagers, strengths, division, paid)
    return paid


def no_payouts(count: int, contests: int, *, decimals: int = 0) -> DealPayouts:
    return DealPayouts(
        is_paid=np.zeros(count, np.bool_),
        pots=np.zeros(count, np.int64),
        amounts=np.zeros((count, POTS), np.int64),
        eligible=np.zeros((count, POTS), np.int64),
        best=np.zeros((count, POTS, contests), np.uint16),
        winners=np.zeros((count, POTS, contests), np.uint16),
        totals=np.zeros((count, SEATS), np.int64),
        returned=np.zeros(count, np.int64),
        returned_to=np.zeros(count, np.int64),
        decimals=decimals,
    )


@cache
def division_of(game: Game, rules: RuleSet) -> Division:
    count = len(game.contests)
    parts = np.zeros(1 << count, np.int64)
    part, contests = np.zeros((2, 1 << count, count), np.int64)
    for row in range(1 << count):
        paid = divide.divide(
            game.part_indices, tuple(bool(row >> index & 1) for index in range(count))
        )
        parts[row] = len(paid)
        for number, indices in enumerate(paid):
            part[row, list(indices)] = number
            contests[row, list(indices)] = len(indices)
    return Division(
        parts=parts,
        part=part,
        contests=contests,
        shares_whole=rules.shares_whole,
        by_turn=game.by_turn and rules.contests_by_turn,
        one_each=rules.one_each,
        scale=100 if rules.is_exact else 1,
    )


type Shares = NDArray[np.float64]

_MOST_BITS = 12
"""Maximum product of players and contests for a table of all outcomes."""


def shares(game: Game, winners: Winners, players: int) -> Shares:
    """Return each seat's share of a pot, (n, players), given the `winners` (n, contests)."""
    count, contests = winners.shape
    if players * contests <= _MOST_BITS:
        out = np.empty((count, players))
        if count:
            kernels().payouts.look_up(_table(game, players), winners, out)
        return out
    codes = winners[:, 0].astype(np.uint64)
    for contest in range(1, contests):
        codes |= winners[:, contest].astype(np.uint64) << np.uint64(players * contest)
    different, indices = np.unique(codes, return_inverse=True)
    return _shares_of(game, players, different.tolist())[indices]


def shares_of_pots(
    game: Game, rules: RuleSet, paid: DealPayouts, seats: int
) -> tuple[Shares, NDArray[np.bool_]]:
    """Return each seat's share of all pots, (n, seats), and whether the shares are exact, (n)."""
    count = len(paid.is_paid)
    out, is_sure = np.zeros((count, seats)), np.zeros(count, np.bool_)
    if count:
        kernels().payouts.share_pots(paid, division_of(game, rules), out, is_sure)
    return out, is_sure


@cache
def _table(game: Game, players: int) -> Shares:
    """Return the shares for each outcome (2 ** (players * contests), players)."""
    return _shares_of(game, players, range(1 << players * len(game.contests)))


def _shares_of(game: Game, players: int, codes: "list[int] | range") -> Shares:
    """Return the shares (codes, players) of outcomes.

    A code has the winners of each contest as `players` bits, the first contest lowest.
    """
    everyone = (1 << players) - 1
    indices = range(len(game.contests))
    won = [tuple(code >> players * index & everyone for index in indices) for code in codes]
    rows = [divide.shares(game.part_indices, outcome, players) for outcome in won]
    return np.array(rows, np.float64).reshape(-1, players)
