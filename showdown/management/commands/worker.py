"""worker: run background jobs, such as batches and audits, until stopped."""

import asyncio
import faulthandler
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import sleep
from typing import Any

from django.conf import settings
from django.db import Error, connection
from procrastinate.contrib.django import app, connector_params
from procrastinate.exceptions import ConnectorException
from procrastinate.psycopg_connector import PsycopgConnector

from showdown.batches.jobs import LONG_QUEUE, SHORT_QUEUE
from showdown.bulk.compiling import notify_before_compiling
from showdown.management.base import ServiceCommand, database_reason, interrupt
from showdown.management.log_inputs import collect_garbage_rarely
from showdown.tasks import remember_running, remove_jobs_of_removed_tasks, restart_stalled_jobs

_MAX_WAIT_SECONDS = 8
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that stop a worker, except those that it ignores, such as SIGHUP under nohup."""
_THREADS_OF_QUEUE = {SHORT_QUEUE: 1, LONG_QUEUE: 8}
"""Maximum number of concurrent jobs of each queue, in threads.

Each person has only one long job at a time, so these threads run jobs of several people.
"""
_FINISH_SECONDS = 1
"""Time for running jobs to finish when the worker stops, before they are interrupted."""
_STOP_SECONDS = 10
"""Time for the worker to stop, before a watchdog thread of faulthandler ends the process."""


class Command(ServiceCommand):
    help = "Run background jobs until stopped by Ctrl-C, SIGTERM or SIGHUP."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--until-idle", action="store_true", help="exit when no job is due")

    def handle(self, *args: Any, until_idle: bool, **options: Any) -> None:
        """Run jobs. If the database fails, start again after a wait of 1, 2, 4, then 8 seconds."""
        collect_garbage_rarely()
        signals = [number for number in _SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        wait = 1
        with suppress(KeyboardInterrupt), notify_before_compiling(self.notify_of_compilation):
            while True:
                _set_handler(signals, interrupt)
                try:
                    remove_jobs_of_removed_tasks()
                    wait = 1
                    # KeyboardInterrupt while asyncio.run starts would leave an event loop that
                    # can't be closed.
                    _set_handler(signals, signal.SIG_DFL)
                    if asyncio.run(_run_worker(signals, until_idle=until_idle)):
                        return
                except (ConnectorException, Error) as error:
                    self.stderr.write(f"The database can't be used: {database_reason(error)}")
                finally:
                    connection.close()
                sleep(wait)
                wait = min(2 * wait, _MAX_WAIT_SECONDS)


def _set_handler(signals: Sequence[int], handler: Any) -> None:
    for signal_number in signals:
        signal.signal(signal_number, handler)


async def _run_worker(signals: Sequence[int], *, until_idle: bool) -> bool:
    """Run jobs until a signal or a failure. Return False if the worker must start again."""
    _set_handler(signals, interrupt)
    is_asked_to_stop = False

    def stop() -> None:
        """Finish or interrupt the running jobs. A second signal ends the process immediately.

        Other workers take over the jobs of a process that was ended.
        """
        nonlocal is_asked_to_stop
        is_asked_to_stop = True
        faulthandler.dump_traceback_later(_STOP_SECONDS, exit=True)
        for signal_number in signals:
            loop.remove_signal_handler(signal_number)
        job_task.cancel()

    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(sum(_THREADS_OF_QUEUE.values())))
    connector = PsycopgConnector(
        kwargs=connector_params(), min_size=1, max_size=5, timeout=_MAX_WAIT_SECONDS
    )
    with app.replace_connector(connector):
        async with app.open_async():
            await restart_stalled_jobs()
            job_task = asyncio.create_task(_run_jobs(until_idle=until_idle))
            watch_task = asyncio.create_task(_restart_stalled_jobs_regularly())
            for signal_number in signals:
                loop.add_signal_handler(signal_number, stop)
            await asyncio.wait({job_task, watch_task}, return_when=asyncio.FIRST_COMPLETED)
            for task in (job_task, watch_task):
                task.cancel()
            outcomes = await asyncio.gather(job_task, watch_task, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not is_asked_to_stop:
            raise outcome
    return is_asked_to_stop or until_idle


async def _run_jobs(*, until_idle: bool) -> None:
    """Run jobs of both queues until one fails or, with `until_idle`, until both are idle."""
    heartbeat = settings.WORKER_HEARTBEAT_SECONDS
    queue_workers = [
        asyncio.create_task(
            app.run_worker_async(
                queues=[queue],
                # Run one job at a time: if it queues another one, the queue must not seem empty.
                concurrency=1 if until_idle else count,
                wait=not until_idle,
                install_signal_handlers=False,
                delete_jobs="always",
                abort_job_polling_interval=1,
                shutdown_graceful_timeout=_FINISH_SECONDS,
                update_heartbeat_interval=heartbeat,
                stalled_worker_timeout=3 * heartbeat,
                worker_middleware=[remember_running],
            )
        )
        for queue, count in _THREADS_OF_QUEUE.items()
    ]
    try:
        await asyncio.wait(
            queue_workers,
            return_when=asyncio.ALL_COMPLETED if until_idle else asyncio.FIRST_COMPLETED,
        )
    finally:
        for queue_worker in queue_workers:
            queue_worker.cancel()
        outcomes = await asyncio.gather(*queue_workers, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome


async def _restart_stalled_jobs_regularly() -> None:
    while True:
        await asyncio.sleep(settings.WORKER_HEARTBEAT_SECONDS)
        await restart_stalled_jobs()
