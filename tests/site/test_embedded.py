"""Test the embedded server with processes that share it, end normally, or are killed."""

import os
import shutil
import subprocess
import sys

import psutil
import pytest
from django.db import OperationalError

from omahasite.embedded.cluster import VERSION
from omahasite.embedded.server import Server, create_cluster
from tests import ROOT
from tests.site.running import has_ended, manage

CLIENT_SCRIPT = """
import sys
from pathlib import Path
import django
from django.conf import settings

embedded = {"ENGINE": "omahasite.embedded", "NAME": "postgres"}
settings.configure(DATABASES={"default": embedded | {"DATA_DIRECTORY": Path(sys.argv[1])}})
django.setup()
from django.db import connection

for statement in sys.stdin:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        print(cursor.fetchone()[0] if cursor.description else "done", flush=True)
    connection.close()
"""


class User:
    """A process that uses the server and executes statements."""

    def __init__(self, home):
        create_cluster(home)
        command = [sys.executable, "-W", "error", "-c", CLIENT_SCRIPT, home]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)

    def send(self, statement):
        self.process.stdin.write(statement + "\n")
        self.process.stdin.flush()

    def read_result(self):
        return self.process.stdout.readline().strip()

    def query(self, statement):
        self.send(statement)
        return self.read_result()

    def server(self):
        statement = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"
        return psutil.Process(int(self.query(statement))).parent()

    def end(self):
        self.process.communicate()
        assert self.process.returncode == 0

    def kill(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def home(home):
    return home / "data base"


def run_user(home):
    user = User(home)
    yield user
    user.kill()


user = pytest.fixture(run_user, name="user")
other_user = pytest.fixture(run_user, name="other_user")


def test_concurrent_processes_share_one_server(user, other_user):
    for client in (user, other_user):
        client.send("SELECT 1")
    assert user.read_result() == other_user.read_result() == "1"
    server = user.server()
    assert other_user.server() == server
    user.end()
    assert not has_ended(server)
    assert other_user.query("SELECT 2") == "2"
    other_user.end()
    assert has_ended(server)


@pytest.mark.long
def test_the_server_of_a_killed_process_is_reused(user, home):
    server = user.server()
    user.kill()
    next_user = User(home)
    assert next_user.server() == server
    next_user.end()
    assert has_ended(server)


@pytest.mark.parametrize("is_user_killed", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_killed_server_is_restarted_without_data_loss(user, home, is_user_killed):
    server = user.server()
    user.query("CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS number")
    if is_user_killed:
        user.kill()
        user = User(home)
    server.kill()
    server.wait()
    assert user.query("SELECT number FROM kept") == "7"
    new_server = user.server()
    assert new_server != server
    user.end()
    assert has_ended(new_server)


def test_dbshell_connects_to_the_embedded_server(home):
    create_cluster(home)
    completed = manage("dbshell", "--", "-tAc", "SELECT 6 * 7", POSTGRES_DIRECTORY=str(home))
    assert completed.stdout == "42\n", completed.stderr


def test_connecting_never_creates_a_database(directory, new_site):
    home = directory / "postgres"
    with pytest.raises(OperationalError, match=r"no database at .*`manage.py up`"):
        Server(home).socket_directory()
    assert not home.exists()
    shutil.copytree(new_site / "data base", home)
    server = Server(home)
    socket = server.socket_directory()
    home.rename(directory / "elsewhere")
    with pytest.raises(OperationalError, match="there is no database at"):
        server.socket_directory()
    assert not home.exists()
    (directory / "elsewhere").rename(home)
    assert server.socket_directory() == socket
    server.release()


@pytest.mark.long
def test_a_server_in_a_moved_directory_is_stopped(directory):
    create_cluster(directory / "postgres")
    user = User(directory / "postgres")
    server = user.server()
    (directory / "postgres").rename(directory / "elsewhere")
    user.end()
    assert has_ended(server)


def test_a_database_is_created_completely_or_not_at_all(home, directory):
    (directory / "postgres").mkdir()
    (directory / "postgres" / VERSION).touch()
    with pytest.raises(OperationalError, match="can't be stored"):
        create_cluster(directory / "postgres")
    names = [path.name for path in (directory / "postgres").iterdir()]
    assert sorted(names) == [VERSION, "start.lock"]
    assert not create_cluster(home)


@pytest.mark.long
def test_a_copy_of_a_running_server_leaves_the_original_alone(user, home, directory):
    """A copy by `cp -r`, including its sockets, belongs to the user who runs `cp`."""
    server = user.server()
    subprocess.run(["cp", "-r", home, directory / "copy"], check=True)
    copy = User(directory / "copy")
    assert copy.query("SELECT 1") == "1"
    assert copy.server() != server
    assert user.query("SELECT 1") == "1"
    copy.end()
    assert user.server() == server


NAMES = {
    "shell characters": "a$b`c\"d\\e'f",
    "too long for a socket": "a, b" * 20 + "/" + "'c'" * 20,
    "UTF-8": "ü",
    "Latin-1": os.fsdecode(b"\xfc"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_server_runs_in_a_private_directory_of_any_name(name, directory, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONUTF8", "0")
    closed = directory / "closed"
    closed.mkdir(mode=0o700)
    user = User(closed / name)
    server = user.server()
    assert user.query("SELECT 1") == "1"
    for folder in (directory, closed):
        assert not folder.stat().st_mode & 0o007
    user.end()
    assert has_ended(server)
