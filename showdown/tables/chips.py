"""Read the chips and folds of a batch into arrays, and pay them with compiled kernels.

Rows with contradictory wagers, and rows that no kernel supports, are left to `row_reader`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from showdown.bulk.evaluation import Strengths
from showdown.bulk.payouts import (
    NOBODY,
    SEATS,
    Shares,
    WagerRows,
    can_pay,
    no_wagers,
    pay_deals,
    shares_of_pots,
)
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables import row_reader
from showdown.tables.columns import (
    Group,
    is_any_list,
    lists_of,
    require_type,
    valid_rows,
)

type Rows = NDArray[np.bool_]

_DEPTHS = {
    row_reader.POTS: 1,
    row_reader.ELIGIBLE: 2,
    row_reader.CONTRIBUTIONS: 1,
    row_reader.DEAD: 0,
    row_reader.FOLDED: 1,
    row_reader.BUTTON: 0,
}
"""Depth of the lists in which a column's numbers are nested."""
_EXPECTED = ("numbers", "lists of numbers", "lists of lists of numbers")

_LARGEST_AMOUNT = 10**9
"""Maximum amount for kernels; rows with larger amounts are left to `row_reader`."""


class GroupPayouts(NamedTuple):
    """The payouts of a group: strengths of competing hands, and shares and chips by seat.

    `is_settled` marks deals whose payouts and shares are valid. `has_chips` marks deals with chips;
    the `payouts` of the others are those of a pot of one unit.
    """

    is_settled: Rows
    strengths: Strengths
    shares: Shares
    has_chips: Rows
    payouts: NDArray[np.int64]
    returned: NDArray[np.int64]


class Chips(NamedTuple):
    """The wagers of a batch.

    `none` marks rows whose columns of wagers are all null, `given` rows with pots or contributions,
    and `is_supported` rows that kernels can pay. `wagers` is None if `none` marks all rows.
    """

    none: Rows
    given: Rows
    is_supported: Rows
    wagers: WagerRows | None
    unit: int

    def pay_group(
        self, game: Game, rules: RuleSet, group: Group, strengths: Strengths
    ) -> GroupPayouts:
        """Pay the deals of a group, whose hands have these `strengths` (n, hands, contests).

        A deal without chips gets a pot of one unit, from which its shares are calculated.
        """
        count, seats = len(group.rows), group.seats
        wagers = no_wagers(count, self.unit)
        if self.wagers:
            wagers = WagerRows(*(column[group.rows] for column in self.wagers))
        has_chips = self.given[group.rows]
        wagers.pots[~has_chips, 0] = self.unit
        wagers.seats[:] = seats
        is_sound = (wagers.folded >> seats == 0) & ((wagers.eligible >> seats) == 0).all(axis=1)
        if group.seats_of is not None:
            seat_strengths = np.zeros((count, seats, strengths.shape[2]), np.uint16)
            seat_strengths[np.arange(count)[:, None], group.seats_of] = strengths
            strengths = seat_strengths
            missing = (1 << seats) - 1 - (1 << group.seats_of).sum(axis=1)
            is_sound &= wagers.folded & missing == 0
            wagers.folded[:] |= missing
        payouts = pay_deals(game, rules, np.full(count, seats), wagers, strengths)
        shares, is_sure = shares_of_pots(game, rules, payouts, seats)
        competing = np.bitwise_or.reduce(payouts.eligible, axis=1)
        competes = competing[:, None] >> np.arange(seats) & 1
        returned = np.zeros((count, SEATS), np.int64)
        returned[np.arange(count), payouts.returned_to] = payouts.returned
        return GroupPayouts(
            is_settled=payouts.is_paid & is_sound & is_sure,
            strengths=strengths * competes.astype(np.uint16)[:, :, None],
            shares=shares,
            has_chips=has_chips,
            payouts=payouts.totals[:, :seats],
            returned=returned[:, :seats],
        )


