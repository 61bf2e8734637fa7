"""A batch's result as the response to a request, sent as it is read."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpResponseBase, StreamingHttpResponse

from showdown.batches.exports import TABLES, export_of
from showdown.batches.files import pieces_of
from showdown.batches.reading import Output, complaints_as_csv
from showdown.models import Batch

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class OutsideOfFile(ValueError):
    """A range of bytes outside the file."""


class Range(NamedTuple):
    """The bytes from `start` to before `end`."""

    start: int
    end: int


def range_of(header: str, length: int) -> Range | None:
    """The range in a Range header; None for the whole file. Raises OutsideOfFile."""
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
    content = output.read(*(part or (0, output.length)))
    response = of_file(content, "text/plain; charset=utf-8", part, output.length)
    return named(response, batch, "settled.txt")


def table_response(batch: Batch, kind: str, range_header: str = "") -> HttpResponseBase:
    """The deals as a table, or a part of it; `kind` is one of TABLES.

    Raises BeingMade, NotMade and OutsideOfFile.
    """
    export = export_of(batch, kind)
    part = range_of(range_header, export.length)
    content = pieces_of(export.name, *(part or (0, export.length)))
    response = of_file(content, TABLES[kind], part, export.length)
    return named(response, batch, f"settled.{kind}")


def of_file(
    content: Iterator[bytes], media_type: str, part: Range | None, length: int
) -> HttpResponseBase:
    """A file of so many bytes, or the part of it that was asked for."""
    start, end = part or (0, length)
    response = StreamingHttpResponse(content, content_type=media_type)
    response["Content-Length"] = end - start
    response["Accept-Ranges"] = "bytes"
    if part:
        response.status_code = 206
        response["Content-Range"] = f"bytes {start}-{end - 1}/{length}"
    return response


def complaints_response(batch: Batch) -> HttpResponseBase:
    response = StreamingHttpResponse(
        complaints_as_csv(batch), content_type="text/csv; charset=utf-8"
    )
    return named(response, batch, "errors.csv")


def named(response: HttpResponseBase, batch: Batch, ending: str) -> HttpResponseBase:
    """A download that is called as the batch, with this ending."""
    stem = re.sub(r"[^\w-]+", "-", batch.name.partition(".")[0], flags=re.ASCII).strip("-")
    response["Content-Disposition"] = f'attachment; filename="{stem or "batch"}-{ending}"'
    return response
