"""What came of an audit, read from its report."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse

from showdown.audits.evidence import lines_of
from showdown.audits.printing import as_html
from showdown.audits.tables import as_csv, entries_of
from showdown.batches.batch_json import progress_to_json
from showdown.batches.downloads import named, of_file, range_of
from showdown.batches.files import pieces_of
from showdown.models import Batch

MOST_LISTED = 20_000
"""Hands that a page looks through: the report itself has them all."""

_END = 1 << 20
"""Bytes in which the last line of a report is looked for."""

TERMS = ("unit", "rake", "jackpot")
"""What else can be said of an audit beside the rule set."""

type Entry = dict[str, Any]

REPORTS = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
"""The kinds in which a report is given, with their media types."""


def report_response(batch: Batch, kind: str, range_header: str = "") -> HttpResponseBase:
    """The report as a file of one of these kinds; the signed one can be had in parts.

    Raises OutsideOfFile.
    """
    if kind != "jsonl":
        write = as_csv if kind == "csv" else as_html
        parts = (part.encode("utf-8", "replace") for part in write(_lines(batch)))
        response: HttpResponseBase = StreamingHttpResponse(parts, content_type=REPORTS[kind])
    else:
        part = range_of(range_header, batch.output_bytes)
        content = pieces_of(batch.report, *(part or (0, batch.output_bytes)))
        response = of_file(content, REPORTS[kind], part, batch.output_bytes)
    return named(response, batch, f"audit.{kind}")


def audit_to_json(audit: Batch) -> dict[str, Any]:
    """Its progress and what was counted; `counts` is null until the audit is done."""
    return {
        "id": str(audit.id),
        "name": audit.name,
        "rules": audit.rules.slug,
        **{name: audit.terms.get(name) for name in TERMS},
        "store": audit.stores,
        **progress_to_json(audit),
        "hands": audit.deals,
        "differing": audit.errors,
        "counts": audit.tallies and audit.tallies["counts"],
    }


def report_of(audit: Batch) -> Iterator[bytes]:
    """The signed report, a little at a time."""
    return pieces_of(audit.report, 0, audit.output_bytes)


def first_entries(batch: Batch) -> list[Entry]:
    """Hands that were paid wrong, in the order of their lines, at most MOST_LISTED."""
    return list(islice(entries_of(_lines(batch)), MOST_LISTED))


def entry_at(batch: Batch, line: int) -> Entry | None:
    """The hand that begins on this line of the log, if it was paid wrong."""
    return next((entry for entry in entries_of(_lines(batch)) if entry["line"] == line), None)


def header_of(batch: Batch) -> dict[str, Any]:
    """What the report says of itself."""
    header: dict[str, Any] = json.loads(next(_lines(batch)))["audit"]
    return header


def end_of(batch: Batch) -> dict[str, Any]:
    """Its last line: totals, command, key and signature."""
    tail = b"".join(pieces_of(batch.report, max(0, batch.output_bytes - _END), batch.output_bytes))
    lines = tail.splitlines()
    try:
        end: dict[str, Any] = json.loads(lines[-1])
    except ValueError:
        return {}
    return end


def _lines(batch: Batch) -> Iterator[bytes]:
    return lines_of(report_of(batch))
