"""Settle a table of deals: a row in, a row out, in the same order.

An invalid row has its reason in the column `error`, and null answers; it doesn't stop the run.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from showdown.bulk import evaluation, outcomes
from showdown.bulk.payouts import Shares, shares
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables.answers import NULL, ListColumn, Offsets
from showdown.tables.chips import Chips, check_chips, chips_in
from showdown.tables.columns import BOARD, BOARDS, CARDS, HANDS, Group, check_columns, deals_in
from showdown.tables.row_reader import CHIPS, SettledRow, settle_row
from showdown.tables.source import answered, reader_of
from showdown.words.errors import error_text

SETTLED = pa.schema(
    [
        ("error", pa.string()),
        ("winners", pa.list_(pa.int32())),
        ("strengths", pa.list_(pa.int32())),
        ("categories", pa.list_(pa.int16())),
        ("shares", pa.list_(pa.float64())),
        ("payouts", pa.list_(pa.int64())),
        ("returned", pa.list_(pa.int64())),
    ]
)
"""The columns of the answer, with signed types for Spark; docs/library.md describes them."""

_USED = (CARDS, HANDS, BOARD, BOARDS, *CHIPS)


def settle(
    table: object, game: Game, rules: RuleSet, *, unit: int = 1, keep: Sequence[str] = ()
) -> pa.RecordBatchReader:
    """Settle all rows, batch by batch. Raise InvalidDeal for columns that don't fit."""
    reader = reader_of(table)
    check_columns(reader.schema, game)
    check_chips(reader.schema)
    used = columns_used(reader.schema)

    def answer(batch: pa.RecordBatch) -> list[pa.Array]:
        return _Batch(batch.select(used), game, rules, unit).answers()

    return answered(reader, SETTLED, keep, answer)


def columns_used(schema: pa.Schema) -> list[str]:
    """Return the columns of the table from which deals are read."""
    return [name for name in _USED if name in schema.names]


class _SettledGroup(NamedTuple):
    """Deals of equally many players: rows, outcomes, shares, and chips if any."""

    seats: int
    rows: NDArray[np.int64]
    decided: outcomes.Outcomes
    shares: Shares
    payouts: NDArray[np.int64] | None = None
    returned: NDArray[np.int64] | None = None


class _Batch:
    """The answers to one batch."""

    def __init__(self, batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> None:
        self._batch, self._game, self._rules, self._unit = batch, game, rules, unit

    def answers(self) -> list[pa.Array]:
        """Return a column for each of SETTLED."""
        chips = chips_in(self._batch, self._game, self._rules, self._unit)
        deals = deals_in(self._batch, self._game, chips.none | chips.is_readable)
        groups = [part for group in deals for part in self._settled(group, chips)]
        unread = np.ones(self._batch.num_rows, np.bool_)
        for settled_group in groups:
            unread[settled_group.rows] = False
        settled, errors = self._settled_readably(np.flatnonzero(unread))
        columns = self._columns(groups, settled)
        for group in groups:
            columns["winners"].fill(group.rows, group.decided.winners)
            columns["strengths"].fill(group.rows, group.decided.best)
            categories = outcomes.categories(self._game, group.decided)
            columns["categories"].fill(group.rows, categories)
            columns["shares"].fill(group.rows, group.shares)
            if group.payouts is not None and group.returned is not None:
                columns["payouts"].fill(group.rows, group.payouts)
                columns["returned"].fill(group.rows, group.returned)
        for row, readably in settled.items():
            for name, values in readably.values().items():
                columns[name].put(row, values)
        return [_error_column(self._batch.num_rows, errors), *(c.array() for c in columns.values())]

    def _settled(self, group: Group, chips: Chips) -> Iterator[_SettledGroup]:
        """Yield the deals of a group: those without chips, and those whose chips were paid."""
        strengths = evaluation.evaluate(self._game, group.cards)
        is_plain = (
            chips.none[group.rows]
            if group.seats_of is None
            else np.zeros(len(group.rows), np.bool_)
        )
        plain = group.only(is_plain)
        if len(plain.rows):
            decided = outcomes.decide(strengths if is_plain.all() else strengths[is_plain])
            of_all = shares(self._game, decided.winners, group.seats)
            yield _SettledGroup(group.seats, plain.rows, decided, of_all)
        if is_plain.all():
            return
        others = group.only(~is_plain)
        paid = chips.paid(self._game, self._rules, others, strengths[~is_plain])
        for has_chips in (False, True):
            chosen = paid.is_settled & (paid.has_chips == has_chips)
            if chosen.any():
                yield _SettledGroup(
                    group.seats,
                    others.rows[chosen],
                    outcomes.decide(paid.strengths[chosen]),
                    paid.shares[chosen],
                    paid.payouts[chosen] if has_chips else None,
                    paid.returned[chosen] if has_chips else None,
                )

    def _settled_readably(
        self, unread: NDArray[np.int64]
    ) -> tuple[dict[int, SettledRow], dict[int, str]]:
        """Settle the remaining rows one by one. Return the settled rows and the errors by index."""
        settled: dict[int, SettledRow] = {}
        errors: dict[int, str] = {}
        for index in unread.tolist():
            (row,) = self._batch.slice(index, 1).to_pylist()
            try:
                settled[index] = settle_row(row, self._game, self._rules, self._unit)
            except InvalidDeal as error:
                errors[index] = error_text(error)
        return settled, errors

    def _columns(
        self, groups: Sequence[_SettledGroup], settled: dict[int, SettledRow]
    ) -> dict[str, ListColumn]:
        contests = self._offsets(
            [(group.rows, len(self._game.contests)) for group in groups],
            {row: readably.contests for row, readably in settled.items()},
        )
        seats = self._offsets(
            [(group.rows, group.seats) for group in groups],
            {row: len(readably.labels) for row, readably in settled.items()},
        )
        chips = self._offsets(
            [(group.rows, group.seats) for group in groups if group.payouts is not None],
            {row: len(readably.labels) for row, readably in settled.items() if readably.has_chips},
        )
        return {
            "winners": ListColumn(contests, np.int32),
            "strengths": ListColumn(contests, np.int32),
            "categories": ListColumn(contests, np.int16),
            "shares": ListColumn(seats, np.float64),
            "payouts": ListColumn(chips, np.int64),
            "returned": ListColumn(chips, np.int64),
        }

    def _offsets(
        self, groups: Sequence[tuple[NDArray[np.int64], int]], settled: dict[int, int]
    ) -> Offsets:
        """Return the offsets of lists, given their lengths in groups and in single rows."""
        count = self._batch.num_rows
        if len(groups) == 1 and len(groups[0][0]) == count:
            return Offsets.of_equal_lengths(count, groups[0][1])
        lengths = np.full(count, NULL, np.int64)
        for rows, length in groups:
            lengths[rows] = length
        for row, length in settled.items():
            lengths[row] = length
        return Offsets(lengths)


def _error_column(rows: int, errors: dict[int, str]) -> pa.Array:
    if not errors:
        return pa.nulls(rows, pa.string())
    return pa.array([errors.get(row) for row in range(rows)], pa.string())
