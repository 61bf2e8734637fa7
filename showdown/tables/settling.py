"""Settles a table of deals: a row in, a row out, in the same order.

No row stops the run: what is wrong with one is in its column `error`, and its answers are null.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from showdown.bulk import evaluation, outcomes
from showdown.bulk.shares import shares
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables.answers import ListColumn
from showdown.tables.columns import BOARD, BOARDS, CARDS, HANDS, Deals, check_columns, deals_in
from showdown.tables.readable import CHIPS, SettledRow, settled_row
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
"""The columns of the answer, signed as Spark needs them. docs/library.md says what is in them."""

_USED = (CARDS, HANDS, BOARD, BOARDS, *CHIPS)


def settle(
    table: object, game: Game, rules: RuleSet, *, unit: int = 1, keep: Sequence[str] = ()
) -> pa.RecordBatchReader:
    """The answers to all rows, batch by batch. Raises InvalidDeal for columns that don't fit."""
    reader = reader_of(table)
    check_columns(reader.schema, game)
    used = columns_used(reader.schema)

    def answer(batch: pa.RecordBatch) -> list[pa.Array]:
        return _Batch(batch.select(used), game, rules, unit).answers()

    return answered(reader, SETTLED, keep, answer)


def columns_used(schema: pa.Schema) -> list[str]:
    """The columns that deals are read from, of those that a table has."""
    return [name for name in _USED if name in schema.names]


class _Batch:
    """The answers to one batch."""

    def __init__(self, batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> None:
        self._batch, self._game, self._rules, self._unit = batch, game, rules, unit

    def answers(self) -> list[pa.Array]:
        """A column for each of SETTLED."""
        deals = deals_in(self._batch, self._game, self._is_plain())
        settled, errors = self._settled_readably(deals.unread)
        columns = self._columns(deals, settled)
        for group in deals.groups:
            strengths = evaluation.evaluate(self._game, group.cards)
            decided = outcomes.decide(strengths)
            columns["winners"].fill(group.rows, decided.winners)
            columns["strengths"].fill(group.rows, decided.best)
            columns["categories"].fill(group.rows, outcomes.categories(self._game, decided))
            columns["shares"].fill(group.rows, shares(self._game, decided.winners, group.players))
        for row, readably in settled.items():
            for name, values in readably.values().items():
                columns[name].put(row, values)
        return [_error_column(self._batch.num_rows, errors), *(c.array() for c in columns.values())]

    def _is_plain(self) -> NDArray[np.bool_]:
        """The rows of which no column of chips says anything."""
        plain = np.ones(self._batch.num_rows, np.bool_)
        for name in CHIPS:
            if name in self._batch.schema.names:
                column = self._batch.column(name)
                plain &= column.is_null().to_numpy(zero_copy_only=False)
        return plain

    def _settled_readably(
        self, unread: NDArray[np.int64]
    ) -> tuple[dict[int, SettledRow], dict[int, str]]:
        """What the arrays leave, settled, and what is wrong with the rest; by row."""
        settled: dict[int, SettledRow] = {}
        errors: dict[int, str] = {}
        rows = self._batch.take(pa.array(unread)).to_pylist() if len(unread) else []
        for place, row in zip(unread.tolist(), rows, strict=True):
            try:
                settled[place] = settled_row(row, self._game, self._rules, self._unit)
            except InvalidDeal as error:
                errors[place] = error_text(error)
        return settled, errors

    def _columns(self, deals: Deals, settled: dict[int, SettledRow]) -> dict[str, ListColumn]:
        players, contests, chips = np.zeros((3, self._batch.num_rows), np.int64)
        for group in deals.groups:
            players[group.rows] = group.players
            contests[group.rows] = len(self._game.contests)
        for row, readably in settled.items():
            players[row] = len(readably.labels)
            contests[row] = readably.contests
            chips[row] = len(readably.labels) * readably.has_chips
        return {
            "winners": ListColumn(contests, np.int32),
            "strengths": ListColumn(contests, np.int32),
            "categories": ListColumn(contests, np.int16),
            "shares": ListColumn(players, np.float64),
            "payouts": ListColumn(chips, np.int64),
            "returned": ListColumn(chips, np.int64),
        }


def _error_column(rows: int, errors: dict[int, str]) -> pa.Array:
    if not errors:
        return pa.nulls(rows, pa.string())
    return pa.array([errors.get(row) for row in range(rows)], pa.string())
