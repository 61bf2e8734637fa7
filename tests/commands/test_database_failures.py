"""Test commands on databases that can't be used."""

import os
import signal
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests import ROOT, run_program
from tests.commands.running import command, run
from tests.databases import UNREACHABLE, connection_url, database_without_tables
from tests.factories import UserFactory
from tests.scope import quick_first

MIGRATE = "its tables are missing or of another version: run `manage.py migrate`"


def run_failing_command(*arguments):
    with pytest.raises(CommandError) as error:
        call_command(*arguments)
    return str(error.value), error.value.returncode


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ("batch", "list"),
        ("token", "list"),
        ("token", "create", "amber", "laptop"),
        ("batch", "status", "0198e2cc-0000-7000-8000-000000000000"),
    ],
)
def test_missing_tables_are_reported_in_one_sentence(arguments):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL search_path TO pg_catalog")
    assert run_failing_command(*arguments) == (f"the database can't be used: {MIGRATE}", 2)


@pytest.mark.django_db
def test_the_error_states_why_deals_could_not_be_stored(tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL search_path TO pg_catalog")
    sentence, status = run_failing_command("omahacomp", str(deals), str(tmp_path / "out"), "--save")
    assert sentence == f"nothing was written, because the deals could not be stored: {MIGRATE}"
    assert status == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.django_db
def test_a_full_disk_of_the_database_is_reported():
    """A trigger raises the error of a full disk."""
    UserFactory(username="amber")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS"
            " $$BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = ''; END$$"
        )
        cursor.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON showdown_apitoken"
            " FOR EACH ROW EXECUTE FUNCTION fill()"
        )
    sentence = "the database can't be used: its disk is full"
    assert run_failing_command("token", "create", "amber", "laptop") == (sentence, 2)


def environment(url, tmp_path):
    return os.environ | {"DATABASE_URL": url, "MEDIA_ROOT": str(tmp_path)}


def test_a_refused_connection_is_reported_on_one_line(tmp_path):
    completed = run("batch", "list", DATABASE_URL=UNREACHABLE, MEDIA_ROOT=str(tmp_path))
    assert completed.returncode == 2
    assert completed.stderr.startswith(b"CommandError: the database can't be used: connection ")
    assert b"Connection refused" in completed.stderr
    assert len(completed.stderr.splitlines()) == 1


@pytest.mark.usefixtures("django_db_setup")
@pytest.mark.parametrize("signal_number", quick_first(signal.SIGTERM, signal.SIGHUP, signal.SIGINT))
def test_a_worker_that_waits_for_tables_ends_on_a_signal(
    signal_number, tmp_path, django_db_blocker
):
    with django_db_blocker.unblock(), database_without_tables() as url:
        options = {"env": environment(url, tmp_path), "stderr": subprocess.PIPE, "text": True}
        worker = subprocess.Popen(command("worker"), **options)
        with worker.stderr:
            assert worker.stderr.readline() == f"The database can't be used: {MIGRATE}\n"
            worker.send_signal(signal_number)
            rest = worker.stderr.read()
        assert worker.wait(60) == 0
        assert "Traceback" not in rest


INTERRUPTED_START = """
import asyncio, os, signal, sys
from django.core.management import execute_from_command_line

class InterruptedLoop(asyncio.SelectorEventLoop):
    def __init__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        super().__init__()

asyncio.events.new_event_loop = InterruptedLoop
execute_from_command_line(["manage.py", "worker"])
"""


def test_a_worker_is_stopped_silently_while_it_creates_its_event_loop(transactional_db, tmp_path):
    options = {"env": environment(connection_url(), tmp_path), "cwd": ROOT, "timeout": 60}
    worker = run_program([sys.executable, "-c", INTERRUPTED_START], **options)
    assert (worker.returncode, worker.stderr) == (-signal.SIGTERM, "")


@pytest.mark.long
def test_a_running_worker_ends_on_sighup(transactional_db, tmp_path):
    """SIGHUP ends a worker like SIGTERM, unless nohup started the worker."""
    worker = subprocess.Popen(command("worker"), env=environment(connection_url(), tmp_path))
    try:
        with connection.cursor() as cursor:
            for _ in range(600):
                cursor.execute("SELECT count(*) FROM procrastinate_workers")
                if cursor.fetchone()[0]:
                    break
                with pytest.raises(subprocess.TimeoutExpired):
                    worker.wait(0.1)
        worker.send_signal(signal.SIGHUP)
        assert worker.wait(60) == 0
    finally:
        worker.kill()
        worker.wait()
