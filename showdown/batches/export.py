"""Export a batch as a table in CSV, JSON Lines or Parquet, block by block.

Each deal has a row with its line number, every hand and board as text, and for each contest the
labels of the winners and the winning hand. A deal that was run several times has a row for each
run. A deal with side pots has a row for each pot, the main pot first. Wagers, payouts and players'
names have their own columns. The blocks are evaluated again for the table.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from procrastinate.contrib.django import app
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from showdown.batches.jobs import LONG_QUEUE, RetryLater, record_failure, stop_if_requested
from showdown.batches.results import MAKE_EXPORT
from showdown.batches.settling import settle_batch_block
from showdown.batches.storage import remove_file, remove_other_parts, save_stream
from showdown.batches.tallies import max_players
from showdown.bulk import outcomes
from showdown.evaluator.cards import DECK, format_cards
from showdown.evaluator.contests import ContestResult
from showdown.evaluator.deals import LABEL_LETTERS, MUCKED, Deal, board_field, default_label
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.settlement import Settlement
from showdown.files.blocks import Group
from showdown.files.byte_streams import Sink
from showdown.models import Batch, Export, State
from showdown.models.fields import wagers_text
from showdown.notation.csv_cells import FORMULA_STARTS
from showdown.notation.deal_format import Submission
from showdown.words.payouts import totals_line

_ROWS_PER_CHUNK = 5_000
_CARD_TEXT = np.array([list(str(card).encode()) for card in DECK], np.uint8)
_CARD_COLUMNS = ("hand_", "board")
"""Prefixes of the names of columns that contain only cards."""


def schema_of(batch: Batch) -> pa.Schema:
    """Return the columns that the deals of the batch need.

    There are as many hand columns as players in the largest deal. Optional columns are `run` if any
    deal was run more than once, `pot` if any deal had side pots, `name_a`, … if players were named,
    `wagers` if any deal had wagers, and `paid` if any was paid in chips.
    """
    tallies, game = batch.tallies or {}, batch.game
    special = {name for name, count in tallies.get("special", {}).items() if count}
    fields = [("line", pa.int64()), ("players", pa.int8())]
    fields += [("run", pa.int8())] if "run_again" in special else []
    players = max_players(tallies) or game.players[0]
    fields += [("pot", pa.int8())] if "side_pots" in special else []
    names = [(_player_name_column(seat), pa.string()) for seat in range(players)]
    fields += names if "named" in special else []
    fields += [(_column_name(default_label(seat)), pa.string()) for seat in range(players)]
    boards = len(game.boards) or int(game.may_share_last_card)  # in stud, one for a shared card
    fields += [(_column_name(board_field(index)), pa.string()) for index in range(boards)]
    for contest in game.contests:
        fields += [(name, pa.string()) for name in _contest_columns(contest)]
    fields += [(name, pa.string()) for name in ("wagers", "paid") if name in special]
    return pa.schema(fields)


def settled_tables(batch: Batch) -> Iterator[pa.Table]:
    """Yield the deals in line order, one table for each block that has deals."""
    schema = schema_of(batch)
    for block in batch.blocks.in_order().select_related("batch").iterator(chunk_size=100):
        settled = settle_batch_block(block)
        special = list(settled.special)
        parts = []
        for group in settled.groups:
            shares_card = _find_shared_cards(batch.game, group)
            special += _read_submissions(batch.game, group, shares_card)
            if not shares_card.all():
                lines, cards, strengths = group
                plain_group = Group(
                    lines[~shares_card], cards[~shares_card], strengths[~shares_card]
                )
                parts.append(_build_table(batch.game, plain_group, schema))
        if special:
            special.sort(key=itemgetter(0))
            parts.append(_rows_of_special(special, schema))
        if parts:
            table = pa.concat_tables(parts)
            if len(parts) > 1:
                columns = [name for name in ("line", "run", "pot") if name in schema.names]
                table = table.sort_by([(name, "ascending") for name in columns])
            yield table


def batch_to_parquet(batch: Batch) -> Iterator[bytes]:
    sink = Sink()
    with parquet.ParquetWriter(
        pa.PythonFile(sink, "w"), schema_of(batch), compression="zstd"
    ) as writer:
        for table in settled_tables(batch):
            writer.write_table(table)
            yield sink.take()
    yield sink.take()


def batch_to_csv(batch: Batch) -> Iterator[bytes]:
    sink = Sink()
    with arrow_csv.CSVWriter(
        pa.PythonFile(sink, "w"),
        schema_of(batch),
        write_options=arrow_csv.WriteOptions(quoting_style="needed"),
    ) as writer:
        for table in settled_tables(batch):
            writer.write_table(_escape_formulas(table))
            yield sink.take()
    yield sink.take()


def _escape_formulas(table: pa.Table) -> pa.Table:
    for index, field in enumerate(table.schema):
        if field.type == pa.string() and not field.name.startswith(_CARD_COLUMNS):
            texts = table.column(index)
            first_characters = pc.utf8_slice_codeunits(texts, 0, 1)
            is_formula = pc.is_in(first_characters, value_set=pa.array(FORMULA_STARTS))
            escaped_texts = pc.binary_join_element_wise("'", texts, "")
            table = table.set_column(index, field, pc.if_else(is_formula, escaped_texts, texts))
    return table


def batch_to_jsonl(batch: Batch) -> Iterator[bytes]:
    for table in settled_tables(batch):
        for rows in table.to_batches(max_chunksize=_ROWS_PER_CHUNK):
            yield _rows_to_jsonl(rows)


def _rows_to_jsonl(rows: pa.RecordBatch) -> bytes:
    """Return a JSON object without nulls for each row, built column by column.

    Texts have no control characters. Cards have no character that JSON escapes; labels may have
    quotes and backslashes.
    """
    members = []
    for index, (name, column) in enumerate(zip(rows.schema.names, rows.columns, strict=True)):
        quote = "" if pa.types.is_integer(column.type) else '"'
        head = f'{", " if index else ""}"{name}": {quote}'
        texts = column.cast(pa.string())
        if not name.startswith(_CARD_COLUMNS):
            for mark in ("\\", '"'):
                texts = pc.replace_substring(texts, mark, f"\\{mark}")
        member = pc.binary_join_element_wise(head, texts, quote, "")
        members.append(pc.coalesce(member, ""))
    lines = pc.binary_join_element_wise("{", *members, "}\n", "")
    return "".join(lines.to_pylist()).encode()


WRITERS: dict[str, Callable[[Batch], Iterator[bytes]]] = {
    "csv": batch_to_csv,
    "jsonl": batch_to_jsonl,
    "parquet": batch_to_parquet,
}
"""The writer of each kind of table, by file extension."""

_FOLDER = "exports"


def table_pieces(batch: Batch, kind: str) -> Iterator[bytes]:
    """Yield the table as a file, piece by piece; `kind` is a key of WRITERS.

    Raise JobAborted if the batch has ended or the worker is stopping.
    """
    for part in WRITERS[kind](batch):
        stop_if_requested()
        yield part


@app.task(name=MAKE_EXPORT, queue=LONG_QUEUE, retry=RetryLater(), task_middleware=[record_failure])
def make(export: int) -> None:
    """Write the file of an export, unless it exists or is no longer wanted."""
    unwritten = Export.objects.filter(pk=export, name="", batch__state=State.DONE)
    export_to_write = unwritten.select_related("batch").first()
    if export_to_write is None:
        return
    batch = export_to_write.batch
    name, length = save_stream(batch.id, _FOLDER, table_pieces(batch, export_to_write.kind))
    if not unwritten.update(name=name, length=length):
        remove_file(name)
    # Workers that were killed may have left files.
    kept_names = batch.exports.values_list("name", flat=True)
    remove_other_parts(batch.id, _FOLDER, set(kept_names))


def _column_name(name: str) -> str:
    """Return the name of a column: `hand_a` for `HandA`, `board2`, `high_of_board_2`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|\W+", "_", name).lower()


