"""Read the chips and folds of a batch into arrays, and pay them with compiled kernels.

Rows with contradictory wagers, and rows that no kernel supports, are left to `row_settling`.
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
    MAX_SEATS,
    MISSING,
    Shares,
    WagerRows,
    can_pay,
    compute_shares_of_pots,
    create_empty_wagers,
    pay_deals,
)
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables import row_settling
from showdown.tables.deal_columns import (
    DealGroup,
    is_any_list,
    mark_non_null_rows,
    require_type,
    to_lists,
)

type RowMask = NDArray[np.bool_]

_DEPTHS = {
    row_settling.POTS: 1,
    row_settling.ELIGIBLE: 2,
    row_settling.CONTRIBUTIONS: 1,
    row_settling.DEAD: 0,
    row_settling.FOLDED: 1,
    row_settling.BUTTON: 0,
}
"""Depth of the lists in each column: 0 for numbers, 1 for lists of numbers, and so on."""
_EXPECTED_TYPES = ("numbers", "lists of numbers", "lists of lists of numbers")

_MAX_AMOUNT = 10**9
"""Maximum amount for kernels; rows with larger amounts are left to `row_settling`."""


class GroupPayouts(NamedTuple):
    """The payouts of a group: strengths of competing hands, and shares and chips by seat.

    `is_settled` marks deals whose payouts and shares are valid. `has_chips` marks deals with chips;
    the `payouts` of the others are those of a pot of one unit.
    """

    is_settled: RowMask
    strengths: Strengths
    shares: Shares
    has_chips: RowMask
    payouts: NDArray[np.int64]
    returned: NDArray[np.int64]


class Chips(NamedTuple):
    """The wagers of a batch.

    `has_no_wagers` marks rows whose columns of wagers are all null, `has_chips` rows with pots or
    contributions, and `is_supported` rows that kernels can pay. `wagers` is None if `has_no_wagers`
    marks all rows. `unit` is the value of the smallest chip.
    """

    has_no_wagers: RowMask
    has_chips: RowMask
    is_supported: RowMask
    wagers: WagerRows | None
    unit: int

    def pay_group(
        self, game: Game, rules: RuleSet, group: DealGroup, strengths: Strengths
    ) -> GroupPayouts:
        """Pay the deals of a group, whose hands have these `strengths` (n, hands, contests).

        A deal without chips gets a pot of one unit, from which its shares are calculated.
        """
        count, seats = len(group.rows), group.seats
        wagers = create_empty_wagers(count, self.unit)
        if self.wagers:
            wagers = WagerRows(*(column[group.rows] for column in self.wagers))
        has_chips = self.has_chips[group.rows]
        wagers.pots[~has_chips, 0] = self.unit
        wagers.seats[:] = seats
        is_valid = (wagers.folded >> seats == 0) & ((wagers.eligible >> seats) == 0).all(axis=1)
        if group.hand_seats is not None:
            seat_strengths = np.zeros((count, seats, strengths.shape[2]), np.uint16)
            seat_strengths[np.arange(count)[:, None], group.hand_seats] = strengths
            strengths = seat_strengths
            empty_seats = (1 << seats) - 1 - (1 << group.hand_seats).sum(axis=1)
            is_valid &= wagers.folded & empty_seats == 0
            wagers.folded[:] |= empty_seats
        payouts = pay_deals(game, rules, np.full(count, seats), wagers, strengths)
        shares, is_exact = compute_shares_of_pots(game, rules, payouts, seats)
        eligible = np.bitwise_or.reduce(payouts.eligible, axis=1)
        competes = eligible[:, None] >> np.arange(seats) & 1
        returned = np.zeros((count, MAX_SEATS), np.int64)
        returned[np.arange(count), payouts.returned_to] = payouts.returned
        return GroupPayouts(
            is_settled=payouts.is_paid & is_valid & is_exact,
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
            require_type(schema, name, partial(_holds_numbers, depth=depth), _EXPECTED_TYPES[depth])


def _holds_numbers(column_type: Any, *, depth: int) -> bool:
    if pa.types.is_null(column_type):
        return True
    if depth:
        return is_any_list(column_type) and _holds_numbers(column_type.value_type, depth=depth - 1)
    return bool(
        pa.types.is_integer(column_type)
        or pa.types.is_floating(column_type)
        or pa.types.is_decimal(column_type)
    )


def read_chips(batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> Chips:
    """Read the chips and folds of all rows of a batch with checked columns."""
    names = set(batch.schema.names)
    no_rows = np.zeros(batch.num_rows, np.bool_)
    has_value = {
        name: mark_non_null_rows(batch.column(name)) if name in names else no_rows
        for name in row_settling.WAGER_COLUMNS
    }
    has_no_wagers = ~np.any(list(has_value.values()), axis=0)
    if has_no_wagers.all():
        return Chips(
            has_no_wagers, ~has_no_wagers, has_no_wagers & can_pay(game, rules), None, unit
        )
    wagers = create_empty_wagers(batch.num_rows, unit)
    has_pots = has_value[row_settling.POTS]
    has_contributions = has_value[row_settling.CONTRIBUTIONS]
    is_supported = ~(has_pots & has_contributions) & (has_pots | ~has_value[row_settling.ELIGIBLE])
    is_supported &= has_pots | has_contributions | ~has_value[row_settling.DEAD]
    is_supported &= can_pay(game, rules)
    read_pots = partial(_read_lists, minimum=1)
    read_eligible = partial(_read_lists, read=_read_seats, minimum=1, null_value=0)
    read_contributions = partial(_read_lists, null_value=MISSING)
    for name, read, out in (
        (row_settling.POTS, read_pots, wagers.pots),
        (row_settling.ELIGIBLE, read_eligible, wagers.eligible),
        (row_settling.CONTRIBUTIONS, read_contributions, wagers.contributions),
        (row_settling.DEAD, _read_numbers, wagers.dead),
        (row_settling.FOLDED, _read_seats, wagers.folded),
        (row_settling.BUTTON, _read_numbers, wagers.button),
    ):
        if has_value[name].any():
            is_supported &= ~has_value[name] | read(batch.column(name), out)
    return Chips(has_no_wagers, has_pots | has_contributions, is_supported, wagers, unit)


def _read_numbers(column: Any, out: NDArray[np.int64]) -> RowMask:
    """Copy numbers of any type. Return which are whole, not null, and from 0 to _MAX_AMOUNT."""
    if pa.types.is_null(column.type):
        return np.zeros(len(column), np.bool_)
    is_valid = mark_non_null_rows(column)
    column = column.fill_null(0)
    if not pa.types.is_integer(column.type):
        is_valid &= pc.equal(pc.round(column), column).to_numpy(zero_copy_only=False)
        column = column.cast(pa.float64())
    numbers = column.to_numpy(zero_copy_only=False)
    is_valid &= (numbers >= 0) & (numbers <= _MAX_AMOUNT)
    out[is_valid] = numbers[is_valid]
    return is_valid


def _read_lists(
    column: Any,
    out: NDArray[np.int64],
    *,
    read: Callable[[Any, NDArray[np.int64]], RowMask] = _read_numbers,
    minimum: int = 0,
    null_value: int | None = None,
) -> RowMask:
    """Copy lists into rows, from the left, with `null_value` for null values.

    Return which lists aren't empty, fit, and have only valid values. A value is valid if `read`
    accepts it and it is at least `minimum`; null is valid unless `null_value` is None.
    """
    lists = to_lists(column)
    values = np.full(len(lists.values), null_value or 0, np.int64)
    is_valid = read(lists.values, values) & (values >= minimum)
    if null_value is not None:
        is_valid |= ~mark_non_null_rows(lists.values)
    lengths = np.diff(lists.starts)
    fits: RowMask = lists.is_non_null & (lengths > 0) & (lengths <= out.shape[1])
    for index in range(out.shape[1]):
        rows = np.flatnonzero(fits & (lengths > index))
        indices = lists.starts[rows] + index
        out[rows, index] = values[indices]
        fits[rows] &= is_valid[indices]
    return fits


def _read_seats(column: Any, out: NDArray[np.int64]) -> RowMask:
    """Copy lists of seats as bits. Return which lists have only valid seats, without duplicates."""
    lists = to_lists(column)
    seats = np.zeros(len(lists.values), np.int64)
    is_seat = _read_numbers(lists.values, seats) & (seats < MAX_SEATS)
    bits = np.where(is_seat, np.left_shift(1, seats % MAX_SEATS), 0)
    sums = np.concatenate([[0], np.cumsum(bits)])[lists.starts]
    out[lists.is_non_null] = np.diff(sums)[lists.is_non_null]
    # A repeated or invalid seat leaves fewer bits than the list has items.
    is_valid: RowMask = lists.is_non_null & (
        np.bitwise_count(np.diff(sums)) == np.diff(lists.starts)
    )
    return is_valid
