"""Test that each deal counts once if workers are killed, race, or lose the database."""

import gzip
import json
import os
import signal
from contextlib import suppress
from time import monotonic
from urllib.parse import quote
from uuid import UUID

import pytest
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob, ProcrastinateWorker

from omahasite.embedded.server import Server, create_cluster
from showdown.batches.control import resume
from showdown.batches.jobs import deferring_app
from showdown.batches.settling import defer_blocks
from showdown.models import Showdown
from showdown.tasks import remove_jobs_of_removed_tasks
from tests.batches.conftest import (
    STORING_LOCK,
    TIMEOUT_SECONDS,
    WorkerLock,
    Workers,
    command_output,
    deals,
    files_in,
    output_of,
    reload,
    wait_until,
)
from tests.scope import quick_first
from tests.site.conftest import new_directory


def wait_until_done(batch):
    wait_until(lambda: reload(batch).is_done, "the batch to be done")


def check_whole(batch, text, count, files):
    """Check that each deal was settled and stored once, and that no file is left over."""
    assert output_of(batch) == command_output(text)
    assert reload(batch).deals == Showdown.objects.count() == count
    folder = f"batches/{batch.id}"
    result_files = [f"{folder}/{name}" for name in files_in(files / folder) if "input" not in name]
    name_pairs = batch.blocks.values_list("output", "error_file")
    assert result_files == sorted(name for names in name_pairs for name in names if name)


def test_queued_jobs_of_removed_periodic_tasks_are_removed(site):
    """Earlier versions had more periodic tasks. Unknown jobs that aren't periodic are kept."""
    names = ("earlier.clean_up", "optional.export")
    periodic_job, other_job = (deferring_app.configure_task(name).defer() for name in names)
    statement = "INSERT INTO procrastinate_periodic_defers (task_name, defer_timestamp, job_id)"
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} VALUES ('earlier.clean_up', 0, %s)", [periodic_job])
    remove_jobs_of_removed_tasks()
    assert [job.pk for job in ProcrastinateJob.objects.all()] == [other_job]


@pytest.mark.long
@pytest.mark.parametrize("is_killed", [True, False])
def test_a_block_is_recorded_once_by_two_workers(site, workers, hold_worker_in_block, is_killed):
    """The first worker is killed in the middle of the block, or the block has a second job."""
    text = deals(300, bad_every=50)
    batch, first, lock = hold_worker_in_block(text)
    if is_killed:
        first.kill()
    else:
        defer_blocks(batch, [0])
    workers.start()
    lock.wait_for_workers(2)
    lock.release()
    wait_until_done(batch)
    wait_until(lambda: not ProcrastinateJob.objects.exists(), "the second worker to be done")
    check_whole(batch, text, 294, site)


@pytest.mark.long
def test_cutting_continues_after_the_worker_was_killed(submit, workers, lock_workers):
    text = deals(1000)
    batch = submit(gzip.compress(text))
    lock = lock_workers(
        'INSERT INTO showdown_block (batch_id, number, "offset", length, line, deals, errors,'
        " output, output_bytes, error_file) VALUES (%s, 8, 0, 0, 0, 0, 0, '', 0, '')",
        batch.pk,
    )
    killed_worker = workers.start()
    lock.wait_for_workers(1)
    killed_worker.kill()
    assert reload(batch).blocks_cut == 8
    lock.release()
    workers.start()
    wait_until_done(batch)
    assert output_of(batch) == command_output(text)
    assert reload(batch).deals == 1000


@pytest.mark.parametrize("number", quick_first(signal.SIGTERM, signal.SIGINT))
def test_a_stopped_worker_finishes_its_block(hold_worker_in_block, number):
    batch, worker, lock = hold_worker_in_block(deals(300))
    worker.send_signal(number)
    lock.release()
    assert worker.wait(TIMEOUT_SECONDS) == 0
    assert reload(batch).blocks_done == 1
    assert not ProcrastinateJob.objects.filter(status="doing").exists()
    assert not ProcrastinateWorker.objects.exists()


@pytest.mark.long
def test_a_worker_with_a_stuck_job_ends(workers, hold_worker_in_block):
    """The job waits for a lock that outlives the worker; the next worker runs it again."""
    batch, worker, lock = hold_worker_in_block(deals(300))
    worker.terminate()
    assert worker.wait(30) == 1
    lock.release()
    workers.start()
    wait_until_done(batch)


@pytest.mark.long
def test_a_worker_with_a_late_heartbeat_leaves_its_own_job_alone(hold_worker_in_block):
    """The event loop may have stalled; a job taken from the worker would run twice or fail."""
    batch, _, lock = hold_worker_in_block(deals(20), BATCH_ATTEMPTS=2)
    deadline = monotonic() + 3
    while monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE procrastinate_workers SET last_heartbeat = '2000-01-01'")
        assert ProcrastinateJob.objects.get(task_name__endswith="settle").attempts == 0
        lock.wait_for_workers(1)
    lock.release()
    wait_until_done(batch)


@pytest.mark.long
def test_a_block_whose_workers_die_each_time_is_given_up(submit, workers, lock_workers):
    text = deals(20)
    batch = submit(text, stores=True)
    lock = lock_workers()
    for number in (1, 2):
        killed_worker = workers.start(BATCH_ATTEMPTS=2)
        lock.wait_for_workers(number)
        killed_worker.kill()
    # A worker that dies before its attempt is counted leaves one more attempt to the next ones.
    for _ in range(4):
        last = workers.start(BATCH_ATTEMPTS=2)
        with suppress(AssertionError):
            wait_until(lambda: not reload(batch).is_unfinished, "the batch to be given up", 30)
            break
        last.kill()
    assert not reload(batch).is_unfinished
    assert reload(batch).reason == (
        "a worker died without an error message in each attempt to run the job “settle”"
    )
    lock.release()
    assert resume(reload(batch))
    wait_until_done(batch)
    assert reload(batch).reason == ""
    assert output_of(batch) == command_output(text)


class OwnServer:
    def __init__(self, home):
        create_cluster(home)
        self._server = Server(home)
        self._pid_file = home / "18" / "postmaster.pid"

    def start(self):
        return self._server.socket_directory()

    def stop(self):
        """Stop the server like an administrator, even if statements are running."""
        os.kill(int(self._pid_file.read_text().splitlines()[0]), signal.SIGINT)
        wait_until(lambda: not self._pid_file.exists(), "the server to stop")


@pytest.fixture
def server():
    with new_directory() as directory:
        server = OwnServer(directory / "postgres")
        yield server
        server.start()
        server.stop()


@pytest.mark.long
def test_a_batch_continues_when_the_database_is_available_again(server, tmp_path):
    text = deals(300, bad_every=50)
    host = server.start()
    site = Workers(f"postgresql://postgres@/postgres?host={quote(str(host))}", tmp_path / "files")
    assert site.run("migrate", "--verbosity=0").returncode == 0
    submit_command = site.run("batch", "submit", "--store", "-", stdin=text)
    batch = UUID(submit_command.stdout.decode().strip())

    lock = WorkerLock({"host": host, "user": "postgres", "dbname": "postgres"}, STORING_LOCK)
    worker = site.start()
    lock.wait_for_workers(1)
    server.stop()
    lock.release()
    assert server.start() == host

    status_command = site.run("batch", "status", "--wait", batch)
    assert status_command.returncode == 0, status_command.stderr
    status = json.loads(status_command.stdout)
    assert (status["state"], status["deals"], status["errors"]) == ("done", 294, 6)
    assert site.run("batch", "fetch", batch, "-").stdout == command_output(text)
    assert worker.poll() is None
    site.stop()