def _player_name_column(seat: int) -> str:
    """Return the column of the player's name: `name_a` for the hand in `hand_a`."""
    return f"name_{LABEL_LETTERS[seat].lower()}"


def _contest_columns(contest: Contest) -> tuple[str, str]:
    """Return the names of the contest's two columns: its winners, and the winning hand."""
    name = _column_name(contest.name)
    return f"{name}_winners", f"{name}_hand"


def _find_shared_cards(game: Game, group: Group) -> NDArray[np.bool_]:
    """Return a mask of the stud deals in which all hands share the last card."""
    last_cards = group.cards[:, game.hole - 1 :: game.hole]
    is_shared: NDArray[np.bool_] = (last_cards == last_cards[:, :1]).all(axis=1)
    return is_shared & game.may_share_last_card


def _read_submissions(
    game: Game, group: Group, selected: NDArray[np.bool_]
) -> Iterator[tuple[int, Submission]]:
    """Yield the line number and the submission of each selected deal."""
    for line, cards in zip(group.lines[selected].tolist(), group.cards[selected], strict=True):
        yield line, Submission(Deal.from_numbers(game, cards.tobytes()))


def _build_table(game: Game, group: Group, schema: pa.Schema) -> pa.Table:
    """Return the rows of deals that were settled by their cards alone."""
    count, players, _ = group.strengths.shape
    columns: dict[str, pa.Array] = {
        "line": pa.array(group.lines, pa.int64()),
        "players": pa.repeat(pa.scalar(players, pa.int8()), count),
        "run": pa.repeat(pa.scalar(1, pa.int8()), count),
        "pot": pa.repeat(pa.scalar(1, pa.int8()), count),
    }
    fields = [*map(default_label, range(players)), *map(board_field, range(len(game.boards)))]
    sizes = [*(game.hole for _ in range(players)), *game.boards]
    for name, end, size in zip(fields, accumulate(sizes), sizes, strict=True):
        columns[_column_name(name)] = _format_card_rows(group.cards[:, end - size : end])
    for seat in range(players):
        columns[_player_name_column(seat)] = pa.repeat(default_label(seat), count)
    outcome = outcomes.decide_winners(group.strengths)
    categories = outcomes.find_winning_categories(game, outcome)
    for index, contest in enumerate(game.contests):
        winners, hand = _contest_columns(contest)
        nobody_wins = outcome.winners[:, index] == 0
        winner_sets, set_indices = np.unique(outcome.winners[:, index], return_inverse=True)
        texts = [
            ",".join(default_label(seat) for seat in range(players) if winner_set >> seat & 1)
            for winner_set in winner_sets.tolist()
        ]
        columns[winners] = _take_texts(texts, set_indices, nobody_wins)
        columns[hand] = _take_texts(contest.ranking.categories, categories[:, index], nobody_wins)
    return pa.table(
        [columns.get(field.name, pa.nulls(count, field.type)) for field in schema], schema=schema
    )


