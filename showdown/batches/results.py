"""Results of a batch: progress and counts as JSON; records, errors and tables as files."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from importlib.util import find_spec
from itertools import batched
from typing import Annotated, Any, TypedDict

from django.db import transaction
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from pydantic import Field, WithJsonSchema, with_config

from showdown.batches.jobs import LONG_QUEUE, deferring_app, lock_name_of
from showdown.batches.storage import read_file, read_pieces, remove_file
from showdown.batches.tallies import Tally, max_players
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import Game
from showdown.models import Batch, Export, State
from showdown.notation.csv_cells import escape_formula, format_row
from showdown.notation.deal_format import LineError
from showdown.notation.deal_json import GameSlug
from showdown.notation.json_types import STRICT, Count, text_schema
from showdown.notation.registry import DEAL_FORMATS

TABLE_MEDIA_TYPES = (
    {
        "csv": "text/csv; charset=utf-8",
        "jsonl": "application/x-ndjson",
        "parquet": "application/vnd.apache.parquet",
    }
    if find_spec("pyarrow")
    else {}
)
"""The media type of each kind of table, by file extension; empty without pyarrow."""

MAKE_EXPORT = "showdown.batches.exports.make"
"""Name of the job in `export`, which only workers import: pyarrow is optional and loads slowly."""

_EXPORT_LIFETIME = timedelta(days=7)
_RANGE = re.compile(r"bytes=(?=-?\d)(\d{0,18})-(\d{0,18})")

_Time = Annotated[str, text_schema(format="date-time")]
_Format = Annotated[str, text_schema(enum=list(DEAL_FORMATS))]


@with_config(STRICT)
class ProgressJson(TypedDict):
    """The progress of a batch or an audit."""

    id: Annotated[str, text_schema(format="uuid")]
    name: str
    state: Annotated[str, text_schema(enum=["queued", "running", "done", "failed", "cancelled"])]
    reason: str
    """The reason for a failure; otherwise empty."""
    compression: str | None
    input_bytes: Count
    part_done: Annotated[float, Field(ge=0, le=1)]
    seconds_left: float | None
    """Null before any progress, and after the end."""
    created: _Time
    started: _Time | None
    finished: _Time | None


@with_config(STRICT)
class ContestTallyJson(TypedDict):
    """The results of a contest; `none` counts the deals in which no hand qualified."""

    name: str
    none: Count
    categories: dict[str, Count]


@with_config(STRICT)
class TalliesJson(TypedDict):
    """The results of each seat (contests won, scoops, quarters) and of each contest."""

    seats: Annotated[
        list[dict[str, Any]],
        WithJsonSchema(
            {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"label": {"type": "string"}},
                    "additionalProperties": {"type": "integer", "minimum": 0},
                },
            }
        ),
    ]
    contests: list[ContestTallyJson]


@with_config(STRICT)
class BatchStatusJson(ProgressJson):
    """The progress of a file of deals, and its `tallies`, which are null until it is done."""

    game: GameSlug
    format: _Format
    contract: Annotated[_Format, Field(deprecated=True)]
    """The former name of `format`, to be removed in version 2.0."""
    rules: str
    """The rule set for lines that don't name one."""
    store: bool
    deals: Count
    errors: Count
    deals_per_second: Count
    tallies: TalliesJson | None


def batch_to_json(batch: Batch) -> BatchStatusJson:
    return {
        **progress_to_json(batch),
        "game": batch.game.slug,
        "format": batch.format.name,
        "contract": batch.format.name,
        "rules": batch.rules.slug,
        "store": batch.stores,
        "deals": batch.deals,
        "errors": batch.errors,
        "deals_per_second": round(batch.rate),
        "tallies": tallies_to_json(batch.game, batch.tallies or {}) if batch.is_done else None,
    }


def progress_to_json(batch: Batch) -> ProgressJson:
    seconds_left = batch.seconds_left if batch.is_unfinished else None
    return {
        "id": str(batch.id),
        "name": batch.name,
        "state": State(batch.state).label,
        "reason": batch.reason,
        "compression": batch.compression or None,
        "input_bytes": batch.input_bytes,
        "part_done": round(batch.part_done, 4),
        "seconds_left": seconds_left if seconds_left is None else round(seconds_left, 1),
        "created": batch.created.isoformat(),
        "started": batch.started.isoformat() if batch.started else None,
        "finished": batch.finished.isoformat() if batch.finished else None,
    }


def tallies_to_json(game: Game, tallies: Tally) -> TalliesJson:
    """Return the tallies as JSON, without categories that never won."""
    seats = tallies.get("seats", {})
    contests: list[ContestTallyJson] = []
    for contest in game.contests if tallies else ():
        tally = tallies["contests"][contest.name]
        counts = zip(contest.ranking.categories, tally["categories"], strict=True)
        categories = {category: count for category, count in counts if count}
        contests.append({"name": contest.name, "none": tally["none"], "categories": categories})
    return {
        "seats": [
            {"label": default_label(seat)} | {name: counts[seat] for name, counts in seats.items()}
            for seat in range(max_players(tallies))
        ],
        "contests": contests,
    }


