"""Background tasks: regular clean-up. Importing this module also registers jobs of batches."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.worker import Worker

from showdown.batches import control
from showdown.batches.jobs import batch_of, export_number_of, fail, is_last_attempt
from showdown.batches.results import fail_export, remove_old_exports
from showdown.models import Answer, Showdown, Trainee, sign_ins
from showdown.words.ranks import how_many

logger = logging.getLogger(__name__)

_EVERY_HOUR = "10 * * * *"


@app.periodic(cron=_EVERY_HOUR)
@app.task(queueing_lock="sweep")
def sweep(timestamp: int) -> None:
    """Remove old batches and exports."""
    _log_removed(control.sweep(), "old batches")
    _log_removed(remove_old_exports(), "old exports")


@app.periodic(cron="15 * * * *")
@app.task(queueing_lock="delete_closed_accounts")
def delete_closed_accounts(timestamp: int) -> None:
    """Queue the deletion of closed accounts again, in case a job was lost."""
    count = control.delete_closed_accounts()
    logger.info("queued the deletion of %s", how_many(count, "closed account"))


@app.periodic(cron="20 * * * *")
@app.task(queueing_lock="delete_expired_sessions")
def delete_expired_sessions(timestamp: int) -> None:
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    _log_removed(expired.delete()[0], "expired sessions")


@app.periodic(cron="30 * * * *")
@app.task(queueing_lock="delete_visitors_deals")
def delete_visitors_deals(timestamp: int) -> None:
    """Delete visitors' old deals; an account's deals are kept until the account is deleted."""
    if settings.VISITOR_DEAL_KEEP_DAYS:
        _log_removed(Showdown.objects.delete_visitors(_kept_since()), "old deals of visitors")


@app.periodic(cron="35 * * * *")
@app.task(queueing_lock="delete_visitors_training")
def delete_visitors_training(timestamp: int) -> None:
    """Delete the training of visitors who haven't answered for VISITOR_DEAL_KEEP_DAYS days."""
    if settings.VISITOR_DEAL_KEEP_DAYS:
        _log_removed(
            Trainee.objects.delete_visitors(_kept_since()), "old training records of visitors"
        )


@app.periodic(cron="40 * * * *")
@app.task(queueing_lock="delete_old_responses")
def delete_old_responses(timestamp: int) -> None:
    """Delete old responses that were stored for an Idempotency-Key."""
    _log_removed(Answer.objects.delete_old(), "old stored responses")


@app.periodic(cron="50 * * * *")
@app.task(queueing_lock="delete_wrong_passwords")
def delete_wrong_passwords(timestamp: int) -> None:
    _log_removed(sign_ins.delete_old_failures(), "old counts of wrong passwords")


def _kept_since() -> datetime:
    return timezone.now() - timedelta(days=settings.VISITOR_DEAL_KEEP_DAYS)


def _log_removed(count: int, kind: str) -> None:
    logger.info("removed %s %s", count, kind)


_running: set[int | None] = set()
"""Identifiers of the jobs that run in this process."""


async def remember_running(call_next: Any, context: JobContext, worker: Worker) -> Any:
    """Remember a job while it runs. This is middleware of workers."""
    _running.add(context.job.id)
    try:
        return await call_next()
    finally:
        _running.discard(context.job.id)


async def restart_stalled_jobs() -> None:
    """Restart jobs of dead workers; fail jobs that have used all their attempts.

    The jobs of this process are skipped: if its event loop stalls, its own heartbeat is late.
    """
    silent = 3 * settings.WORKER_HEARTBEAT_SECONDS
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=silent):
        if job.id in _running:
            continue
        # Another worker may try to restart the same job at the same time; one of them fails.
        with suppress(ConnectorException):
            if is_last_attempt(job):
                await _give_up(job)
            else:
                await app.job_manager.retry_job(job)


async def _give_up(job: Job) -> None:
    name = job.task_name.rpartition(".")[2]
    reason = f"a worker died without an error message in each attempt to run the job “{name}”"
    if "batch" in job.task_kwargs:
        await sync_to_async(fail)(batch_of(job), reason)
    if export := export_number_of(job):
        await sync_to_async(fail_export)(export, reason)
    await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
