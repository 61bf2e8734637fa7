"""Read tables through Arrow's C stream interface, in batches of bounded size."""

from collections.abc import Callable, Iterator, Sequence

import pyarrow as pa

from showdown.evaluator.errors import InvalidDeal

type _AnswerBatch = Callable[[pa.RecordBatch], Sequence[pa.Array]]

MAX_BATCH_ROWS = 50_000
"""Maximum number of rows of a batch, which bounds the memory."""


class NotATable(InvalidDeal):
    """An object that isn't an Arrow table."""

    message = "an object of type {type} isn't a table: it has no __arrow_c_stream__"

    type: str


class NoSuchColumn(InvalidDeal):
    """A required column that is missing."""

    message = "the table has no column {name}; its columns are {known}"

    name: str
    known: tuple[str, ...]


class WrongColumnType(InvalidDeal):
    """A column with an unsupported type."""

    message = "the column {name} is {type}; it must be {expected}"

    name: str
    type: str
    expected: str


def open_reader(table: object) -> pa.RecordBatchReader:
    """Return a reader of an Arrow table of any library. Raise NotATable for other objects."""
    if isinstance(table, pa.RecordBatchReader):
        return table
    if hasattr(table, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(table)
    if hasattr(table, "__arrow_c_array__"):
        batch = pa.record_batch(table)
        return pa.RecordBatchReader.from_batches(batch.schema, [batch])
    raise NotATable(type=type(table).__name__)


def require_columns(schema: pa.Schema, names: Sequence[str]) -> None:
    """Raise NoSuchColumn for the first of these columns that is missing."""
    for name in names:
        if name not in schema.names:
            raise NoSuchColumn(name=name, known=tuple(schema.names))


def append_answers(
    reader: pa.RecordBatchReader, schema: pa.Schema, keep: Sequence[str], answer: _AnswerBatch
) -> pa.RecordBatchReader:
    """Return a reader of the kept columns together with the answers, in batches of bounded size.

    `answer` returns the columns of `schema` for a batch. Raise NoSuchColumn if a column in `keep`
    is missing.
    """
    require_columns(reader.schema, keep)
    kept_fields = [reader.schema.field(name) for name in keep]
    full_schema = pa.schema([*kept_fields, *schema])

    def batches() -> Iterator[pa.RecordBatch]:
        for batch in reader:
            for start in range(0, batch.num_rows, MAX_BATCH_ROWS):
                part = batch.slice(start, MAX_BATCH_ROWS)
                columns = [*(part.column(name) for name in keep), *answer(part)]
                yield pa.record_batch(columns, schema=full_schema)

    return pa.RecordBatchReader.from_batches(full_schema, batches())
