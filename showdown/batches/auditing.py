"""Audits the log of a batch from its first byte to its last: a job that can be done again.

What it has found so far is in no file yet: where a worker stops, another begins anew, and writes
the same report.
"""

from contextlib import closing, suppress
from hashlib import file_digest
from itertools import batched
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from omahasite import VERSION
from showdown.audits.array_judging import Judged, judge_all
from showdown.audits.evidence import key_in
from showdown.audits.report import About, Audit, command_of
from showdown.audits.running import hands_in, judged_hands
from showdown.audits.storing import store_judged
from showdown.audits.terms import Terms, terms_of
from showdown.batches.files import PieceReader, remove, save_stream
from showdown.batches.jobs import job
from showdown.batches.taking_up import NoLongerWanted, expanded, mark_running, wanted
from showdown.models import Batch, State

_BETWEEN_LOOKS = 4_000


@job
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
    with closing(Audit(about(batch))) as found:
        pieces = PieceReader(batch.id, batch.input_bytes)
        with expanded(batch, pieces) as text:
            hands = judged_hands(found, text)
            for some in batched(hands, _BETWEEN_LOOKS, strict=False):
                _tell(batch, some, pieces.tell())
        lines = found.report(_digest(batch), key_in(settings.AUDIT_KEY_FILE))
        name, length = save_stream(batch.id, "report", lines)
        try:
            _finish(batch, found, name, length)
        except BaseException:
            remove(name)
            raise


def about(batch: Batch) -> About:
    """What the report says of itself."""
    asked = {"rules": batch.rules.slug, "at": batch.created.isoformat(), **batch.terms}
    return About(
        name=batch.name,
        engine=f"showdown {VERSION}",
        terms=terms_of(batch.rules.slug, **batch.terms),
        command=command_of(batch.name, asked),
        when=batch.created,
        table=reverse("table"),
    )


def _tell(batch: Batch, some: tuple[Judged, ...], done_bytes: int) -> None:
    """How far it is. Raises NoLongerWanted where nobody wants to know any more."""
    batch.deals += len(some)
    batch.errors += sum(isinstance(each, tuple) and each[1] is not None for each in some)
    running = Batch.objects.under_way().filter(pk=batch.pk)
    so_far = {"deals": batch.deals, "errors": batch.errors, "done_bytes": done_bytes}
    if not running.update(**so_far):
        raise NoLongerWanted


def _digest(batch: Batch) -> str:
    """Of the file as it came, in hex."""
    with PieceReader(batch.id, batch.input_bytes) as pieces:
        return file_digest(pieces, "sha256").hexdigest()


def _finish(batch: Batch, found: Audit, report: str, length: int) -> None:
    """Record what came of it, the hands to store with it: all at once, and so but once."""
    with transaction.atomic():
        ends = _store(batch, found.about.terms) if batch.stores else []
        batch = wanted(batch.pk)
        batch.first_deal, batch.last_deal = ends or (None, None)
        batch.state = State.DONE
        batch.finished = timezone.now()
        batch.report, batch.output_bytes = report, length
        batch.deals, batch.errors = found.counts.hands, found.counts.differing
        batch.tallies = _tallies(found)
        batch.save()


def _store(batch: Batch, terms: Terms) -> list[UUID]:
    """Store the judged hands, from the log once more. Returns their first and last identifier.

    Nobody has to wait meanwhile: the batch is locked only afterwards. Raises NoLongerWanted.
    """
    ends: list[UUID] = []
    with expanded(batch, PieceReader(batch.id, batch.input_bytes)) as text:
        for some in batched(judge_all(hands_in(text), terms), _BETWEEN_LOOKS, strict=False):
            ends += store_judged(some, terms, batch=batch)
            ends = [min(ends), max(ends)] if ends else []
            if not Batch.objects.under_way().filter(pk=batch.pk).exists():
                raise NoLongerWanted
    return ends


def _tallies(found: Audit) -> dict[str, Any]:
    """What a page shows of an audit beside its entries."""
    broken = [each._asdict() for each in found.counts.broken]
    return {"counts": found.counts.to_json(), "broken": broken}