class SettledRecords:
    """The settled records of a batch, byte for byte as the command for its format writes them.

    Each part begins with the separator between records, which is skipped in the first part.
    """

    def __init__(self, batch: Batch) -> None:
        blocks = batch.blocks.in_order().exclude(output="")
        self._parts = list(blocks.values_list("output", "output_bytes"))
        self._separator_bytes = len(batch.format.separator)
        self.length = max(0, sum(length for _, length in self._parts) - self._separator_bytes)

    def read(self, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Yield the bytes from `start` up to but excluding `end`, in pieces."""
        end = self.length if end is None else min(end, self.length)
        position = -self._separator_bytes
        for name, length in self._parts:
            if position < end and position + length > start:
                yield from read_pieces(name, max(0, start - position), min(length, end - position))
            position += length


def read_line_errors(batch: Batch) -> Iterator[LineError]:
    """Yield the errors in line order; while the batch is running, those of finished blocks."""
    parts = batch.blocks.in_order().exclude(error_file="")
    # Fetch all names at once, because another thread may resume this generator.
    for name in list(parts.values_list("error_file", flat=True)):
        for line in read_file(name).splitlines():
            yield LineError(*json.loads(line))


def line_errors_to_jsonl(errors: Iterable[LineError]) -> bytes:
    """Return the errors of a block as JSON lines, which `read_line_errors` reads."""
    return "".join(json.dumps(error) + "\n" for error in errors).encode()


def line_errors_to_csv(batch: Batch) -> Iterator[str]:
    """Yield the errors as CSV, a thousand lines at a time."""
    yield format_row(LineError._fields)
    for chunk in batched(read_line_errors(batch), 1000):
        yield "".join(format_row((*cells, escape_formula(message))) for *cells, message in chunk)


class RangeOutsideFile(ValueError):
    """A range of bytes outside the file."""


class ExportInProgress(Exception):
    """The table is being written and can be requested again in a moment."""


class ExportJobFailed(Exception):
    """The job that writes the table failed."""


def find_or_request_export(batch: Batch, kind: str) -> Export:
    """Return the finished export; request it first if necessary.

    Raise ExportInProgress until it is finished, and ExportJobFailed if the job has failed.
    """
    with transaction.atomic():
        export, is_new = Export.objects.get_or_create(batch=batch, kind=kind)
        if is_new:
            deferrer = deferring_app.configure_task(
                MAKE_EXPORT, queue=LONG_QUEUE, lock=lock_name_of(batch)
            )
            deferrer.defer(export=export.pk)
    if export.reason:
        raise ExportJobFailed(export.reason)
    if not export.name:
        raise ExportInProgress(ExportInProgress.__doc__)
    return export


def remove_old_exports() -> int:
    """Remove old and failed exports, which can be requested again. Return their number."""
    kept_since = timezone.now() - _EXPORT_LIFETIME
    exports = Export.objects.filter(requested__lt=kept_since) | Export.objects.exclude(reason="")
    for export in exports:
        export.delete()
        remove_file(export.name)
    return len(exports)


def records_response(batch: Batch, range_header: str = "") -> HttpResponseBase:
    """Return a response with the records, or with a range of them, like `file_response`."""
    output = SettledRecords(batch)
    response = file_response(output.read, output.length, "text/plain; charset=utf-8", range_header)
    return name_download(response, batch.name, "settled.txt")


def table_response(batch: Batch, kind: str, range_header: str = "") -> HttpResponseBase:
    """Return a response with the table of deals, or with a range of its file.

    `kind` is a key of TABLE_MEDIA_TYPES. Raise the errors of `find_or_request_export` and
    `file_response`.
    """
    export = find_or_request_export(batch, kind)
    read = partial(read_pieces, export.name)
    response = file_response(read, export.length, TABLE_MEDIA_TYPES[kind], range_header)
    return name_download(response, batch.name, f"settled.{kind}")


def file_response(
    read: Callable[[int, int], Iterator[bytes]], length: int, media_type: str, range_header: str
) -> HttpResponseBase:
    """Return a response with a file of `length` bytes, or with the range in a Range header.

    `read(start, end)` yields the bytes from `start` up to but excluding `end`. Raise
    RangeOutsideFile if the range contains no byte of the file.
    """
    start, end = 0, length
    if match := _RANGE.fullmatch(range_header):
        first, last = match.groups()
        start = int(first) if first else max(0, length - int(last))
        end = min(length, int(last) + 1) if first and last else length
        if start >= end:
            raise RangeOutsideFile(f"the range is outside the file, which has {length:,} bytes")
    response = StreamingHttpResponse(read(start, end), content_type=media_type)
    response["Content-Length"] = end - start
    response["Accept-Ranges"] = "bytes"
    if match:
        response.status_code = 206
        response["Content-Range"] = f"bytes {start}-{end - 1}/{length}"
    return response


def line_errors_response(batch: Batch) -> HttpResponseBase:
    response = StreamingHttpResponse(
        line_errors_to_csv(batch), content_type="text/csv; charset=utf-8"
    )
    return name_download(response, batch.name, "errors.csv")


def name_download(response: HttpResponseBase, name: str, suffix: str) -> HttpResponseBase:
    """Name the downloaded file after the uploaded one, with this suffix."""
    stem = re.sub(r"[^\w-]+", "-", name.partition(".")[0], flags=re.ASCII).strip("-")
    response["Content-Disposition"] = f'attachment; filename="{stem or "batch"}-{suffix}"'
    return response
