"""The periodic clean-up, and restarts of stalled jobs.

Importing this module registers all tasks.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob, ProcrastinatePeriodicDefer
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from procrastinate.worker import Worker

from showdown.batches import control
from showdown.batches.jobs import deferring_app, give_up, is_last_attempt
from showdown.batches.results import remove_old_exports
from showdown.models import Answer, Showdown, Trainee, sign_ins

logger = logging.getLogger(__name__)


def _delete_rows_of_visitors(manager: Any) -> int:
    """Delete rows of visitors that are older than VISITOR_DEAL_KEEP_DAYS days, if it isn't 0."""
    days = settings.VISITOR_DEAL_KEEP_DAYS
    return manager.delete_visitors(timezone.now() - timedelta(days=days)) if days else 0


REMOVALS: dict[str, Callable[[], int]] = {
    "old batches": control.remove_old_batches,
    "old exports": remove_old_exports,
    "closed accounts": control.requeue_account_deletions,
    "expired sessions": lambda: Session.objects.filter(expire_date__lt=timezone.now()).delete()[0],
    "old deals of visitors": partial(_delete_rows_of_visitors, Showdown.objects),
    "old training records of visitors": partial(_delete_rows_of_visitors, Trainee.objects),
    "old stored responses": Answer.objects.delete_old,
    "old counts of wrong passwords": sign_ins.delete_old_failures,
}
"""Functions that remove old data, or queue its removal, and return the number of objects."""


@app.periodic(cron="10 * * * *")
@app.task(queueing_lock="sweep")
def sweep(timestamp: int) -> None:
    """Remove old data. If one removal fails, the others still run."""
    for kind, remove in REMOVALS.items():
        try:
            logger.info("clean-up of %s: %s", kind, remove())
        except Exception:
            logger.exception("clean-up of %s failed", kind)


def remove_jobs_of_removed_tasks() -> None:
    """Remove queued jobs of periodic tasks of earlier versions, which would fail.

    Other unknown jobs are kept, because they may be for workers with optional packages.
    """
    periodic = ProcrastinatePeriodicDefer.objects.values("task_name")
    queued = ProcrastinateJob.objects.filter(status="todo", task_name__in=periodic)
    for job_id in queued.exclude(task_name__in=app.tasks).values_list("id", flat=True):
        deferring_app.job_manager.cancel_job_by_id(job_id, delete_job=True)


_running_jobs: set[int | None] = set()
"""Identifiers of the jobs that run in this process."""


async def remember_running(call_next: Any, context: JobContext, worker: Worker) -> Any:
    """Worker middleware: record a job while it runs."""
    _running_jobs.add(context.job.id)
    try:
        return await call_next()
    finally:
        _running_jobs.discard(context.job.id)


async def restart_stalled_jobs() -> None:
    """Restart jobs of dead workers; fail jobs that have used all their attempts.

    The jobs of this process are skipped: if its event loop stalls, its own heartbeat is late.
    """
    silent_seconds = 3 * settings.WORKER_HEARTBEAT_SECONDS
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=silent_seconds):
        if job.id in _running_jobs:
            continue
        # Another worker may try to restart the same job at the same time; one of them fails.
        with suppress(ConnectorException):
            if is_last_attempt(job):
                name = job.task_name.rpartition(".")[2]
                reason = "a worker died without an error message in each attempt to run the job"
                await sync_to_async(give_up)(job, f"{reason} “{name}”")
                await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
            else:
                await app.job_manager.retry_job(job)
