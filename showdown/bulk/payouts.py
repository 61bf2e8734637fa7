"""Pays out the chips of many deals at once, with the same totals as `evaluator.chips`.

How pots are divided is found by the rows of the game and of the rule set. What no loop was written
for, and what contradicts itself, is not paid: the readable rules see to it. The compiler is
imported when the first array is paid.
"""

from dataclasses import fields
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.evaluation import Strengths
from showdown.bulk.shapes.loop import kernels
from showdown.evaluator.divide import divide
from showdown.evaluator.games import Family, Game
from showdown.evaluator.rule_sets import RuleSet

SEATS = 16
"""How many seats a deal may have here, those of players without a hand among them."""
POTS = 8
"""How many pots."""
NOBODY = -1
"""The button of no seat; a contribution of who is not named."""

_KNOWN = {"shares_whole", "contests_by_turn", "by_all_cards", "one_each", "is_exact"}
"""What the loops know that rule sets differ in; `by_all_cards` is a matter of stud alone."""


class WagerRows(NamedTuple):
    """The wagers of n deals. Players are seats, 0 for HandA; sets of them are bits.

    `put_in` (n, SEATS) is what each put in, or NOBODY; `pots` (n, POTS) are amounts, 0 for no pot,
    and `eligible` (n, POTS) who may win them, 0 for everyone still in. Then for each deal the
    `dead` chips, who has `folded`, the `button`, the `unit`, and how many `seats` there are;
    `order` (n, SEATS) has them clockwise.
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


class Paid(NamedTuple):
    """What came of n deals with wagers; of those that were not paid only that.

    `pots` says how many there are; `amounts`, `eligible` (n, POTS), `best` and `winners`
    (n, POTS, contests) are theirs, the main pot first. `totals` (n, SEATS) are paid from the pots,
    `returned` was called by nobody and goes back `returned_to` a seat, both in units of `decimals`.
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
    """How a pot is divided, as `evaluator.divide` says, and what the rule set says.

    The rows of the tables are sets of contests, as bits, which somebody wins. `parts` says among
    how many parts the pot is divided then; for each contest `part` is the place of its part among
    these, and `contests` how many of its part are paid.
    """

    parts: NDArray[np.int64]
    part: NDArray[np.int64]
    contests: NDArray[np.int64]
    shares_whole: bool
    by_turn: bool
    one_each: bool
    scale: int


def room_for_wagers(count: int) -> WagerRows:
    """Arrays for so many deals, not filled yet."""
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


def can_pay(game: Game, rules: RuleSet) -> bool:
    """Whether the loops know all that the rows say: cards decide on odd chips in stud."""
    differ = {field.name for field in fields(rules)} - {"slug", "name"}
    return game.family is not Family.STUD and differ <= _KNOWN


def pay(
    game: Game,
    rules: RuleSet,
    players: NDArray[np.int64],
    wagers: WagerRows,
    strengths: Strengths,
) -> Paid:
    """Who gets how many chips. `strengths` is (n, most players, contests), `players` says how many.

    Chips are whole; by a rule set that pays fractions they are paid in hundredths.
    """
    division = division_of(game, rules)
    paid = nothing_paid(len(players), len(game.contests), decimals=2 if rules.is_exact else 0)
    if len(players):
        kernels().payouts.pay(players, wagers, strengths, division, paid)
    return paid


def nothing_paid(count: int, contests: int, *, decimals: int = 0) -> Paid:
    return Paid(
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
        paid = divide(game.places, tuple(bool(row >> place & 1) for place in range(count)))
        parts[row] = len(paid)
        for number, places in enumerate(paid):
            part[row, list(places)] = number
            contests[row, list(places)] = len(places)
    return Division(
        parts=parts,
        part=part,
        contests=contests,
        shares_whole=rules.shares_whole,
        by_turn=game.by_turn and rules.contests_by_turn,
        one_each=rules.one_each,
        scale=100 if rules.is_exact else 1,
    )
