"""Queue, retry, stop and fail the jobs of batches.

A job is declared in the module that does its work, and imported from there by its callers.
"""

import logging
from collections.abc import Collection
from contextvars import ContextVar
from typing import Any, cast

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from procrastinate import App, JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.exceptions import JobAborted
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from procrastinate.tasks import Task
from procrastinate.worker import Worker

from showdown.batches.storage import DISK_FULL
from showdown.files.byte_streams import UnusableInput
from showdown.models import Batch, Export, State
from showdown.models.batch import UNFINISHED_STATES
from showdown.models.people import person_key

logger = logging.getLogger(__name__)

FIRST_PRIORITY = 1_000_000
"""Default priority, above that of all blocks, because a person may be waiting for the job."""

SHORT_QUEUE, LONG_QUEUE = "default", "long"
"""The names of the queues: for blocks of files, and for jobs on a whole file or account.

A worker runs jobs of both queues concurrently; several long jobs share its processor time.
"""

_CONNECTION_ERRORS = (OperationalError, InterfaceError)
_FINAL_ERRORS = (UnusableInput, FileNotFoundError)
"""Errors that a retry can't fix: a file is invalid or missing from the storage."""
_current_context: ContextVar[JobContext | None] = ContextVar("current job", default=None)
deferring_app = App(connector=DjangoConnector())
"""The app that queues jobs over Django's connection; workers use other connections."""


def defer(
    job: Task,
    batch: Batch,
    *,
    priority: int = FIRST_PRIORITY,
    takes_turns: bool = False,
    **arguments: int,
) -> None:
    """Queue a job of the batch when the open transaction commits.

    With `takes_turns`, the job waits for the person's other long jobs (see `lock_name_of`).
    """
    lock = lock_name_of(batch) if takes_turns else None
    deferrer = deferring_app.configure_task(job.name, priority=priority, queue=job.queue, lock=lock)
    deferrer.defer(batch=batch.pk, **arguments)


def lock_name_of(batch: Batch) -> str:
    """Return the name of the lock that makes a person's long jobs run one at a time.

    The lock prevents one person from occupying all workers.
    """
    return f"long jobs of {person_key(batch.owner_id, batch.visitor) or 'the site'}"


def cancel_waiting_jobs(batch: Batch) -> None:
    """Remove the jobs of a batch that no worker has begun from the queue."""
    waiting_jobs = ProcrastinateJob.objects.filter(status="todo", args__batch=batch.pk)
    for job_id in waiting_jobs.values_list("id", flat=True):
        deferring_app.job_manager.cancel_job_by_id(job_id, delete_job=True)


def abort_running_jobs(batch: Batch) -> None:
    """Abort the running jobs of a batch and of its exports. Workers are notified at once."""
    exports = list(batch.exports.values_list("pk", flat=True))
    of_batch = Q(args__batch=batch.pk) | Q(args__export__in=exports)
    running_jobs = ProcrastinateJob.objects.filter(of_batch, status="doing")
    for job_id in running_jobs.values_list("id", flat=True):
        deferring_app.job_manager.cancel_job_by_id(job_id, abort=True)


def stop_if_requested() -> None:
    """Raise JobAborted if the batch has ended or the worker is stopping.

    Jobs call this function between steps of a fraction of a second; a call costs almost nothing.
    """
    context = _current_context.get()
    if context and context.should_abort():
        raise JobAborted


def is_last_attempt(job: Job) -> bool:
    return job.attempts + 1 >= settings.BATCH_ATTEMPTS


class RetryLater(BaseRetryStrategy):
    """A strategy that retries after growing intervals, unless the file is invalid or missing.

    A job that was stopped together with its worker runs again on the next worker.
    """

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, JobAborted):
            return RetryDecision(retry_in={"seconds": 0})
        if isinstance(exception, _FINAL_ERRORS) or is_last_attempt(job):
            return None
        wait = settings.BATCH_RETRY_SECONDS * 2**job.attempts
        return RetryDecision(retry_in={"milliseconds": round(1000 * wait)})


