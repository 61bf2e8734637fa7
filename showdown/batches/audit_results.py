"""The results of an audit: progress as JSON, the report, and the log in another format."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, TypedDict

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from pydantic import with_config

from showdown.audits.converting import Conversion
from showdown.audits.night.names import parse_stored_night_options
from showdown.audits.privacy import Privacy
from showdown.audits.report_files import read_entries, report_to_csv, report_to_html
from showdown.audits.signing import split_report_lines
from showdown.batches.audits import read_hands
from showdown.batches.results import ProgressJson, file_response, name_download, progress_to_json
from showdown.batches.storage import PieceReader, open_text, read_pieces
from showdown.bulk.capacity import CONVERSION_TURNS
from showdown.models import Batch
from showdown.notation.json_types import STRICT, Count
from showdown.notation.logs.writing import OUTPUT_FORMATS

type Entry = dict[str, Any]

MAX_LISTED_HANDS = 20_000
"""Maximum number of hands that a page lists; the report has all of them."""

MAX_CONVERTED_HANDS = 2_000
"""Maximum number of hands converted while a client waits, which takes about five seconds."""

REPORT_MEDIA_TYPES = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
"""The media type of each kind of report, by file extension."""

CONVERTED_FORMATS = {
    log_format.extension.removeprefix("."): log_format
    for log_format in OUTPUT_FORMATS.values()
    if not log_format.has_one_hand
}
"""The formats of converted logs, by file extension."""

_CONVERSION_SECONDS = 10.0
"""Maximum CPU time of one conversion."""

_LAST_LINE_BYTES = 1 << 20
"""Number of bytes at the end of a report that contain its last line."""


@with_config(STRICT)
class AuditCountsJson(TypedDict):
    """Numbers of hands. `checked` and `skipped` are counted by reason, `kinds` by kind of fault."""

    hands: Count
    judged: Count
    settled: Count
    agreeing: Count
    differing: Count
    checked: dict[str, Count]
    skipped: dict[str, Count]
    kinds: dict[str, Count]
    formats: dict[str, Count]


@with_config(STRICT)
class AuditStatusJson(ProgressJson):
    """The progress of an audit, and its `counts`, which are null until it is done."""

    rules: str
    """The rule set by which odd chips are judged."""
    unit: str | None
    rake: str | None
    jackpot: str | None
    chip: str | None
    same: str | None
    by_id: bool
    """Whether players with the same id are merged."""
    store: bool
    """Whether its settled hands are stored."""
    hands: Count
    """The number of hands read so far."""
    differing: Count
    """The number of hands paid incorrectly so far."""
    counts: AuditCountsJson | None


def audit_to_json(audit: Batch) -> AuditStatusJson:
    terms = audit.terms
    return {
        **progress_to_json(audit),
        "rules": audit.rules.slug,
        "unit": terms.get("unit"),
        "rake": terms.get("rake"),
        "jackpot": terms.get("jackpot"),
        "chip": terms.get("chip"),
        "same": terms.get("same"),
        "by_id": "by_id" in terms,
        "store": audit.stores,
        "hands": audit.deals,
        "differing": audit.errors,
        "counts": audit.tallies and audit.tallies["counts"],
    }


def read_report(audit: Batch) -> Iterator[bytes]:
    """Yield the signed report in pieces."""
    return read_pieces(audit.report, 0, audit.output_bytes)


def report_page_response(audit: Batch, page: str) -> HttpResponseBase:
    """Return `page`, which is HTML, with the report instead of the comment `<!-- report -->`."""
    return _stream_response(report_to_html(_read_lines(audit), page), "html")


def report_response(audit: Batch, kind: str, range_header: str = "") -> HttpResponseBase:
    """Return the report as a file; `kind` is a key of REPORT_MEDIA_TYPES.

    Only `jsonl` supports ranges. Raise RangeOutsideFile like `file_response`.
    """
    if kind != "jsonl":
        write = report_to_csv if kind == "csv" else report_to_html
        response = _stream_response(write(_read_lines(audit)), kind)
    else:
        read = partial(read_pieces, audit.report)
        response = file_response(read, audit.output_bytes, REPORT_MEDIA_TYPES[kind], range_header)
    return name_download(response, audit.name, f"audit.{kind}")


def _stream_response(parts: Iterator[str], kind: str) -> HttpResponseBase:
    encoded = (part.encode("utf-8", "replace") for part in parts)
    return StreamingHttpResponse(encoded, content_type=REPORT_MEDIA_TYPES[kind])


def _read_lines(audit: Batch) -> Iterator[bytes]:
    return split_report_lines(read_report(audit))


def first_entries(audit: Batch) -> list[Entry]:
    """Return hands that were paid incorrectly, in line order, at most MAX_LISTED_HANDS."""
    return list(islice(read_entries(_read_lines(audit)), MAX_LISTED_HANDS))


def find_entry(audit: Batch, line: int, file: str = "") -> Entry | None:
    """Return the incorrectly paid hand on this line of the log, or of a file in it, if any."""
    for entry in read_entries(_read_lines(audit)):
        if entry["line"] == line and entry.get("file", "") == file:
            return entry
    return None


def header_of(audit: Batch) -> dict[str, Any]:
    """Return the header of the report."""
    header: dict[str, Any] = json.loads(next(_read_lines(audit)))["audit"]
    return header


def last_line_of(audit: Batch) -> dict[str, Any]:
    """Return the last line of the report: totals, command, key and signature.

    Return an empty dict if the line isn't valid JSON.
    """
    start = max(0, audit.output_bytes - _LAST_LINE_BYTES)
    lines = b"".join(read_pieces(audit.report, start, audit.output_bytes)).splitlines()
    try:
        last_line: dict[str, Any] = json.loads(lines[-1])
    except ValueError:
        return {}
    return last_line


def is_quickly_converted(audit: Batch) -> bool:
    """Return whether the log has few enough hands to be converted while a client waits."""
    return audit.deals <= MAX_CONVERTED_HANDS


def converted_response(
    audit: Batch, ending: str, *, hides_cards: bool, keeps: str, renames: bool
) -> HttpResponseBase:
    """Return a copy of the log in another format; the file name contains the number of hands.

    `ending` is a key of CONVERTED_FORMATS. `keeps` is the player whose cards are never hidden, by
    the name in the night report.

    Raise UnusableInput if the log can't be read, TimeLimitExceeded if the conversion takes too
    long, and TooBusy if too many logs are being converted.
    """
    log_format = CONVERTED_FORMATS[ending]
    names = parse_stored_night_options(audit.terms).names()
    privacy = Privacy(hides_cards=hides_cards, kept_player=keeps, hides_names=renames, names=names)
    with (
        CONVERSION_TURNS.take(),
        open_text(audit, PieceReader(audit.id, audit.input_bytes)) as text,
    ):
        conversion = Conversion(log_format, privacy, _CONVERSION_SECONDS)
        converted = "".join(conversion.convert(read_hands(audit, text)))
    omitted_count = conversion.refused.total() + conversion.unread.total()
    hand_counts = f"{conversion.written}-of-{conversion.written + omitted_count}-hands"
    response = HttpResponse(
        converted.encode(errors="replace"), content_type=f"{log_format.media_type}; charset=utf-8"
    )
    name = "log" if renames else audit.name
    return name_download(response, name, f"{hand_counts}{log_format.extension}")
