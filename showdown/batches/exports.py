"""Exports: a batch as a table, made once by a job, and kept as a file until it is old."""

from datetime import timedelta
from importlib.util import find_spec

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from showdown.batches.files import remove, remove_parts_but, save_stream
from showdown.batches.queue import defer_export
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
"""The tables there are, by the ending of the file: their media types. pyarrow writes them."""


_FOLDER = "exports"


class BeingMade(Exception):
    """The table is being made; ask again in a moment."""


class NotMade(Exception):
    """The table could not be made."""


def export_of(batch: Batch, kind: str) -> Export:
    """A table that is there. Raises BeingMade, having asked for it if nobody has; and NotMade."""
    with transaction.atomic():
        export, is_new = Export.objects.get_or_create(batch=batch, kind=kind)
        if is_new:
            defer_export(export)
    if export.reason:
        raise NotMade(export.reason)
    if not export.name:
        raise BeingMade(BeingMade.__doc__)
    return export


def make(number: int) -> None:
    """Make an export, unless it is there or not wanted any more."""
    wanted = Export.objects.filter(pk=number, name="", batch__state=State.DONE)
    export = wanted.select_related("batch").first()
    if export is None:
        return
    # Named, not imported: what makes tables is slow to import, and rarely needed.
    write_table = import_string(f"showdown.batches.exporting.as_{export.kind}")
    name, length = save_stream(export.batch.id, _FOLDER, write_table(export.batch))
    if not wanted.update(name=name, length=length):
        remove(name)
    # Of what was killed while it was written.
    named = export.batch.exports.values_list("name", flat=True)
    remove_parts_but(export.batch.id, _FOLDER, set(named))


def give_up(number: int, reason: str) -> None:
    Export.objects.filter(pk=number, name="").update(reason=reason)


def remove_old() -> int:
    """Remove exports that are old, and those that failed: who asks again has them made again."""
    kept_since = timezone.now() - timedelta(days=settings.EXPORT_KEEP_DAYS)
    old = Export.objects.filter(asked__lt=kept_since) | Export.objects.exclude(reason="")
    for export in old:
        export.delete()
        remove(export.name)
    return len(old)
