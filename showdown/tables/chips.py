"""The chips of a batch as arrays, where compiled loops can pay them.

These are rows with pots for everybody, or with what each player put in if that makes no side pot.
Those that say more of chips (who may win a pot, who folded, dead chips) are left to the readable
rules.
"""

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from showdown.bulk.evaluation import Strengths
from showdown.bulk.payouts import NOBODY, POTS, SEATS, Paid, WagerRows, can_pay, pay
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables import readable
from showdown.tables.columns import Group, lists_of

type Rows = NDArray[np.bool_]

_MOST = 10**9
"""Larger amounts are left to the readable rules."""


class Payouts(NamedTuple):
    """What each player of a group's deals is paid, and gets back: (n, players)."""

    paid: NDArray[np.int64]
    returned: NDArray[np.int64]


class Chips(NamedTuple):
    """The rows that say nothing of chips, and those that loops may be able to pay."""

    none: Rows
    simple: Rows
    wagers: WagerRows

    def paid(
        self, game: Game, rules: RuleSet, group: Group, strengths: Strengths
    ) -> tuple[Rows, Payouts]:
        """Which of these deals are paid, and what. Deals with side pots are not."""
        wagers = WagerRows(*(column[group.rows] for column in self.wagers))
        seats = np.full(len(group.rows), group.players)
        found = pay(game, rules, seats, wagers._replace(seats=seats), strengths)
        is_for_all = (found.eligible == (1 << group.players) - 1) | (found.amounts == 0)
        paid = Payouts(found.totals[:, : group.players], _returned(found, group))
        return found.is_paid & is_for_all.all(axis=1), paid


def chips_in(batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> Chips:
    """The chips of all rows."""
    count = batch.num_rows
    given = {name: _is_given(batch, name) for name in readable.CHIPS}
    none = ~np.any(list(given.values()), axis=0)
    wagers = WagerRows(
        put_in=np.full((count, SEATS), NOBODY, np.int64),
        pots=np.zeros((count, POTS), np.int64),
        eligible=np.zeros((count, POTS), np.int64),
        folded=np.zeros(count, np.int64),
        button=np.full(count, NOBODY, np.int64),
        unit=np.full(count, unit, np.int64),
        seats=np.zeros(count, np.int64),
        order=np.broadcast_to(np.arange(SEATS), (count, SEATS)),
    )
    simple = given[readable.POTS] ^ given[readable.CONTRIBUTIONS]
    for name in (readable.ELIGIBLE, readable.DEAD, readable.FOLDED):
        simple &= ~given[name]
    if not can_pay(game, rules) or rules.is_exact or not simple.any():
        return Chips(none, np.zeros(count, np.bool_), wagers)
    for name, least, into in (
        (readable.POTS, 1, wagers.pots),
        (readable.CONTRIBUTIONS, 1, wagers.put_in),
    ):
        simple &= ~given[name] | _amounts(batch, name, least, into)
    if given[readable.BUTTON].any():
        simple &= ~given[readable.BUTTON] | _numbers(batch.column(readable.BUTTON), wagers.button)
    return Chips(none, simple, wagers)


def _is_given(batch: pa.RecordBatch, name: str) -> Rows:
    if name not in batch.schema.names:
        return np.zeros(batch.num_rows, np.bool_)
    valid: Rows = batch.column(name).is_valid().to_numpy(zero_copy_only=False)
    return valid


def _amounts(batch: pa.RecordBatch, name: str, least: int, into: NDArray[np.int64]) -> Rows:
    """Put the lists of a column into rows, from the left; of which rows this could be done."""
    if name not in batch.schema.names:
        return np.zeros(batch.num_rows, np.bool_)
    lists = lists_of(batch.column(name))
    values = np.zeros(len(lists.values), np.int64)
    is_good = _numbers(lists.values, values) & (values >= least)
    lengths = np.diff(lists.starts)
    fits: Rows = lists.is_valid & (lengths > 0) & (lengths <= into.shape[1])
    for place in range(into.shape[1]):
        rows = np.flatnonzero(fits & (lengths > place))
        which = lists.starts[rows] + place
        into[rows, place] = values[which]
        fits[rows] &= is_good[which]
    return fits


def _numbers(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy whole numbers; which of them are neither null, negative nor huge."""
    if not pa.types.is_integer(column.type):
        return np.zeros(len(column), np.bool_)
    numbers = column.fill_null(0).to_numpy(zero_copy_only=False)
    is_good: Rows = (numbers >= 0) & (numbers <= _MOST)
    is_good &= column.is_valid().to_numpy(zero_copy_only=False)
    into[is_good] = numbers[is_good]
    return is_good


def _returned(found: Paid, group: Group) -> NDArray[np.int64]:
    returned = np.zeros((len(group.rows), SEATS), np.int64)
    returned[np.arange(len(group.rows)), found.returned_to] = found.returned
    return returned[:, : group.players]
