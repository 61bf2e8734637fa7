"""The chips of a batch, and who has folded, as arrays: compiled loops pay them.

What contradicts itself, and what no loop was written for, is left to the readable rules.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from showdown.bulk.evaluation import Strengths
from showdown.bulk.payouts import (
    NOBODY,
    POTS,
    SEATS,
    Shares,
    WagerRows,
    can_pay,
    pay,
    shares_of_pots,
)
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables import row_reader
from showdown.tables.columns import Group, Lists, is_any_list, lists_of, require_type

type Rows = NDArray[np.bool_]

_DEPTHS = {
    row_reader.POTS: 1,
    row_reader.ELIGIBLE: 2,
    row_reader.CONTRIBUTIONS: 1,
    row_reader.DEAD: 0,
    row_reader.FOLDED: 1,
    row_reader.BUTTON: 0,
}
"""The depth of the lists of numbers in a column."""
_EXPECTED = ("numbers", "lists of numbers", "lists of lists of numbers")

_MOST = 10**9
"""Larger amounts are left to the readable rules."""


class Paid(NamedTuple):
    """The settled deals of a group: strengths of competing hands, and shares and chips by seat.

    `has_chips` marks the deals with chips; `payouts` and `returned` of the others are 0.
    """

    is_settled: Rows
    strengths: Strengths
    shares: Shares
    has_chips: Rows
    payouts: NDArray[np.int64]
    returned: NDArray[np.int64]


class Chips(NamedTuple):
    """The rows without chips or folded players, those with them, and all wagers.

    `is_readable` marks rows whose wagers were read; `wagers` is None if no row has any.
    """

    none: Rows
    given: Rows
    is_readable: Rows
    wagers: WagerRows | None
    unit: int

    def paid(self, game: Game, rules: RuleSet, group: Group, strengths: Strengths) -> Paid:
        """Pay the deals of a group. A deal without chips has a pot of one chip meanwhile."""
        count, seats = len(group.rows), group.seats
        wagers = _no_wagers(count, self.unit)
        if self.wagers:
            wagers = WagerRows(*(column[group.rows] for column in self.wagers))
        has_chips = self.given[group.rows]
        wagers.pots[~has_chips, 0] = self.unit
        wagers.seats[:] = seats
        is_sound = (wagers.folded >> seats == 0) & ((wagers.eligible >> seats) == 0).all(axis=1)
        if group.seats_of is not None:
            strengths = _by_seat(group, strengths)
            missing = (1 << seats) - 1 - (1 << group.seats_of).sum(axis=1)
            is_sound &= wagers.folded & missing == 0
            wagers.folded[:] |= missing
        payouts = pay(game, rules, np.full(count, seats), wagers, strengths)
        shares, is_sure = shares_of_pots(game, rules, payouts, seats)
        competing = np.bitwise_or.reduce(payouts.eligible, axis=1)
        competes = competing[:, None] >> np.arange(seats) & 1
        returned = np.zeros((count, SEATS), np.int64)
        returned[np.arange(count), payouts.returned_to] = payouts.returned
        return Paid(
            is_settled=payouts.is_paid & is_sound & is_sure,
            strengths=strengths * competes.astype(np.uint16)[:, :, None],
            shares=shares,
            has_chips=has_chips,
            payouts=payouts.totals[:, :seats],
            returned=returned[:, :seats],
        )


def check_chips(schema: pa.Schema) -> None:
    """Raise WrongColumnType if chips or seats can't be read from such a table."""
    for name, depth in _DEPTHS.items():
        if name in schema.names:
            require_type(schema, name, partial(_is_numbers, depth=depth), _EXPECTED[depth])


def _is_numbers(kind: Any, *, depth: int) -> bool:
    if pa.types.is_null(kind):
        return True
    if depth:
        return is_any_list(kind) and _is_numbers(kind.value_type, depth=depth - 1)
    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    )


