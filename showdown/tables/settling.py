"""Settles a table of deals: a row in, a row out, in the same order.

No row stops the run: what is wrong with one is in its column `error`, and its answers are null.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from showdown.bulk import evaluation, outcomes
from showdown.bulk.shares import shares
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.tables.answers import ListColumn
from showdown.tables.chips import Chips, Payouts, chips_in
from showdown.tables.columns import BOARD, BOARDS, CARDS, HANDS, Group, check_columns, deals_in
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


class _SettledGroup(NamedTuple):
    """Deals of as many players: their rows, what they make, and chips if there are any."""

    players: int
    rows: NDArray[np.int64]
    strengths: evaluation.Strengths
    paid: Payouts | None


class _Batch:
    """The answers to one batch."""

    def __init__(self, batch: pa.RecordBatch, game: Game, rules: RuleSet, unit: int) -> None:
        self._batch, self._game, self._rules, self._unit = batch, game, rules, unit

    def answers(self) -> list[pa.Array]:
        """A column for each of SETTLED."""
        chips = chips_in(self._batch, self._game, self._rules, self._unit)
        deals = deals_in(self._batch, self._game, chips.none | chips.simple)
        groups = [part for group in deals for part in self._settled(group, chips)]
        unread = np.ones(self._batch.num_rows, np.bool_)
        for settled_group in groups:
            unread[settled_group.rows] = False
        settled, errors = self._settled_readably(np.flatnonzero(unread))
        columns = self._columns(groups, settled)
        for players, rows, strengths, paid in groups:
            decided = outcomes.decide(strengths)
            columns["winners"].fill(rows, decided.winners)
            columns["strengths"].fill(rows, decided.best)
            columns["categories"].fill(rows, outcomes.categories(self._game, decided))
            columns["shares"].fill(rows, shares(self._game, decided.winners, players))
            if paid:
                columns["payouts"].fill(rows, paid.paid)
                columns["returned"].fill(rows, paid.returned)
        for row, readably in settled.items():
            for name, values in readably.values().items():
                columns[name].put(row, values)
        return [_error_column(self._batch.num_rows, errors), *(c.array() for c in columns.values())]

    def _settled(self, group: Group, chips: Chips) -> Iterator[_SettledGroup]:
        """The deals of a group without chips, and those whose chips were paid."""
        strengths = evaluation.evaluate(self._game, group.cards)
        has_none = chips.none[group.rows]
        for is_wanted, pays in ((has_none, False), (~has_none, True)):
            part, of_part = group.only(is_wanted), strengths
            if len(part.rows) < len(group.rows):
                of_part = strengths[is_wanted]
            if not len(part.rows):
                continue
            if not pays:
                yield _SettledGroup(group.players, part.rows, of_part, None)
                continue
            is_paid, paid = chips.paid(self._game, self._rules, part, of_part)
            yield _SettledGroup(
                group.players,
                part.rows[is_paid],
                of_part[is_paid],
                Payouts(paid.paid[is_paid], paid.returned[is_paid]),
            )

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

    def _columns(
        self, groups: Sequence[_SettledGroup], settled: dict[int, SettledRow]
    ) -> dict[str, ListColumn]:
        players, contests, chips = np.zeros((3, self._batch.num_rows), np.int64)
        for group in groups:
            players[group.rows] = group.players
            contests[group.rows] = len(self._game.contests)
            chips[group.rows] = group.players * bool(group.paid)
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
