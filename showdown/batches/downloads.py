"""A batch's result as the answer to a request, sent while it is read.

Tables are made by a process of their own, which ends with the download: what it takes to make
them, compiler and all, is more than a process that serves pages should hold.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.http import HttpResponseBase, StreamingHttpResponse

from showdown.batches.reading import Output, complaints_as_csv
from showdown.models import Batch

TABLES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
"""The tables there are, by the ending of the file: their media types."""

_CHUNK = 1 << 16
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class OutsideOfFile(ValueError):
    """A range of bytes that the file does not have."""


class Range(NamedTuple):
    """The bytes from `start` to before `end`."""

    start: int
    end: int


def range_of(header: str, length: int) -> Range | None:
    """The range that a Range header asks for; None for all. Raises OutsideOfFile."""
    asked = _RANGE.fullmatch(header)
    if not asked or asked[1] == asked[2] == "":
        return None
    if asked[1]:
        start, end = int(asked[1]), min(length, int(asked[2]) + 1 if asked[2] else length)
    else:
        start, end = max(0, length - int(asked[2])), length
    if start >= end:
        raise OutsideOfFile(f"the file has {length:,} bytes")
    return Range(start, end)


def records_response(batch: Batch, range_header: str = "") -> HttpResponseBase:
    """The records, or a part of them. Raises OutsideOfFile."""
    output = Output(batch)
    part = range_of(range_header, output.length)
    start, end = part or (0, output.length)
    response = StreamingHttpResponse(
        output.read(start, end), content_type="text/plain; charset=utf-8"
    )
    response["Content-Length"] = end - start
    response["Accept-Ranges"] = "bytes"
    if part:
        response.status_code = 206
        response["Content-Range"] = f"bytes {start}-{end - 1}/{output.length}"
    return _named(response, batch, "settled.txt")


def table_response(batch: Batch, ending: str) -> HttpResponseBase:
    """The deals as a table; `ending` is one of TABLES."""
    response = StreamingHttpResponse(_table(batch, ending), content_type=TABLES[ending])
    return _named(response, batch, f"settled.{ending}")


def complaints_response(batch: Batch) -> HttpResponseBase:
    response = StreamingHttpResponse(
        complaints_as_csv(batch), content_type="text/csv; charset=utf-8"
    )
    return _named(response, batch, "errors.csv")


def _named(response: HttpResponseBase, batch: Batch, ending: str) -> HttpResponseBase:
    stem = re.sub(r"[^\w-]+", "-", batch.name.partition(".")[0], flags=re.ASCII).strip("-")
    response["Content-Disposition"] = f'attachment; filename="{stem or "batch"}-{ending}"'
    return response


def _table(batch: Batch, ending: str) -> Iterator[bytes]:
    manage = str(settings.BASE_DIR / "manage.py")
    command = [sys.executable, manage, "batch", "fetch", str(batch.id), "-", "--as", ending]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as fetching:
        try:
            while data := fetching.stdout.read(_CHUNK):  # type: ignore[union-attr]
                yield data
        finally:
            fetching.terminate()
    if fetching.returncode > 0:
        raise RuntimeError(f"the table was not finished: exit status {fetching.returncode}")
