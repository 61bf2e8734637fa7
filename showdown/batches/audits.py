"""Audits the log of a batch in one job, and reads what came of it from its report.

What an audit has found so far is in no file yet: where a worker stops, another begins anew, and
writes the same report.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from itertools import batched, islice
from time import monotonic
from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from pydantic import Field, with_config

from omahasite import VERSION
from showdown.audits.array_judging import judge_all
from showdown.audits.counts import Counts
from showdown.audits.evidence import key_in, lines_of
from showdown.audits.night.asked import asked_in
from showdown.audits.night.equities import Equities
from showdown.audits.printing import as_html
from showdown.audits.repeated import each_once
from showdown.audits.report import About, Audit, command_of
from showdown.audits.storing import store_judged
from showdown.audits.tables import as_csv, entries_of
from showdown.audits.terms import Terms, terms_of
from showdown.batches.files import PieceReader, expanded, pieces_of, remove, save_stream
from showdown.batches.jobs import NoLongerWanted, long_job, mark_running, stop_if_asked, wanted
from showdown.batches.limits import most_expanded_bytes
from showdown.batches.nights import Kept, NightWriter, forget
from showdown.batches.results import ProgressJson, named, of_file, progress_to_json, range_of
from showdown.files.blocks import until_stopped
from showdown.files.byte_streams import Readable
from showdown.files.errors import UnusableInput
from showdown.files.log_hands import blocks_of, hands_in
from showdown.models import Batch, State
from showdown.notation.json_types import STRICT, Count
from showdown.notation.logs.logged_hand import ReadHand

_TOGETHER = 1_000
_BETWEEN_COUNTS = 1.0
"""Seconds between two times that a page can see how far an audit is."""


@long_job
def audit(batch: int) -> None:
    """Audit a log, unless that is not to go on. Raises UnusableInput."""
    with suppress(NoLongerWanted):
        _audit(_begin(batch))


def _begin(number: int) -> Batch:
    with transaction.atomic():
        batch = wanted(number)
        mark_running(batch)
        batch.text_bytes = batch.input_bytes
        batch.deals = batch.errors = batch.done_bytes = 0  # another worker may have begun it
        batch.save(
            update_fields=["state", "started", "text_bytes", "deals", "errors", "done_bytes"]
        )
    return batch


def _audit(batch: Batch) -> None:
    about_it = about(batch)
    asked = asked_in(batch.terms)
    equities = Equities(about_it.terms)
    with (
        closing(Audit(about_it, equities)) as audit,
        closing(NightWriter(equities, asked)) as night,
    ):
        pieces = PieceReader(batch.id, batch.input_bytes)
        with expanded(batch, pieces) as text:
            try:
                _judge(batch, audit, night, text, pieces)
            except UnusableInput:
                _show(batch, audit.counts, pieces.tell())
                raise
        lines = audit.report(_digest(batch), key_in(settings.AUDIT_KEY_FILE))
        name, length = save_stream(batch.id, "report", until_stopped(lines, stop_if_asked))
        kept: Kept | None = None
        try:
            kept = night.keep(batch.id)
            _finish(batch, audit, kept, name, length)
        except BaseException:
            remove(name)
            if kept:
                forget(kept)
            raise


def about(batch: Batch) -> About:
    """What the report says of itself."""
    asked = {
        "rules": batch.rules.slug,
        "at": batch.created.isoformat(),
        **_some(batch.terms, TERMS),
    }
    return About(
        name=batch.name,
        engine=f"showdown {VERSION}",
        terms=terms_of(batch.rules.slug, **_some(batch.terms, TERMS)),
        command=command_of(batch.name, asked, luck=True),
        when=batch.created,
        table=reverse("table"),
        luck=True,
    )


def _some(terms: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    return {name: terms[name] for name in names if name in terms}


def _judge(
    batch: Batch, audit: Audit, night: NightWriter, text: Readable, pieces: PieceReader
) -> None:
    """Judge all hands, and show from time to time how far it is. Raises UnusableInput."""
    shown = monotonic()
    for _ in until_stopped(night.read(audit.read(_hands(batch, text))), stop_if_asked):
        if monotonic() - shown > _BETWEEN_COUNTS:
            shown = monotonic()
            _show(batch, audit.counts, pieces.tell())


def _hands(batch: Batch, text: Readable) -> Iterator[ReadHand]:
    """Yield each hand of the log once, until the job is to stop. Raises UnusableInput."""
    return each_once(hands_in(text, most_expanded_bytes(batch), stop=stop_if_asked))


def _show(batch: Batch, counts: Counts, done_bytes: int) -> None:
    """Record the progress. Raise NoLongerWanted where the batch has ended."""
    running = Batch.objects.under_way().filter(pk=batch.pk)
    if not running.update(deals=counts.hands, errors=counts.differing, done_bytes=done_bytes):
        raise NoLongerWanted


def _digest(batch: Batch) -> str:
    """Return the SHA-256 of the uploaded file in hex."""
    digest = sha256()
    with PieceReader(batch.id, batch.input_bytes) as pieces:
        for block in until_stopped(blocks_of(pieces), stop_if_asked):
            digest.update(block)
    return digest.hexdigest()


def _finish(batch: Batch, audit: Audit, night: Kept, report: str, length: int) -> None:
    """Record what came of it, the hands to store with it: all at once, and so but once."""
    with transaction.atomic():
        is_stored = batch.first_deal is not None  # a night may be told anew
        ends = _store(batch, audit.about.terms) if batch.stores and not is_stored else []
        batch = wanted(batch.pk)
        if ends:
            batch.first_deal, batch.last_deal = ends
        batch.state = State.DONE
        batch.finished = timezone.now()
        batch.report, batch.output_bytes = report, length
        batch.deals, batch.errors = audit.counts.hands, audit.counts.differing
        batch.tallies = _tallies(audit) | {"night": night._asdict()}
        batch.save()


def _store(batch: Batch, terms: Terms) -> list[UUID]:
    """Store the judged hands, from the log once more. Returns their first and last identifier.

    Nobody has to wait meanwhile: the batch is locked only afterwards.
    """
    ends: list[UUID] = []
    with expanded(batch, PieceReader(batch.id, batch.input_bytes)) as text:
        hands = until_stopped(judge_all(_hands(batch, text), terms), stop_if_asked)
        for some in batched(hands, _TOGETHER):
            ends += store_judged(some, terms, batch=batch).ids
            ends = [min(ends), max(ends)] if ends else []
    return ends


def _tallies(audit: Audit) -> dict[str, Any]:
    """The data that a page shows of an audit beside its entries."""
    hands = [broken._asdict() for broken in audit.counts.broken]
    return {"counts": audit.counts.to_json(), "broken": hands}


MOST_LISTED = 20_000
"""Hands that a page looks through: the report itself has them all."""

_END = 1 << 20
"""Bytes in which the last line of a report is looked for."""

TERMS = ("unit", "rake", "jackpot")
"""The terms of an audit that can be set besides the rule set."""

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


@with_config(STRICT)
class AuditCountsJson(TypedDict):
    """The number of hands; those skipped by reason, and those that differ by kind."""

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
    """A log of hands: the progress of its audit, and what was counted (null until it is done)."""

    rules: Annotated[str, Field(description="The rule set by which odd chips are judged.")]
    unit: str | None
    rake: str | None
    jackpot: str | None
    chip: str | None
    same: str | None
    by_id: Annotated[bool, Field(description="Whether players with one id are one player.")]
    store: Annotated[bool, Field(description="Whether its settled hands are stored.")]
    hands: Annotated[Count, Field(description="Read so far.")]
    differing: Annotated[Count, Field(description="Paid differently than due, so far.")]
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


def report_of(audit: Batch) -> Iterator[bytes]:
    """The signed report, a little at a time."""
    return pieces_of(audit.report, 0, audit.output_bytes)


def first_entries(batch: Batch) -> list[Entry]:
    """Hands that were paid wrong, in the order of their lines, at most MOST_LISTED."""
    return list(islice(entries_of(_lines(batch)), MOST_LISTED))


def entry_at(batch: Batch, line: int, file: str = "") -> Entry | None:
    """The hand that begins on this line of the log, or of this file in it, if it was paid wrong."""
    entries = entries_of(_lines(batch))
    here = (entry for entry in entries if entry["line"] == line and entry.get("file", "") == file)
    return next(here, None)


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
