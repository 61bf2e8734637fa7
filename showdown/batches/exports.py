"""Exports: a batch as a table, made once by a job, and kept as a file until it is old."""

from collections.abc import Iterator
from datetime import timedelta
from importlib.util import find_spec

from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.jobs import Job

from showdown.batches.files import remove, remove_parts_but, save_stream
from showdown.batches.jobs import LONG, Patience, deferring, saying_why, stop_if_asked, turn_of
from showdown.models import Batch, Export, State

TABLES = (
    {
        "csv": "text/csv; charset=utf-8",
        "jsonl": "application/x-ndjson",
        "parquet": "application/vnd.apache.parquet",
    }
    if find_spec("pyarrow")
    else {}
)
"""The media types of the kinds of tables, by file extension. pyarrow writes the tables."""

_FOLDER = "exports"
_KEPT = timedelta(days=7)


class BeingMade(Exception):
    """The table is being made; ask again in a moment."""


class NotMade(Exception):
    """The table could not be made."""


def export_of(batch: Batch, kind: str) -> Export:
    """The finished table. Raises BeingMade (and orders it if nobody has yet) or NotMade."""
    with transaction.atomic():
        export, is_new = Export.objects.get_or_create(batch=batch, kind=kind)
        if is_new:
            order = deferring.configure_task(make.name, queue=LONG, lock=turn_of(batch))
            order.defer(export=export.pk)
    if export.reason:
        raise NotMade(export.reason)
    if not export.name:
        raise BeingMade(BeingMade.__doc__)
    return export


def written(batch: Batch, kind: str) -> Iterator[bytes]:
    """The table as a file, piece by piece."""
    # pyarrow is an extra, and slow to import.
    from showdown.batches import tables  # noqa: PLC0415

    for part in tables.WRITERS[kind](batch):
        stop_if_asked()
        yield part


def export_number_of(job: Job) -> int | None:
    """The number of the export whose job this is."""
    number = job.task_kwargs.get("export")
    return number if isinstance(number, int) else None


def _give_up(job: Job, reason: str) -> None:
    give_up(export_number_of(job) or 0, reason)


@app.task(queue=LONG, retry=Patience(), task_middleware=[saying_why(_give_up)])
def make(export: int) -> None:
    """Make an export, unless it exists or is no longer wanted."""
    asked = Export.objects.filter(pk=export, name="", batch__state=State.DONE)
    wanted = asked.select_related("batch").first()
    if wanted is None:
        return
    batch = wanted.batch
    name, length = save_stream(batch.id, _FOLDER, written(batch, wanted.kind))
    if not asked.update(name=name, length=length):
        remove(name)
    # Left by workers that were killed while writing.
    named = batch.exports.values_list("name", flat=True)
    remove_parts_but(batch.id, _FOLDER, set(named))


def give_up(number: int, reason: str) -> None:
    Export.objects.filter(pk=number, name="").update(reason=reason)


def remove_old() -> int:
    """Remove old and failed exports; a new request has them made again."""
    kept_since = timezone.now() - _KEPT
    old = Export.objects.filter(asked__lt=kept_since) | Export.objects.exclude(reason="")
    for export in old:
        export.delete()
        remove(export.name)
    return len(old)
