"""Order, find and remove exports: tables of a batch, which a job writes once to a file."""

from datetime import timedelta
from importlib.util import find_spec

from django.db import transaction
from django.utils import timezone
from procrastinate.jobs import Job

from showdown.batches.files import remove
from showdown.batches.jobs import LONG, deferring, turn_of
from showdown.models import Batch, Export

TABLES = (
    {
        "csv": "text/csv; charset=utf-8",
        "jsonl": "application/x-ndjson",
        "parquet": "application/vnd.apache.parquet",
    }
    if find_spec("pyarrow")
    else {}
)
"""The media types of the kinds of tables, by file extension; empty without pyarrow."""

MAKE = "showdown.batches.exports.make"
"""The name of the job in `export`, which only workers import: pyarrow is an extra, and slow."""

_KEPT = timedelta(days=7)


class BeingMade(Exception):
    """The table is being made; ask again in a moment."""


class NotMade(Exception):
    """The table could not be made."""


def export_of(batch: Batch, kind: str) -> Export:
    """Return the finished export, or order it if nobody has yet.

    Raise BeingMade until it is finished, and NotMade if the job has failed.
    """
    with transaction.atomic():
        export, is_new = Export.objects.get_or_create(batch=batch, kind=kind)
        if is_new:
            order = deferring.configure_task(MAKE, queue=LONG, lock=turn_of(batch))
            order.defer(export=export.pk)
    if export.reason:
        raise NotMade(export.reason)
    if not export.name:
        raise BeingMade(BeingMade.__doc__)
    return export


def export_number_of(job: Job) -> int | None:
    """Return the primary key of the export that the job makes; None for other jobs."""
    number = job.task_kwargs.get("export")
    return number if isinstance(number, int) else None


def give_up(number: int, reason: str) -> None:
    """Record why an export could not be made."""
    Export.objects.filter(pk=number, name="").update(reason=reason)


def remove_old() -> int:
    """Remove old and failed exports, which can be ordered again, and return their number."""
    kept_since = timezone.now() - _KEPT
    old = Export.objects.filter(asked__lt=kept_since) | Export.objects.exclude(reason="")
    for export in old:
        export.delete()
        remove(export.name)
    return len(old)
