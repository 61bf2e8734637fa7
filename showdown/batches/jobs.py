"""What the jobs of batches have in common: how they are deferred, tried again, and given up.

A job is declared where its work is done, and whoever makes it necessary imports it from there.
"""

import logging
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from procrastinate import App, JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from procrastinate.tasks import Task
from procrastinate.worker import Worker

from showdown.batches.failing import fail, reason_of
from showdown.files.unusable import UnusableInput
from showdown.models import Batch, StoreUnavailable

logger = logging.getLogger(__name__)

AHEAD = 1_000_000
"""Before every block: short jobs that a person waits for."""

_AWAY = (OperationalError, InterfaceError, StoreUnavailable)
deferring = App(connector=DjangoConnector())
"""A worker speaks to the queue over connections of its own; jobs are deferred over Django's."""


def defer(job: Task, batch: Batch, *, priority: int = AHEAD, **arguments: int) -> None:
    """Put a job of the batch in the queue when the transaction that is open ends."""
    deferring.configure_task(job.name, priority=priority).defer(batch=batch.pk, **arguments)


def cancel_waiting(batch: Batch) -> None:
    """Take the jobs of a batch that no worker has begun out of the queue."""
    waiting = ProcrastinateJob.objects.filter(status="todo", args__batch=batch.pk)
    for number in waiting.values_list("id", flat=True):
        deferring.job_manager.cancel_job_by_id(number, delete_job=True)


def batch_of(job: Job) -> int:
    """The number of the batch whose job this is."""
    return cast(int, job.task_kwargs["batch"])


def is_last_attempt(job: Job) -> bool:
    return job.attempts + 1 >= settings.BATCH_ATTEMPTS


class Patience(BaseRetryStrategy):
    """Try again a few times, after longer and longer; not where the file itself is at fault."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, UnusableInput) or is_last_attempt(job):
            return None
        wait = settings.BATCH_RETRY_SECONDS * 2**job.attempts
        return RetryDecision(retry_in={"milliseconds": round(1000 * wait)})


def saying_why(give_up: Callable[[Job, str], object]) -> Callable[..., Any]:
    """What surrounds a job, so that it is given up with a reason when its last attempt has failed.

    A worker that has lost its database stops, to begin anew with a new connection: the queue gives
    the job of a worker that is gone to another one.
    """

    def say_why(call_next: Any, context: JobContext, worker: Worker) -> Any:
        try:
            return call_next()
        except Exception as error:
            logger.warning("%s: %s", context.job.call_string, error, exc_info=error)
            if isinstance(error, _AWAY) and not connection.is_usable():
                worker.stop()
            elif isinstance(error, UnusableInput) or is_last_attempt(context.job):
                give_up(context.job, reason_of(error))
            raise

    return say_why


def _fail(job: Job, reason: str) -> None:
    fail(batch_of(job), reason)


job = app.task(retry=Patience(), task_middleware=[saying_why(_fail)])
"""Declares a job whose batch fails with it."""

job_after_the_end = app.task(retry=Patience())
"""Declares a job for a batch that has ended."""