def check_chips(schema: pa.Schema) -> None:
    """Raise WrongColumnType if a column of chips or seats has an unsupported type."""
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
    """Read the chips and folds of all rows of a batch with checked columns."""
    names = set(batch.schema.names)
    nothing = np.zeros(batch.num_rows, np.bool_)
    given = {
        name: valid_rows(batch.column(name)) if name in names else nothing
        for name in row_reader.CHIPS
    }
    none = ~np.any(list(given.values()), axis=0)
    if none.all():
        return Chips(none, ~none, none & can_pay(game, rules), None, unit)
    wagers = no_wagers(batch.num_rows, unit)
    pots, contributions = given[row_reader.POTS], given[row_reader.CONTRIBUTIONS]
    is_read = ~(pots & contributions) & (pots | ~given[row_reader.ELIGIBLE])
    is_read &= pots | contributions | ~given[row_reader.DEAD]
    is_read &= can_pay(game, rules)
    read_pots = partial(_read_lists, least=1)
    read_eligible = partial(_read_lists, read=_read_seats, least=1, null=0)
    read_contributions = partial(_read_lists, null=NOBODY)
    for name, read, into in (
        (row_reader.POTS, read_pots, wagers.pots),
        (row_reader.ELIGIBLE, read_eligible, wagers.eligible),
        (row_reader.CONTRIBUTIONS, read_contributions, wagers.put_in),
        (row_reader.DEAD, _read_numbers, wagers.dead),
        (row_reader.FOLDED, _read_seats, wagers.folded),
        (row_reader.BUTTON, _read_numbers, wagers.button),
    ):
        if given[name].any():
            is_read &= ~given[name] | read(batch.column(name), into)
    return Chips(none, pots | contributions, is_read, wagers, unit)


def _read_numbers(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy numbers of any type. Return which are whole, from 0 to the maximum, and not null."""
    if pa.types.is_null(column.type):
        return np.zeros(len(column), np.bool_)
    is_good = valid_rows(column)
    column = column.fill_null(0)
    if not pa.types.is_integer(column.type):
        is_good &= pc.equal(pc.round(column), column).to_numpy(zero_copy_only=False)
        column = column.cast(pa.float64())
    numbers = column.to_numpy(zero_copy_only=False)
    is_good &= (numbers >= 0) & (numbers <= _LARGEST_AMOUNT)
    into[is_good] = numbers[is_good]
    return is_good


def _read_lists(
    column: Any,
    into: NDArray[np.int64],
    *,
    read: Callable[[Any, NDArray[np.int64]], Rows] = _read_numbers,
    least: int = 0,
    null: int | None = None,
) -> Rows:
    """Copy lists into rows, from the left, with `null` for null values.

    Return which lists aren't empty, fit, and have only valid values. These are values of at least
    `least` that `read` accepts and, unless `null` is None, null values.
    """
    lists = lists_of(column)
    values = np.full(len(lists.values), null or 0, np.int64)
    is_good = read(lists.values, values) & (values >= least)
    if null is not None:
        is_good |= ~valid_rows(lists.values)
    lengths = np.diff(lists.starts)
    fits: Rows = lists.is_valid & (lengths > 0) & (lengths <= into.shape[1])
    for column in range(into.shape[1]):
        rows = np.flatnonzero(fits & (lengths > column))
        indices = lists.starts[rows] + column
        into[rows, column] = values[indices]
        fits[rows] &= is_good[indices]
    return fits


def _read_seats(column: Any, into: NDArray[np.int64]) -> Rows:
    """Copy lists of seats as bits. Return which lists have only valid and different seats."""
    lists = lists_of(column)
    seats = np.zeros(len(lists.values), np.int64)
    is_seat = _read_numbers(lists.values, seats) & (seats < SEATS)
    bits = np.where(is_seat, np.left_shift(1, seats % SEATS), 0)
    sums = np.concatenate([[0], np.cumsum(bits)])[lists.starts]
    into[lists.is_valid] = np.diff(sums)[lists.is_valid]
    # A repeated or invalid seat leaves fewer bits than the list has items.
    is_good: Rows = lists.is_valid & (np.bitwise_count(np.diff(sums)) == np.diff(lists.starts))
    return is_good
