"""Settle a table of deals, with one row of answers per deal, in the same order.

In the answer to an invalid row, `error` has the reason, and the other columns of SETTLED are null.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from showdown.bulk import evaluation, outcomes
from showdown.bulk.payouts import Shares, compute_shares
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables.chips import Chips, check_chips, read_chips
from showdown.tables.deal_columns import (
    BOARD,
    BOARDS,
    CARDS,
    HANDS,
    DealGroup,
    check_columns,
    read_deals,
)
from showdown.tables.row_settling import WAGER_COLUMNS, settle_row
from showdown.tables.source import append_answers, open_reader
from showdown.words.errors import error_text

SETTLED = pa.schema(
    {
        "error": pa.string(),
        "winners": pa.list_(pa.int32()),
        "strengths": pa.list_(pa.int32()),
        "categories": pa.list_(pa.int16()),
        "shares": pa.list_(pa.float64()),
        "payouts": pa.list_(pa.int64()),
        "returned": pa.list_(pa.int64()),
    }
)
"""The columns of the answers, with signed types for Spark, described in docs/library.md."""

type _Values = dict[str, list[int | float]]

_USED_COLUMNS = (CARDS, HANDS, BOARD, BOARDS, *WAGER_COLUMNS)
_NULL_LENGTH = -1
"""The length of a null list."""


def settle_table(
    table: object, game: Game, rules: RuleSet, *, unit: int = 1, keep: Sequence[str] = ()
) -> pa.RecordBatchReader:
    """Return a reader of the answers to all rows. Raise InvalidDeal for columns of wrong types.

    Amounts are multiples of `unit`. The columns in `keep` are copied to the answers.
    """
    reader = open_reader(table)
    check_columns(reader.schema, game)
    check_chips(reader.schema)
    used_columns = list_used_columns(reader.schema)

    def answer(batch: pa.RecordBatch) -> list[pa.Array]:
        return _BatchSettler(batch.select(used_columns), game, rules, unit).settle()

    return append_answers(reader, SETTLED, keep, answer)


def list_used_columns(schema: pa.Schema) -> list[str]:
    """Return the names of the columns of this table that describe deals."""
    return [name for name in _USED_COLUMNS if name in schema.names]


class _ListColumn:
    """A list column whose rows are filled in any order. The length of a null list is negative."""

    def __init__(self, lengths: NDArray[np.int32], dtype: type[np.generic]) -> None:
        is_null = lengths < 0
        self._mask = pa.array(is_null) if is_null.any() else None
        self._starts = np.zeros(len(lengths) + 1, np.int32)
        np.cumsum(np.maximum(lengths, 0), out=self._starts[1:])
        # Unlike numpy's allocator, Arrow's reuses memory instead of returning it after each batch.
        size = int(self._starts[-1]) * np.dtype(dtype).itemsize
        self._values = np.frombuffer(pa.allocate_buffer(size), dtype)

    def fill(self, rows: NDArray[np.int64], values: NDArray[np.generic]) -> None:
        """Set the lists of these rows to `values` (n, length). The rows must be ascending."""
        if len(rows) == len(self._starts) - 1:  # all rows are in one group
            self._values.reshape(values.shape)[:] = values
            return
        indices = self._starts[rows, None] + np.arange(values.shape[1], dtype=np.int32)
        self._values[indices] = values

    def put(self, row: int, values: Iterable[int | float]) -> None:
        """Set the list of one row."""
        start, end = self._starts[row : row + 2]
        self._values[start:end] = list(values)

    def to_arrow(self) -> pa.ListArray:
        starts, values = pa.array(self._starts), pa.array(self._values)
        return pa.ListArray.from_arrays(starts, values, mask=self._mask)


class _SettledGroup(NamedTuple):
    """Settled deals with the same number of seats, by their row indices in the batch."""

    seats: int
    rows: NDArray[np.int64]
    deal_outcomes: outcomes.Outcomes
    shares: Shares
    payouts: NDArray[np.int64] | None = None
    returned: NDArray[np.int64] | None = None


class _BatchSettler:
    """A settler of one batch: with kernels, or in Python for the rows that they can't settle."""

    def __init__(self, batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> None:
        self._batch, self._game, self._rules, self._unit = batch, game, rules, unit

    def settle(self) -> list[pa.Array]:
        """Return a column for each field of SETTLED."""
        chips = read_chips(self._batch, self._game, self._rules, self._unit)
        deals = read_deals(self._batch, self._game, chips.has_no_wagers | chips.is_supported)
        groups = [part for group in deals for part in self._settle_group(group, chips)]
        is_unsettled = np.ones(self._batch.num_rows, np.bool_)
        for settled_group in groups:
            is_unsettled[settled_group.rows] = False
        values_of: dict[int, _Values] = {}
        errors: dict[int, str] = {}
        for index in np.flatnonzero(is_unsettled).tolist():
            (row,) = self._batch.slice(index, 1).to_pylist()
            try:
                values_of[index] = settle_row(row, self._game, self._rules, self._unit)
            except InvalidDeal as error:
                errors[index] = error_text(error)
        columns = self._create_columns(groups, values_of)
        for group in groups:
            columns["winners"].fill(group.rows, group.deal_outcomes.winners)
            columns["strengths"].fill(group.rows, group.deal_outcomes.best)
            categories = outcomes.find_winning_categories(self._game, group.deal_outcomes)
            columns["categories"].fill(group.rows, categories)
            columns["shares"].fill(group.rows, group.shares)
            if group.payouts is not None and group.returned is not None:
                columns["payouts"].fill(group.rows, group.payouts)
                columns["returned"].fill(group.rows, group.returned)
        for index, row_values in values_of.items():
            for name, values in row_values.items():
                columns[name].put(index, values)
        rows = self._batch.num_rows
        error_column = pa.nulls(rows, pa.string())
        if errors:
            error_column = pa.array(map(errors.get, range(rows)), pa.string())
        return [error_column, *(column.to_arrow() for column in columns.values())]

    def _settle_group(self, group: DealGroup, chips: Chips) -> Iterator[_SettledGroup]:
        """Yield the settled deals of a group: first those without wagers, then the others."""
        strengths = evaluation.evaluate(self._game, group.cards)
        is_plain = (
            chips.has_no_wagers[group.rows]
            if group.hand_seats is None
            else np.zeros(len(group.rows), np.bool_)
        )
        plain_group = group.select(is_plain)
        if len(plain_group.rows):
            group_outcomes = outcomes.decide_winners(
                strengths if is_plain.all() else strengths[is_plain]
            )
            plain_shares = compute_shares(self._game, group_outcomes.winners, group.seats)
            yield _SettledGroup(group.seats, plain_group.rows, group_outcomes, plain_shares)
        if is_plain.all():
            return
        other_deals = group.select(~is_plain)
        payouts = chips.pay_group(self._game, self._rules, other_deals, strengths[~is_plain])
        for has_chips in (False, True):
            is_selected = payouts.is_settled & (payouts.has_chips == has_chips)
            if is_selected.any():
                yield _SettledGroup(
                    group.seats,
                    other_deals.rows[is_selected],
                    outcomes.decide_winners(payouts.strengths[is_selected]),
                    payouts.shares[is_selected],
                    payouts.payouts[is_selected] if has_chips else None,
                    payouts.returned[is_selected] if has_chips else None,
                )

    def _create_columns(
        self, groups: Sequence[_SettledGroup], values_of: dict[int, _Values]
    ) -> dict[str, _ListColumn]:
        contests, seats, chips = np.full((3, self._batch.num_rows), _NULL_LENGTH, np.int32)
        for group in groups:
            contests[group.rows], seats[group.rows] = len(self._game.contests), group.seats
            if group.payouts is not None:
                chips[group.rows] = group.seats
        for row, values in values_of.items():
            contests[row], seats[row] = len(values["winners"]), len(values["shares"])
            if "payouts" in values:
                chips[row] = seats[row]
        return {
            "winners": _ListColumn(contests, np.int32),
            "strengths": _ListColumn(contests, np.int32),
            "categories": _ListColumn(contests, np.int16),
            "shares": _ListColumn(seats, np.float64),
            "payouts": _ListColumn(chips, np.int64),
            "returned": _ListColumn(chips, np.int64),
        }
