"""Audit the log of a batch in one job.

An audit stores no results until it is done: if its worker stops, another worker starts again and
writes the same report.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import batched
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from showdown.audits.array_judging import judge_all
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.names import parse_stored_night_options
from showdown.audits.report import Audit, ReportHeader, store_hands
from showdown.audits.signing import load_or_create_key
from showdown.audits.sources import LogFile, skip_repeated
from showdown.audits.terms import Terms
from showdown.batches.jobs import (
    NoLongerWanted,
    begin_batch,
    lock_uncut_batch,
    long_job,
    stop_if_requested,
)
from showdown.batches.nights import NightFiles, NightWriter
from showdown.batches.storage import PieceReader, open_text, removing_unrecorded, save_stream
from showdown.batches.upload_limits import max_expanded_bytes
from showdown.files.blocks import stoppable
from showdown.files.byte_streams import Readable, UnusableInput, WatchedStream
from showdown.files.log_hands import read_log_hands
from showdown.models import Batch, State
from showdown.notation.logs.logged_hand import ReadHand

TERM_FIELDS = ("unit", "rake", "jackpot")
"""The terms, besides the rule set, by which hands are judged."""

FOLDER_DIGEST = "folder-sha256"
"""Key in `Batch.terms` of the digest of several uploaded files, computed like that of a folder."""

_STORE_CHUNK_SIZE = 1_000
_PROGRESS_SECONDS = 1.0
"""Minimum time between two updates of the progress in the database."""


@long_job
def audit(batch: int) -> None:
    """Audit a log, unless the batch has ended.

    Raise UnusableInput if the log can't be read.
    """
    with suppress(NoLongerWanted):
        # Count from 0, because another worker may have begun the audit.
        _audit_batch(
            begin_batch(batch, text_bytes=F("input_bytes"), deals=0, errors=0, done_bytes=0)
        )


def _audit_batch(batch: Batch) -> None:
    header = report_header_of(batch)
    options = parse_stored_night_options(batch.terms)
    calculator = EquityCalculator(header.terms)
    with (
        closing(Audit(header, calculator)) as audit_run,
        closing(NightWriter(calculator, options)) as night,
    ):
        pieces = PieceReader(batch.id, batch.input_bytes)
        with open_text(batch, pieces) as text:
            try:
                last_recorded = monotonic()
                judged_hands = night.add_each(audit_run.judge_each(read_hands(batch, text)))
                for _ in stoppable(judged_hands, stop_if_requested):
                    if monotonic() - last_recorded > _PROGRESS_SECONDS:
                        last_recorded = monotonic()
                        _record_progress(batch, audit_run, pieces)
            except UnusableInput:
                _record_progress(batch, audit_run, pieces)
                raise
        digest = batch.terms.get(FOLDER_DIGEST)
        if not digest:
            with PieceReader(batch.id, batch.input_bytes) as file:
                digest = LogFile(WatchedStream(file, lambda chunk: stop_if_requested())).digest()
        lines = audit_run.report_lines(digest, load_or_create_key(settings.AUDIT_KEY_FILE))
        with removing_unrecorded() as names:
            report, length = save_stream(batch.id, "report", stoppable(lines, stop_if_requested))
            names.append(report)
            _finish(batch, audit_run, night.save(batch.id, names), report, length)


def report_header_of(batch: Batch) -> ReportHeader:
    """Build the report's header from the batch's name, rule set, terms and creation time."""
    terms = {name: batch.terms[name] for name in TERM_FIELDS if name in batch.terms}
    options = {"rules": batch.rules.slug, "at": batch.created.isoformat(), **terms}
    return ReportHeader.from_options(batch.name, options, includes_luck=True)


def read_hands(batch: Batch, text: Readable) -> Iterator[ReadHand]:
    """Yield each hand of the log once.

    Raise UnusableInput if the log can't be read, or JobAborted if the job has to stop.
    """
    return skip_repeated(
        read_log_hands(text, max_expanded_bytes(batch), check_stop=stop_if_requested)
    )


def _record_progress(batch: Batch, audit_run: Audit, pieces: PieceReader) -> None:
    """Record the progress. Raise NoLongerWanted if the batch has ended."""
    counts = audit_run.counts
    running = Batch.objects.unfinished().filter(pk=batch.pk)
    if not running.update(deals=counts.hands, errors=counts.differing, done_bytes=pieces.tell()):
        raise NoLongerWanted


def _finish(batch: Batch, audit_run: Audit, night: NightFiles, report: str, length: int) -> None:
    """Record the results in one transaction, and store the hands if requested."""
    counts = audit_run.counts
    with transaction.atomic():
        is_stored = batch.first_deal is not None  # an earlier audit may have stored the hands
        id_range = []
        if batch.stores and not is_stored:
            id_range = _store_hands(batch, audit_run.header.terms)
        batch = lock_uncut_batch(batch.pk)
        if id_range:
            batch.first_deal, batch.last_deal = id_range
        batch.state = State.DONE
        batch.finished = timezone.now()
        batch.report, batch.output_bytes = report, length
        batch.deals, batch.errors = counts.hands, counts.differing
        batch.tallies = {
            "counts": counts.to_json(),
            "broken": [
                {
                    "file": hand.origin.file,
                    "line": hand.origin.line,
                    "hand": hand.origin.hand,
                    "reason": hand.reason,
                    "detail": hand.detail,
                }
                for hand in counts.faulty_hands
            ],
            "files": counts.first_files(),
            "file_count": sum(map(bool, counts.files)),
            "night": night._asdict(),
        }
        batch.save()


def _store_hands(batch: Batch, terms: Terms) -> list[UUID]:
    """Judge the log again and store the hands. Return their first and last ids, if any.

    The batch is locked only afterwards, so no request waits for this.
    """
    id_range: list[UUID] = []
    with open_text(batch, PieceReader(batch.id, batch.input_bytes)) as text:
        hands = stoppable(judge_all(read_hands(batch, text), terms), stop_if_requested)
        for chunk in batched(hands, _STORE_CHUNK_SIZE):
            id_range += store_hands(chunk, terms, batch=batch).ids
            id_range = [min(id_range), max(id_range)] if id_range else []
    return id_range