def chips_in(batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> Chips:
    """Return the chips of all rows."""
    given = {name: _is_given(batch, name) for name in row_reader.CHIPS}
    none = ~np.any(list(given.values()), axis=0)
    if none.all():
        return Chips(none, ~none, none & can_pay(game, rules), None, unit)
    wagers = _no_wagers(batch.num_rows, unit)
    pots, put_in = given[row_reader.POTS], given[row_reader.CONTRIBUTIONS]
    is_read = ~(pots & put_in) & (pots | ~given[row_reader.ELIGIBLE])
    is_read &= pots | put_in | ~given[row_reader.DEAD]
    is_read &= can_pay(game, rules)
    for name, read, into in (
        (row_reader.POTS, _pots, wagers.pots),
        (row_reader.ELIGIBLE, _eligible, wagers.eligible),
        (row_reader.CONTRIBUTIONS, _contributions, wagers.put_in),
        (row_reader.DEAD, _numbers, wagers.dead),
        (row_reader.FOLDED, _seats, wagers.folded),
        (row_reader.BUTTON, _numbers, wagers.button),
    ):
        if given[name].any():
            is_read &= ~given[name] | read(batch.column(name), into)
    return Chips(none, pots | put_in, is_read, wagers, unit)


def _no_wagers(count: int, unit: int) -> WagerRows:
    return WagerRows(
        put_in=np.full((count, SEATS), NOBODY, np.int64),
        pots=np.zeros((count, POTS), np.int64),
        eligible=np.zeros((count, POTS), np.int64),
        dead=np.zeros(count, np.int64),
        folded=np.zeros(count, np.int64),
        button=np.full(count, NOBODY, np.int64),
        unit=np.full(count, unit, np.int64),
        seats=np.zeros(count, np.int64),
        order=np.tile(np.arange(SEATS), (count, 1)),
    )


def _by_seat(group: Group, strengths: Strengths) -> Strengths:
    """Return strengths (n, hands, contests) at the positions of their seats; other seats get 0."""
    by_seat = np.zeros((len(strengths), group.seats, strengths.shape[2]), np.uint16)
    by_seat[np.arange(len(strengths))[:, None], group.seats_of] = strengths
    return by_seat


def _is_given(batch: pa.RecordBatch, name: str) -> Rows:
    if name not in batch.schema.names:
        return np.zeros(batch.num_rows, np.bool_)
    valid: Rows = batch.column(name).is_valid().to_numpy(zero_copy_only=False)
    return valid


def _pots(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy lists of amounts; which of them are pots."""
    lists = lists_of(column)
    amounts = np.zeros(len(lists.values), np.int64)
    return _in_rows(lists, amounts, _numbers(lists.values, amounts) & (amounts > 0), into)


def _contributions(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy lists of amounts, some of them null, and mark the contributions of players."""
    lists = lists_of(column)
    amounts = np.full(len(lists.values), NOBODY, np.int64)
    is_null = lists.values.is_null().to_numpy(zero_copy_only=False)
    return _in_rows(lists, amounts, _numbers(lists.values, amounts) | is_null, into)


def _eligible(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy lists of lists of seats as bits, 0 for null; which of them are sets of seats."""
    lists = lists_of(column)
    seats = np.zeros(len(lists.values), np.int64)
    is_null = lists.values.is_null().to_numpy(zero_copy_only=False)
    is_good = _seats(lists.values, seats) & (seats > 0) | is_null
    return _in_rows(lists, seats, is_good, into)


def _in_rows(
    lists: Lists, values: NDArray[np.int64], is_good: Rows, into: NDArray[np.int64]
) -> Rows:
    """Put lists into rows, from the left; which of them fit, and are good throughout."""
    lengths = np.diff(lists.starts)
    fits: Rows = lists.is_valid & (lengths > 0) & (lengths <= into.shape[1])
    for place in range(into.shape[1]):
        rows = np.flatnonzero(fits & (lengths > place))
        which = lists.starts[rows] + place
        into[rows, place] = values[which]
        fits[rows] &= is_good[which]
    return fits


def _seats(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy lists of seats as bits; which of them name real seats, none of them twice."""
    lists = lists_of(column)
    seats = np.zeros(len(lists.values), np.int64)
    is_seat = _numbers(lists.values, seats) & (seats < SEATS)
    bits = np.where(is_seat, np.left_shift(1, seats % SEATS), 0)
    sums = np.concatenate([[0], np.cumsum(bits)])[lists.starts]
    into[lists.is_valid] = np.diff(sums)[lists.is_valid]
    # A seat named twice, or none, leaves fewer bits than names.
    is_good: Rows = lists.is_valid & (np.bitwise_count(np.diff(sums)) == np.diff(lists.starts))
    return is_good


def _numbers(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy whole numbers of any type; return which are neither null, negative nor huge."""
    if pa.types.is_null(column.type):
        return np.zeros(len(column), np.bool_)
    is_good: Rows = column.is_valid().to_numpy(zero_copy_only=False)
    column = column.fill_null(0)
    if not pa.types.is_integer(column.type):
        is_good &= pc.equal(pc.round(column), column).to_numpy(zero_copy_only=False)
        column = column.cast(pa.float64())
    numbers = column.to_numpy(zero_copy_only=False)
    is_good &= (numbers >= 0) & (numbers <= _MOST)
    into[is_good] = numbers[is_good]
    return is_good
