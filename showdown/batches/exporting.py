"""A batch as a table: CSV, JSON Lines or Parquet, written block by block while it is sent.

A row for each deal: its line, every hand and the board as text, and for each pot the labels of its
winners and what won it. The blocks are evaluated again; a table is nothing that is kept. What
writes a kind of table is named by the ending of its file: `as_csv`.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from showdown.batches.settling import settled_block
from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import Contest as Pot
from showdown.evaluator.games import Game
from showdown.files.blocks import Group
from showdown.models import Batch

_TOGETHER = 5_000
_CARD_TEXT = np.array([list(str(card).encode()) for card in DECK], np.uint8)
_TEXT_OR_NULL = pa.dictionary(pa.int32(), pa.string())


class _Sink:
    """A file to write to, of which what was written is taken away."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> int:
        self._held.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken = b"".join(self._held)
        self._held.clear()
        return taken


def schema_of(batch: Batch) -> pa.Schema:
    """The columns, for the most players that a deal of the batch has."""
    tallies = batch.tallies or {}
    players = len(tallies.get("seats", {}).get("scooped", [])) or batch.game.players[0]
    fields = [("line", pa.int64()), ("players", pa.int8())]
    fields += [(_column(seat), pa.string()) for seat in range(players)]
    if batch.game.board:
        fields.append(("board", pa.string()))
    for pot in batch.game.pots:
        fields += [(f"{pot.name}_winners", _TEXT_OR_NULL), (f"{pot.name}_hand", _TEXT_OR_NULL)]
    return pa.schema(fields)


def tables(batch: Batch) -> Iterator[pa.Table]:
    """The deals in the order of their lines, a table for each block."""
    schema = schema_of(batch)
    for block in batch.blocks.in_order().select_related("batch").iterator(chunk_size=100):
        groups = settled_block(block).groups
        parts = [_table(batch.game, group, schema) for group in groups]
        if parts:
            table = pa.concat_tables(parts)
            yield table if len(parts) == 1 else table.unify_dictionaries().sort_by("line")


def as_parquet(batch: Batch) -> Iterator[bytes]:
    sink = _Sink()
    with parquet.ParquetWriter(
        pa.PythonFile(sink, "w"), schema_of(batch), compression="zstd"
    ) as writer:
        for table in tables(batch):
            writer.write_table(table)
            yield sink.take()
    yield sink.take()


def as_csv(batch: Batch) -> Iterator[bytes]:
    sink = _Sink()
    with arrow_csv.CSVWriter(
        pa.PythonFile(sink, "w"),
        _plain(schema_of(batch)),
        write_options=arrow_csv.WriteOptions(quoting_style="needed"),
    ) as writer:
        for table in tables(batch):
            writer.write_table(table.cast(_plain(table.schema)))
            yield sink.take()
    yield sink.take()


def as_jsonl(batch: Batch) -> Iterator[bytes]:
    for table in tables(batch):
        for few in table.to_batches(max_chunksize=_TOGETHER):
            yield _lines_of_json(few)


def _lines_of_json(rows: pa.RecordBatch) -> bytes:
    """An object for each row, without its nulls.

    Put together column by column: no text of a table has a character that JSON would escape.
    """
    members = []
    for place, (name, column) in enumerate(zip(rows.schema.names, rows.columns, strict=True)):
        quote = "" if pa.types.is_integer(column.type) else '"'
        head = f'{", " if place else ""}"{name}": {quote}'
        member = pc.binary_join_element_wise(head, column.cast(pa.string()), quote, "")
        members.append(pc.coalesce(member, ""))
    lines = pc.binary_join_element_wise("{", *members, "}\n", "")
    return "".join(lines.to_pylist()).encode()


def _column(seat: int) -> str:
    """`hand_a` for the first seat."""
    return default_label(seat).replace("Hand", "hand_").lower()


def _plain(schema: pa.Schema) -> pa.Schema:
    """Without dictionaries, of which CSV knows nothing."""
    return pa.schema(
        [(each.name, pa.string() if each.type == _TEXT_OR_NULL else each.type) for each in schema]
    )


def _table(game: Game, group: Group, schema: pa.Schema) -> pa.Table:
    count, players, _ = group.strengths.shape
    columns: dict[str, pa.Array] = {
        "line": pa.array(group.lines, pa.int64()),
        "players": pa.repeat(pa.scalar(players, pa.int8()), count),
    }
    for seat in range(players):
        hand = group.cards[:, seat * game.hole : (seat + 1) * game.hole]
        columns[_column(seat)] = _texts_of(hand)
    if game.board:
        columns["board"] = _texts_of(group.cards[:, -game.board :])
    for place, pot in enumerate(game.pots):
        winners, hand_names = _pot(pot, group.strengths[:, :, place])
        columns[f"{pot.name}_winners"], columns[f"{pot.name}_hand"] = winners, hand_names
    return pa.table(
        [columns.get(each.name, pa.nulls(count, each.type)) for each in schema], schema=schema
    )


def _texts_of(cards: NDArray[np.uint8]) -> pa.Array:
    """`Ac-Kd-…` for each row of cards: all have the same length, which makes it one array."""
    count, number = cards.shape
    texts = np.full((count, number, 3), ord("-"), np.uint8)
    texts[:, :, :2] = _CARD_TEXT[cards]
    data = np.ascontiguousarray(texts.reshape(count, -1)[:, :-1])
    offsets = np.arange(count + 1, dtype=np.int32) * data.shape[1]
    return pa.StringArray.from_buffers(count, pa.py_buffer(offsets), pa.py_buffer(data))


def _pot(pot: Pot, strengths: NDArray[np.uint16]) -> tuple[pa.Array, pa.Array]:
    """The labels of the winners and the category of their hands; null where nobody qualifies."""
    best = strengths.max(axis=1)
    seats = (strengths == best[:, None]) @ (1 << np.arange(strengths.shape[1]))
    nobody = best == 0
    sets, place = np.unique(seats, return_inverse=True)
    ranks = pot.ranking.ranks
    values, rank_place = np.unique(best, return_inverse=True)
    names = ["" if not each else pot.ranking.category(ranks[each - 1]) for each in values]
    return (
        _dictionary(place, [_labels(int(each)) for each in sets], nobody),
        _dictionary(rank_place, names, nobody),
    )


def _dictionary(
    places: NDArray[np.intp], texts: list[str], nulls: NDArray[np.bool_]
) -> pa.DictionaryArray:
    indices = pa.array(places.astype(np.int32), mask=nulls)
    return pa.DictionaryArray.from_arrays(indices, pa.array(texts, pa.string()))


def _labels(seats: int) -> str:
    """The labels of the seats that are set as bits."""
    return ",".join(default_label(seat) for seat in range(seats.bit_length()) if seats >> seat & 1)
