"""Fixtures and helpers for tests of batches: files of deals, people, and worker processes."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from showdown.batches.results import SettledRecords
from showdown.batches.uploads import UploadSession
from showdown.evaluator.games import OMAHA_HILO
from showdown.files.blocks import settle_in_python
from showdown.models import Batch
from tests.api.clients import client_of
from tests.databases import connection_url
from tests.factories import DealFactory, PersonFactory, UserFactory
from tests.settings import environment_with

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 180
_SETTINGS = {
    "BATCH_BLOCK_BYTES": 4096,
    "BATCH_PIECE_BYTES": 10_000,
    "BATCH_RETRY_SECONDS": 0,
    # The worker's hourly deletion of deals would wait for the locks of tests.
    "VISITOR_DEAL_KEEP_DAYS": 0,
    "WORKER_HEARTBEAT_SECONDS": 0.3,
}
_QUEUE_TABLES = ("events", "periodic_defers", "jobs", "workers")


def deals(count, bad_every=0):
    """Return lines of deals; each line whose number `bad_every` divides is invalid."""
    lines = [f"{DealFactory()}\n".encode() for _ in range(count)]
    if bad_every:
        lines[bad_every - 1 :: bad_every] = [b"HandA:Ac-Kd nobody\n"] * (count // bad_every)
    return b"".join(lines)


def command_output(text, game=OMAHA_HILO, deal_format=None):
    return settle_in_python(text, game, deal_format).output


def wait_until(condition, description, timeout=TIMEOUT_SECONDS):
    deadline = monotonic() + timeout
    while not condition():
        assert monotonic() < deadline, f"timed out before {description}"
        sleep(0.02)


class Workers:
    """Worker processes and commands on a database and a folder of files."""

    def __init__(self, database, files):
        self._environment = os.environ | {
            "DATABASE_URL": database,
            "MEDIA_ROOT": str(files),
            "AUDIT_KEY_FILE": str(files.parent / "audit-key"),
        }
        self._started = []

    def start(self, *options, **settings):
        command = self._command("worker", *options)
        process = subprocess.Popen(command, env=self._environment_with(settings))
        self._started.append(process)
        return process

    def run(self, *arguments, stdin=None):
        options = {"env": self._environment_with({}), "input": stdin, "capture_output": True}
        return subprocess.run(self._command(*arguments), check=False, **options)

    def stop(self):
        for process in self._started:
            process.terminate()
        for process in self._started:
            process.wait(TIMEOUT_SECONDS)

    @staticmethod
    def _command(*arguments):
        return [sys.executable, ROOT / "manage.py", *map(str, arguments)]

    def _environment_with(self, settings):
        return self._environment | environment_with(**_SETTINGS | settings)


class WorkerLock:
    """A database lock that workers wait for in the middle of a block."""

    def __init__(self, parameters, statement, *values):
        self._owner = psycopg.connect(**parameters)
        self._owner.execute(statement, values)
        self._observer = psycopg.connect(**parameters, autocommit=True)

    def wait_for_workers(self, count):
        wait_until(
            lambda: self._count_waiting() == count, f"{count} workers in the middle of a block"
        )

    def _count_waiting(self):
        """Return the number of connections that wait for this lock, directly or indirectly."""
        # Other waits don't count: workers wait for each other briefly when they start.
        return self._observer.execute(
            "WITH RECURSIVE held (pid) AS (SELECT %s::integer UNION SELECT waiting.pid"
            " FROM held JOIN pg_stat_activity waiting"
            " ON held.pid = ANY (pg_blocking_pids(waiting.pid)))"
            " SELECT count(*) - 1 FROM held",
            [self._owner.info.backend_pid],
        ).fetchone()[0]

    def release(self):
        self._owner.close()
        self._observer.close()


STORING_LOCK = "LOCK TABLE showdown_showdown IN EXCLUSIVE MODE"
"""A statement whose lock keeps workers from storing the deals of a block."""


@pytest.fixture
def site(transactional_db, settings, monkeypatch, tmp_path):
    """Configure small blocks, yield the folder of files, and empty the queue at the end."""
    # A worker in this process leaves no connection behind in its threads.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    settings.MEDIA_ROOT = str(tmp_path / "files")
    settings.AUDIT_KEY_FILE = tmp_path / "audit-key"
    yield tmp_path / "files"
    with connection.cursor() as cursor:
        for name in _QUEUE_TABLES:
            cursor.execute(f"DELETE FROM procrastinate_{name}")  # noqa: S608


@pytest.fixture
def connection_parameters(site):
    parameters = connection.get_connection_params()
    return {"host": parameters["host"], "user": parameters["user"], "dbname": parameters["dbname"]}


@pytest.fixture
def workers(site):
    workers = Workers(connection_url(), site)
    yield workers
    workers.stop()


@pytest.fixture
def lock_workers(connection_parameters):
    locks = []

    def lock_workers(statement=STORING_LOCK, *values):
        locks.append(WorkerLock(connection_parameters, statement, *values))
        return locks[-1]

    yield lock_workers
    for lock in locks:
        lock.release()


@pytest.fixture
def submit(site):
    def submit(content, *, person=None, address="", **options):
        options = {"name": "deals.txt", "game": OMAHA_HILO, "stores": False} | options
        with UploadSession(person or PersonFactory(), address) as session:
            session.read_from(BytesIO(content).read)
            return session.submit(**options)

    return submit


@pytest.fixture
def hold_worker_in_block(submit, workers, lock_workers):
    """Return a function that holds a new worker in the middle of its first block of deals."""

    def hold_worker_in_block(text, **settings):
        batch = submit(text, stores=True)
        lock = lock_workers()
        worker = workers.start(**settings)
        lock.wait_for_workers(1)
        return batch, worker, lock

    return hold_worker_in_block


@pytest.fixture
def run_jobs(site):
    return lambda: call_command("worker", "--until-idle")


@pytest.fixture
def text():
    return deals(200, bad_every=50)


@pytest.fixture
def visitor(site):
    return Client()


@pytest.fixture
def owner(site):
    return client_of(UserFactory())


@pytest.fixture
def done_url(address, run_jobs):
    run_jobs()
    return address


def reload(batch):
    """Return the batch and its owner as they are now in the database."""
    return Batch.objects.select_related("owner").get(pk=batch.pk)


def output_of(batch):
    return b"".join(SettledRecords(reload(batch)).read())


def files_in(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def write_to_full_device(name, content):
    with Path("/dev/full").open("wb", buffering=0) as device:
        device.write(content.read())
