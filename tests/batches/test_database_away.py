"""The database is stopped and started again while a batch is being settled."""

import json
import os
import signal
from uuid import UUID

import pytest

from omahasite.embedded.server import Server, create
from tests.batches.conftest import STORING, HoldUp, Workers, deals, settled, until, url_of
from tests.site.conftest import made


class OwnServer:
    """A server that is no other test's."""

    def __init__(self, home):
        create(home)
        self._server = Server(home)
        self._process = home / "18" / "postmaster.pid"

    def start(self):
        """Where it listens."""
        return self._server.socket_directory()

    def stop(self):
        """As its administrator would, whatever is being done."""
        os.kill(int(self._process.read_text().splitlines()[0]), signal.SIGINT)
        until(lambda: not self._process.exists(), "the server to stop")


@pytest.fixture
def server():
    with made() as directory:
        server = OwnServer(directory / "postgres")
        yield server
        server.start()
        server.stop()


@pytest.mark.long
def test_a_batch_goes_on_when_the_database_is_back(server, tmp_path):
    text = deals(300, bad_every=50)
    host = server.start()
    site = Workers(url_of(host=host), tmp_path / "files")
    assert site.run("migrate", "--verbosity=0").returncode == 0
    submitted = site.run("batch", "submit", "--store", "-", stdin=text)
    batch = UUID(submitted.stdout.decode().strip())

    held = HoldUp({"host": host, "user": "postgres", "dbname": "postgres"}, STORING)
    worker = site.start()
    held.until_waiting(1)
    server.stop()
    held.end()
    assert server.start() == host

    watched = site.run("batch", "status", "--wait", batch)
    assert watched.returncode == 0, watched.stderr
    state = json.loads(watched.stdout)
    assert (state["state"], state["deals"], state["errors"]) == ("done", 294, 6)
    assert site.run("batch", "fetch", batch, "-").stdout == settled(text)
    assert worker.poll() is None
    site.stop()
