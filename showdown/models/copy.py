"""Stores arrays of settled deals by COPY, whole blocks at a time.

The rows are put together by numpy in PostgreSQL's binary format, column by column: what COPY
costs then is the server's own work. Importing this module imports a compiler: nothing that serves
single deals does.
"""

import os
from collections.abc import Sequence
from functools import cache
from struct import pack
from typing import NamedTuple
from uuid import UUID

import numpy as np
from django.db import InterfaceError, OperationalError, connections
from numba import njit
from numpy.typing import NDArray

from showdown.bulk import evaluation
from showdown.evaluator.games import Game
from showdown.evaluator.rankings import Ranking
from showdown.files.blocks import Group, SettledBlock
from showdown.models.batch import Batch
from showdown.models.columns import custom_labels
from showdown.models.fields import GAME_NUMBERS
from showdown.models.ids import ticks_now
from showdown.models.people import NOBODY, Person
from showdown.models.showdown import Showdown, Source, StoreUnavailable

type ByteArray = NDArray[np.uint8]
type Column = ByteArray | bytes | None
"""The bytes of each row, shape (n, width); bytes that all rows share; None is null in all rows."""

_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"
_TEXT_OID = 25
_PIECE = 1 << 20
_NO_CATEGORY = 0xFFFF
_SHORT = 2


class Stored(NamedTuple):
    """How many deals were stored, and the identifiers between which theirs lie."""

    deals: int
    first: UUID | None
    last: UUID | None


def record_block(
    game: Game,
    settled: SettledBlock,
    *,
    source: Source,
    person: Person = NOBODY,
    batch: Batch | None = None,
) -> Stored:
    """Store the deals of a block that was settled with its groups, those with wagers one by one.

    Their identifiers ascend as they come in the file.
    """
    if not settled.deals:
        return Stored(0, None, None)
    ids = identifiers(settled.deals)
    rows = []
    for group, ids_of_group in zip(settled.groups, _by_line(settled.groups, ids), strict=True):
        with_wagers = np.isin(group.lines, [*settled.with_wagers])
        cards, strengths = group.cards[~with_wagers], group.strengths[~with_wagers]
        if len(cards):
            bulk_record(
                game,
                cards,
                strengths,
                evaluation.playing(game, cards, strengths),
                source=source,
                person=person,
                batch=batch,
                ids=ids_of_group[~with_wagers],
            )
        lines, keys = group.lines[with_wagers].tolist(), ids_of_group[with_wagers]
        for line, key in zip(lines, keys, strict=True):
            deal, wagers = settled.with_wagers[line]
            row = Showdown.of(deal, source=source, person=person, wagers=wagers)
            row.pk, row.batch = _uuid(key), batch
            rows.append(row)
    Showdown.objects.bulk_create(rows)
    return Stored(settled.deals, _uuid(ids[0]), _uuid(ids[-1]))


def _by_line(groups: Sequence[Group], ids: ByteArray) -> list[ByteArray]:
    """The identifiers of each group's deals, when all deals are in the order of their lines."""
    lines = np.concatenate([group.lines for group in groups])
    place = np.empty(len(lines), np.intp)
    place[np.argsort(lines, kind="stable")] = np.arange(len(lines))
    return np.split(ids[place], np.cumsum([len(group.lines) for group in groups])[:-1])


def _uuid(identifier: ByteArray) -> UUID:
    return UUID(bytes=identifier.tobytes())


def bulk_record(
    game: Game,
    cards: NDArray[np.uint8],
    strengths: NDArray[np.uint16],
    playing: NDArray[np.uint16],
    *,
    source: Source,
    person: Person = NOBODY,
    labels: Sequence[str] = (),
    batch: Batch | None = None,
    ids: ByteArray | None = None,
    using: str = "default",
) -> int:
    """Store deals of one game with one number of players; how many they were.

    The arrays are those of `bulk.evaluation`: `cards` (n, cards of a deal), `strengths` and
    `playing` (n, players, pots). `labels` name the hands of every deal; without them they are
    HandA, …. Identifiers ascend in the order of the rows; `ids` are some that were made before.
    Part of the transaction that is open, if one is.
    """
    columns: dict[str, Column] = {
        "id": identifiers(len(cards)) if ids is None else ids,
        "owner_id": pack(">i", person.account.pk) if person.account else None,
        "game": pack(">h", GAME_NUMBERS[game.slug]),
        "source": pack(">h", source),
        "visitor": person.visitor.bytes if person.visitor else None,
        "cards": np.ascontiguousarray(cards),
        "made": _int2(np.stack((strengths, playing), axis=-1)),
        "labels": _text_array(custom_labels(labels)),
        "batch_id": pack(">i", batch.pk) if batch else None,
    }
    nulls = {}
    for place, pot in enumerate(game.pots):
        best, winners = _best_and_winners(strengths[:, :, place])
        columns[f"{pot.name}_winners"] = _int2(winners)
        columns[f"{pot.name}_category"] = _int2(_category_of(pot.ranking)[best])
        nulls[f"{pot.name}_category"] = best == 0
    _copy(columns, _rows(columns, nulls, len(cards)), using=using)
    return len(cards)


