"""What workers do: the jobs of batches, and now and then some order."""

from contextlib import suppress

from asgiref.sync import sync_to_async
from django.conf import settings
from procrastinate.contrib.django import app
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status

from showdown.batches import ending, exports
from showdown.batches.exports import export_number_of
from showdown.batches.failing import fail
from showdown.batches.jobs import batch_of, is_last_attempt

if exports.TABLES:
    from showdown.batches import exporting  # noqa: F401 - tells how tables are written

_EVERY_HOUR = "10 * * * *"


@app.periodic(cron=_EVERY_HOUR)
@app.task(queueing_lock="sweep")
def sweep(timestamp: int) -> None:
    """Importing what sweeps imports the jobs of batches too."""
    ending.sweep()
    exports.remove_old()


async def take_up_stalled() -> None:
    """Give the jobs of workers that are gone to others; give up those that were tried enough."""
    silent = 3 * settings.WORKER_HEARTBEAT_SECONDS
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=silent):
        # Another worker may take up the same job at the same time: one of them is too late.
        with suppress(ConnectorException):
            if is_last_attempt(job):
                await _give_up(job)
            else:
                await app.job_manager.retry_job(job)


async def _give_up(job: Job) -> None:
    work = job.task_name.rpartition(".")[2]
    reason = f"a worker stopped without a word each time it tried to {work}"
    if "batch" in job.task_kwargs:
        await sync_to_async(fail)(batch_of(job), reason)
    if export := export_number_of(job):
        await sync_to_async(exports.give_up)(export, reason)
    await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
