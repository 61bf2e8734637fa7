"""What workers do: the jobs of batches, and now and then some order."""

import logging
from contextlib import suppress
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from procrastinate.worker import Worker

from showdown.batches import cutting, ending, joining, settling
from showdown.files.unusable import UnusableInput
from showdown.models import StoreUnavailable

logger = logging.getLogger(__name__)

_EVERY_HOUR = "10 * * * *"
_AWAY = (OperationalError, InterfaceError, StoreUnavailable)


class Patience(BaseRetryStrategy):
    """Try again a few times, after longer and longer; not where the file itself is at fault."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, UnusableInput) or _is_last(job):
            return None
        wait = settings.BATCH_RETRY_SECONDS * 2**job.attempts
        return RetryDecision(retry_in={"milliseconds": round(1000 * wait)})


def _batch_of(job: Job) -> int:
    return cast(int, job.task_kwargs["batch"])


def _is_last(job: Job) -> bool:
    """Whether this attempt is the last one allowed."""
    return job.attempts + 1 >= settings.BATCH_ATTEMPTS


def _say_why(call_next: Any, context: JobContext, worker: Worker) -> Any:
    """Let a batch fail with a reason when the last attempt has failed.

    A worker that has lost its database stops, to begin anew with a new connection: the queue gives
    the job of a worker that is gone to another one.
    """
    try:
        return call_next()
    except Exception as error:
        logger.warning("%s: %s", context.job.call_string, error, exc_info=error)
        if isinstance(error, _AWAY) and not connection.is_usable():
            worker.stop()
        elif isinstance(error, UnusableInput) or _is_last(context.job):
            ending.fail(_batch_of(context.job), ending.reason_of(error))
        raise


@app.task(name="cut", retry=Patience(), task_middleware=[_say_why])
def cut(batch: int) -> None:
    with suppress(cutting.NoLongerWanted):
        cutting.cut(batch)


@app.task(name="settle", retry=Patience(), task_middleware=[_say_why])
def settle(batch: int, block: int) -> None:
    settling.settle(batch, block)


@app.task(name="join", retry=Patience(), task_middleware=[_say_why])
def join(batch: int) -> None:
    joining.join(batch)


@app.task(name="clear", retry=Patience())
def clear(batch: int) -> None:
    ending.clear(batch)


@app.periodic(cron=_EVERY_HOUR)
@app.task(name="sweep", queueing_lock="sweep")
def sweep(timestamp: int) -> None:
    ending.sweep()


async def take_up_stalled() -> None:
    """Give the jobs of workers that are gone to others; give up those that were tried enough."""
    silent = 3 * settings.WORKER_HEARTBEAT_SECONDS
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=silent):
        # Another worker may take up the same job at the same time: one of them is too late.
        with suppress(ConnectorException):
            if _is_last(job):
                await _give_up(job)
            else:
                await app.job_manager.retry_job(job)


async def _give_up(job: Job) -> None:
    if "batch" in job.task_kwargs:
        reason = f"a worker stopped without a word each time it tried to {job.task_name}"
        await sync_to_async(ending.fail)(_batch_of(job), reason)
    await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
