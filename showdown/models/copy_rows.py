"""Store settled deals by COPY, many at a time.

For deals in arrays, numpy builds the rows in PostgreSQL's binary format, column by column, so that
COPY costs only the server's own work. Rows that exist as objects are written one by one, in a third
of the time of an INSERT.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from struct import pack
from typing import NamedTuple
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from psycopg import Copy

from showdown.bulk import evaluation, outcomes
from showdown.evaluator.games import Game
from showdown.files.blocks import SettledBlock, StopCheck, do_nothing, stoppable
from showdown.models.batch import Batch
from showdown.models.ids import ticks_now
from showdown.models.people import NOBODY, Person
from showdown.models.queries import Source
from showdown.models.showdown import Showdown

type ByteArray = NDArray[np.uint8]
type Column = ByteArray | bytes | None
"""The bytes of each row (n, width), or the bytes that all rows share, or None for null."""

_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"
_SMALLINT_OID = 21
_PIECE_BYTES = 1 << 20


class StoredDeals(NamedTuple):
    """The number of stored deals, and their first and last identifiers."""

    deals: int
    first: UUID | None
    last: UUID | None


def record_block(
    game: Game,
    settled: SettledBlock,
    *,
    source: Source,
    batch: Batch | None = None,
    check_stop: StopCheck = do_nothing,
) -> StoredDeals:
    """Store the deals of a settled block with identifiers that ascend in line order.

    `check_stop` is called before each deal that is stored separately, and raises an exception to
    stop.
    """
    if not settled.deals:
        return StoredDeals(0, None, None)
    ids = make_identifiers(settled.deals)
    special = np.array([line for line, _ in settled.special], np.int64)
    lines = [*(group.lines for group in settled.groups), special]
    # Distribute the identifiers so that they ascend with the lines across the groups.
    distributed_ids = np.empty_like(ids)
    distributed_ids[np.argsort(np.concatenate(lines), kind="stable")] = ids
    *ids_of_groups, ids_of_special = np.split(
        distributed_ids, np.cumsum([len(line_numbers) for line_numbers in lines])[:-1]
    )
    for group, group_ids in zip(settled.groups, ids_of_groups, strict=True):
        record_arrays(
            game,
            group.cards,
            group.strengths,
            evaluation.find_cards_that_play(game, group.cards, group.strengths),
            source=source,
            batch=batch,
            ids=group_ids,
        )
    rows = [
        Showdown.from_settlement(submission.settle(), source=source)
        for _, submission in stoppable(settled.special, check_stop)
    ]
    for row, identifier in zip(rows, ids_of_special, strict=True):
        row.id, row.batch = _uuid(identifier), batch
    record_rows(rows)
    return StoredDeals(settled.deals, _uuid(ids[0]), _uuid(ids[-1]))


def record_rows(rows: Sequence[Showdown]) -> None:
    """Store all rows or none."""
    if not rows:
        return
    columns = [str(field.column) for field in Showdown._meta.concrete_fields]
    with _copying(columns, "") as copy:
        for row in rows:
            copy.write_row(row.stored_values(connection))
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def record_arrays(
    game: Game,
    cards: NDArray[np.uint8],
    strengths: NDArray[np.uint16],
    playing: NDArray[np.uint16],
    *,
    source: Source,
    person: Person = NOBODY,
    batch: Batch | None = None,
    ids: ByteArray | None = None,
) -> int:
    """Store deals of one game with the same number of players. Return their number.

    The arrays are those of `bulk.evaluation`: `cards` (n, cards of a deal), `strengths` and
    `playing` (n, players, contests); the hands are called HandA, HandB, … Identifiers ascend in row
    order; `ids` may be created in advance. The rows join an open transaction.
    """
    outcome = outcomes.decide_winners(strengths)
    columns: dict[str, Column] = {
        "id": make_identifiers(len(cards)) if ids is None else ids,
        "owner_id": pack(">i", person.account.pk) if person.account else None,
        "batch_id": pack(">i", batch.pk) if batch else None,
        "game": pack(">h", game.number),
        "source": pack(">h", source),
        "visitor": person.visitor.bytes if person.visitor else None,
        "winners": _encode_smallint_arrays(outcome.winners),
        "categories": _encode_smallint_arrays(outcomes.find_winning_categories(game, outcome)),
        "cards": np.ascontiguousarray(cards),
        # Strength and playing cards are big-endian: four bytes for each player and contest.
        "made": np.stack((strengths, playing), axis=-1)
        .astype(">u2")
        .reshape(len(cards), -1)
        .view(np.uint8),
    }
    rows = _encode_rows(columns, len(cards))
    with _copying(columns, "(FORMAT BINARY)") as copy:
        copy.write(_HEADER)
        for start in range(0, len(rows), _PIECE_BYTES):
            copy.write(rows[start : start + _PIECE_BYTES].tobytes())
        copy.write(_TRAILER)
    return len(cards)


def make_identifiers(count: int) -> ByteArray:
    """Return identifiers like those of `ids.uuid7`, each one tick after the previous one."""
    ticks = np.arange(count, dtype=np.uint64) + np.uint64(ticks_now())
    halves = np.empty((count, 2), ">u8")
    halves[:, 0] = (ticks >> 12) << 16 | 0x7000 | ticks & 0xFFF
    randomness = np.frombuffer(os.urandom(8 * count), np.uint64)
    halves[:, 1] = randomness >> 2 | np.uint64(1 << 63)
    return halves.view(np.uint8)


def _uuid(identifier: ByteArray) -> UUID:
    return UUID(bytes=identifier.tobytes())


def _encode_smallint_arrays(values: NDArray[np.generic]) -> ByteArray:
    """Encode each row (n, length) as PostgreSQL's binary smallint[]."""
    count, length = values.shape
    element = np.dtype([("length", ">i4"), ("value", ">i2")])
    rows = np.empty(count, [("head", "V20"), ("elements", element, (length,))])
    # One dimension, no nulls, the type of the elements, the length, the first index.
    rows["head"] = np.void(pack(">5i", 1, 0, _SMALLINT_OID, length, 1))
    rows["elements"]["length"] = element["value"].itemsize
    rows["elements"]["value"] = values
    return rows.view(np.uint8).reshape(count, -1)


def _encode_rows(columns: dict[str, Column], count: int) -> ByteArray:
    """Return all rows in COPY's format: the number of fields, and each field after its length."""
    parts: list[ByteArray] = [np.frombuffer(pack(">h", len(columns)), np.uint8)]
    for column in columns.values():
        if column is None:
            parts.append(np.frombuffer(pack(">i", -1), np.uint8))
            continue
        content = np.frombuffer(column, np.uint8) if isinstance(column, bytes) else column
        parts += [np.frombuffer(pack(">i", content.shape[-1]), np.uint8), content]
    rows = np.empty((count, sum(part.shape[-1] for part in parts)), np.uint8)
    start = 0
    for part in parts:
        end = start + part.shape[-1]
        rows[:, start:end] = part
        start = end
    return rows.reshape(-1)


@contextmanager
def _copying(columns: Iterable[str], options: str) -> Iterator[Copy]:
    """Begin a COPY of these columns into the table of deals."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    statement = f"COPY {quote(Showdown._meta.db_table)} ({names}) FROM STDIN {options}"
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(statement) as copy,
    ):
        yield copy