type Row = dict[str, str | int | None]


def _rows_of_special(special: Iterable[tuple[int, Submission]], schema: pa.Schema) -> pa.Table:
    """Return a row for each run and each pot of deals that were settled one by one."""
    rows = []
    for line, submission in special:
        settlement = submission.settle()
        deal, wagers, payout = settlement.deal, settlement.wagers, settlement.payout
        deal_row: Row = {
            "line": line,
            "players": len(deal.hands),
            "wagers": wagers_text(wagers) if wagers else None,
            "paid": totals_line(payout) if payout else None,
        }
        for seat, hand in enumerate(deal.hands):
            deal_row[_player_name_column(seat)] = hand.label
            deal_row[_column_name(default_label(seat))] = format_cards(hand.cards) or MUCKED
        for run in range(len(settlement.runs)):
            boards = enumerate(deal.boards_of_run(run))
            texts = {
                _column_name(board_field(index)): format_cards(board) for index, board in boards
            }
            run_row = deal_row | texts | {"run": run + 1}
            rows += [run_row | pot_row for pot_row in _rows_of_pots(settlement, run)]
    return pa.Table.from_pylist(rows, schema=schema)


def _rows_of_pots(settlement: Settlement, run: int) -> Iterator[Row]:
    """Yield the results of each pot, main pot first.

    A pot with one player has no winning hand.
    """
    pots = settlement.payout.pots[::-1] if settlement.payout else ()
    if not pots:
        yield _row_of_results(1, settlement.runs[run].contests)
    for number, pot in enumerate(pots, 1):
        if pot.results:
            yield _row_of_results(number, pot.results[run])
        else:
            winners = {
                _contest_columns(contest)[0]: pot.eligible[0]
                for contest in settlement.game.contests
            }
            yield {"pot": number, **winners}


def _row_of_results(pot: int, results: Iterable[ContestResult]) -> Row:
    row: Row = {"pot": pot}
    for result in results:
        winners, hand = _contest_columns(result.contest)
        row[winners] = ",".join(result.winners) or None
        row[hand] = result.best.category if result.best else None
    return row


def _format_card_rows(cards: NDArray[np.uint8]) -> pa.Array:
    """Return `Ac-Kd-…` for each row of cards. All texts have the same length."""
    count, number = cards.shape
    texts = np.full((count, number, 3), ord("-"), np.uint8)
    texts[:, :, :2] = _CARD_TEXT[cards]
    joined = np.ascontiguousarray(texts.reshape(count, -1)[:, :-1])
    offsets = np.arange(count + 1, dtype=np.int32) * joined.shape[1]
    return pa.StringArray.from_buffers(count, pa.py_buffer(offsets), pa.py_buffer(joined))


def _take_texts(
    texts: Sequence[str], indices: NDArray[np.generic], nulls: NDArray[np.bool_]
) -> pa.Array:
    """Return the text at each index; null where `nulls` is true."""
    return pa.array(texts, pa.string()).take(pa.array(indices.astype(np.int32), mask=nulls))
