"""Where the servers of these tests live."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from omahasite.embedded.server import create
from tests.batches.conftest import url_of

ROOT = Path(__file__).resolve().parents[2]


FILL = """
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from omahasite import static

django.setup()
call_command("migrate", interactive=False, verbosity=0)
options = {"ignore_patterns": static.UNUSED, "interactive": False, "verbosity": 0}
call_command("collectstatic", **options)
static.mark_collected(Path(settings.STATIC_ROOT))
"""


@contextmanager
def made() -> Iterator[Path]:
    """A directory with a blank in its name, which its owner alone closes to other users.

    Every run of pytest closes those that all runs have made, and root's server runs as another.
    """
    with TemporaryDirectory(prefix="a directory ") as name:
        yield Path(name)


@pytest.fixture
def directory():
    with made() as directory:
        yield directory


@pytest.fixture(scope="session")
def new_site(tmp_path_factory):
    """A migrated `data base` and collected `static files`, made once for all test processes.

    They are only copied: making them takes longer than most tests do. They are what `up` would
    make, so that it makes them no second time.
    """
    run = tmp_path_factory.getbasetemp()
    place = (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "new site"

    def fill(socket_directory):
        environment = os.environ | {
            "DATABASE_URL": url_of(host=socket_directory),
            "STATIC_ROOT": str(place / "static files"),
        }
        subprocess.run([sys.executable, "-c", FILL], cwd=ROOT, env=environment, check=True)

    # Other processes wait here until it is whole.
    create(place / "data base", fill)
    return place


@pytest.fixture(scope="module")
def home(new_site):
    """Of a site that the tests of a module share."""
    with made() as directory:
        yield shutil.copytree(new_site, directory / "of a server")
