"""Jobs of batches, deferred in the transaction that makes them necessary.

Jobs are named, not imported: whoever submits a batch needs nothing of what settles one. A worker
speaks to the queue over connections of its own; these jobs go over Django's, inside a worker too.
"""

from collections.abc import Iterable

from procrastinate import App
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.models import ProcrastinateJob

from showdown.models import Batch, Export

_app = App(connector=DjangoConnector())

_AHEAD = 1_000_000
"""Before every block: short jobs that a person waits for."""


def defer_cut(batch: Batch, *, after: int = 0) -> None:
    """`after`: the number of the block after which cutting goes on; at once if that is none."""
    priority = -after if after else _AHEAD
    _app.configure_task("cut", priority=priority).defer(batch=batch.pk)


def defer_settle(batch: Batch, blocks: Iterable[int]) -> None:
    """A job for each block. The first blocks of a small batch come before the last of a large."""
    for number in blocks:
        _app.configure_task("settle", priority=-number).defer(batch=batch.pk, block=number)


def defer_join(batch: Batch) -> None:
    _app.configure_task("join", priority=_AHEAD).defer(batch=batch.pk)


def defer_clear(batch: Batch) -> None:
    _app.configure_task("clear", priority=_AHEAD).defer(batch=batch.pk)


def defer_export(export: Export) -> None:
    """One is made at a time, however many workers there are."""
    _app.configure_task("export", lock="export").defer(export=export.pk)


def cancel_waiting(batch: Batch) -> None:
    """Take the jobs of a batch that no worker has begun out of the queue."""
    waiting = ProcrastinateJob.objects.filter(status="todo", args__batch=batch.pk)
    for number in waiting.values_list("id", flat=True):
        _app.job_manager.cancel_job_by_id(number, delete_job=True)