def identifiers(count: int) -> ByteArray:
    """Identifiers as `ids.uuid7` makes them, each one tick after the one before it."""
    ticks = np.arange(count, dtype=np.uint64) + np.uint64(ticks_now())
    halves = np.empty((count, 2), ">u8")
    halves[:, 0] = (ticks >> 12) << 16 | 0x7000 | ticks & 0xFFF
    randomness = np.frombuffer(os.urandom(8 * count), np.uint64)
    halves[:, 1] = randomness >> 2 | np.uint64(1 << 63)
    return halves.view(np.uint8)


def _best_and_winners(
    strengths: NDArray[np.uint16],
) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The best strength of each deal, and a bit for each seat that has it, if any qualifies.

    Seat by seat: numpy is slow along an axis as short as a table of players.
    """
    best = strengths[:, 0].copy()
    for seat in range(1, strengths.shape[1]):
        np.maximum(best, strengths[:, seat], out=best)
    winners = np.zeros_like(best)
    for seat in range(strengths.shape[1]):
        winners |= (strengths[:, seat] == best).astype(np.uint16) << np.uint16(seat)
    winners[best == 0] = 0
    return best, winners


@cache
def _category_of(ranking: Ranking) -> NDArray[np.uint16]:
    """The category of each strength."""
    return np.array([_NO_CATEGORY, *map(ranking.category_of, ranking.ranks)], np.uint16)


def _int2(values: NDArray[np.uint16]) -> ByteArray:
    """Big-endian, one row of bytes for each of the first axis."""
    return values.astype(">u2").reshape(len(values), -1).view(np.uint8)


def _text_array(texts: Sequence[str] | None) -> bytes | None:
    """PostgreSQL's binary text[]: dimensions, no nulls, element type; length, first index."""
    if not texts:
        return None
    encoded = [text.encode() for text in texts]
    head = pack(">5i", 1, 0, _TEXT_OID, len(encoded), 1)
    return head + b"".join(pack(">i", len(each)) + each for each in encoded)


def _rows(columns: dict[str, Column], nulls: dict[str, NDArray[np.bool_]], count: int) -> ByteArray:
    """All rows in the format of COPY: the number of fields, then each with its length.

    `nulls` says in which rows a column of two bytes is null.
    """
    widths = [_width(column) for column in columns.values()]
    rows = np.empty((count, 2 + sum(4 + max(0, width) for width in widths)), np.uint8)
    rows[:, :2] = _constant(pack(">h", len(columns)))
    ends = {}
    at = 2
    for (name, column), width in zip(columns.items(), widths, strict=True):
        rows[:, at : at + 4] = _constant(pack(">i", width))
        at += 4
        if column is None:
            continue
        rows[:, at : at + width] = _constant(column) if isinstance(column, bytes) else column
        at += width
        ends[name] = at
    for name, null in nulls.items():
        rows[null, ends[name] - _SHORT - 4 : ends[name] - _SHORT] = 0xFF
    absent = np.stack(list(nulls.values()), axis=-1)
    if not absent.any():
        return rows.reshape(-1)
    return _without_absent(rows, absent, np.array([ends[name] for name in nulls]), _SHORT)


@njit(cache=True, nogil=True)
def _without_absent(rows, absent, ends, width):
    """The rows one after the other, without the `width` bytes before an end where absent."""
    out = np.empty(rows.size, np.uint8)
    to = 0
    for n in range(len(rows)):
        at = 0
        for k in range(len(ends)):
            if absent[n, k]:
                for place in range(at, ends[k] - width):
                    out[to] = rows[n, place]
                    to += 1
                at = ends[k]
        for place in range(at, rows.shape[1]):
            out[to] = rows[n, place]
            to += 1
    return out[:to]


def _width(column: Column) -> int:
    """The length of the field; -1 says null."""
    if column is None:
        return -1
    return len(column) if isinstance(column, bytes) else column.shape[1]


def _constant(data: bytes) -> ByteArray:
    return np.frombuffer(data, np.uint8)


def _copy(columns: dict[str, Column], rows: ByteArray, *, using: str) -> None:
    connection = connections[using]
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    statement = f"COPY {quote(Showdown._meta.db_table)} ({names}) FROM STDIN (FORMAT BINARY)"
    try:
        with (
            connection.cursor() as cursor,
            connection.wrap_database_errors,
            cursor.copy(statement) as copy,
        ):
            copy.write(_HEADER)
            for start in range(0, len(rows), _PIECE):
                copy.write(rows[start : start + _PIECE].tobytes())
            copy.write(_TRAILER)
    except (OperationalError, InterfaceError) as error:
        raise StoreUnavailable from error