def give_up(job: Job, reason: str) -> None:
    """Record the reason why a job has failed for good, in its batch or its export."""
    if "batch" in job.task_kwargs:
        fail_batch(cast(int, job.task_kwargs["batch"]), reason)
    if "export" in job.task_kwargs:
        unwritten = Export.objects.filter(pk=cast(int, job.task_kwargs["export"]), name="")
        unwritten.update(reason=reason)


def record_failure(call_next: Any, context: JobContext, worker: Worker) -> Any:
    """Run a job, and give it up if it has failed for good; middleware of procrastinate.

    A worker that lost its database connection stops and restarts with a new one; meanwhile the
    queue gives its job to another worker.
    """
    token = _current_context.set(context)
    try:
        return call_next()
    except JobAborted:
        raise
    except Exception as error:
        exc_info = None if isinstance(error, UnusableInput) else error
        logger.warning("%s: %s", context.job.call_string, error, exc_info=exc_info)
        if isinstance(error, _CONNECTION_ERRORS) and not connection.is_usable():
            worker.stop()
        elif isinstance(error, _FINAL_ERRORS) or is_last_attempt(context.job):
            give_up(context.job, reason_of(error))
        raise
    finally:
        _current_context.reset(token)
        if context.job.queue == LONG_QUEUE:
            connection.close()  # the thread may be idle for hours


job = app.task(queue=SHORT_QUEUE, retry=RetryLater(), task_middleware=[record_failure])
"""Declare a job that takes seconds. If it fails for good, its batch fails."""

long_job = app.task(queue=LONG_QUEUE, retry=RetryLater(), task_middleware=[record_failure])
"""Declare a job that reads a whole file, and calls `stop_if_requested` regularly."""

job_after_the_end = app.task(queue=LONG_QUEUE, retry=RetryLater())
"""Declare a job that deletes the data of an ended batch or a closed account."""


_DATABASE_FULL = "53100"


def change_state(
    number: int, state: State, *, only_from: Collection[State], **fields: object
) -> bool:
    """Change the state and other fields of a batch if it is in one of the states `only_from`.

    Return whether the batch was changed.
    """
    rows = Batch.objects.filter(pk=number, state__in=only_from)
    return rows.update(state=state, **fields) == 1


def fail_batch(number: int, reason: str) -> bool:
    """Stop a batch that can't continue, and record why. Return whether it was unfinished.

    Finished blocks are kept for resuming.
    """
    return change_state(
        number, State.FAILED, only_from=UNFINISHED_STATES, reason=reason, finished=timezone.now()
    )


def reason_of(error: BaseException) -> str:
    """Describe the error that ended a batch, for its owner."""
    if isinstance(error, UnusableInput):
        return str(error)
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return "the disk that holds the files is full"
    if isinstance(error, FileNotFoundError):
        return "a file of the batch is missing from the storage"
    if isinstance(error, OSError) and error.strerror:
        return f"a file of the batch could not be read or written: {error.strerror}"
    if isinstance(error, DatabaseError):
        if getattr(error.__cause__, "sqlstate", None) == _DATABASE_FULL:
            return "the disk of the database is full"
        return f"the database reported an error: {str(error).partition('\n')[0]}"
    return f"{type(error).__name__}: {error}"


class NoLongerWanted(Exception):
    """The batch has ended, or the work is already done, so nothing may be recorded."""


def begin_batch(number: int, **fields: Any) -> Batch:
    """Set the state of a batch to running, and other fields, and return the batch.

    Raise NoLongerWanted like `lock_uncut_batch`.
    """
    with transaction.atomic():
        started = lock_uncut_batch(number).started or timezone.now()
        rows = Batch.objects.filter(pk=number)
        rows.update(state=State.RUNNING, started=started, **fields)
        return rows.get()


def lock_uncut_batch(number: int) -> Batch:
    """Return the batch, locked, if it is unfinished and not completely cut into blocks.

    Raise NoLongerWanted if it has ended or is already cut.
    """
    batch = Batch.objects.locked().unfinished().filter(pk=number, is_cut=False).first()
    if batch is None:
        raise NoLongerWanted
    return batch
