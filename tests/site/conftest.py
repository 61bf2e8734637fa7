"""Fixtures for tests that run a whole site."""

import fcntl
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from omahasite.embedded.server import create_cluster
from tests import ROOT

SETUP_SCRIPT = """
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
def new_directory():
    """Yield a directory with a space in its name that only its owner can enter.

    The temporary directories of pytest aren't suitable for a site that runs as another user, who
    can't enter their parent directory.
    """
    with TemporaryDirectory(prefix="a directory ") as name:
        yield Path(name)


@pytest.fixture
def directory():
    with new_directory() as directory:
        yield directory


@pytest.fixture(scope="session")
def new_site(tmp_path_factory):
    """Return a folder with a migrated `data base` and `static files`, as `up` creates them.

    The folder is created once, and tests copy it, because creating it takes longer than most tests.
    """
    base = tmp_path_factory.getbasetemp()
    site = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "new site"

    site.mkdir(exist_ok=True)
    with (site / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if create_cluster(site / "data base"):
            environment = os.environ | {
                "POSTGRES_DIRECTORY": str(site / "data base"),
                "STATIC_ROOT": str(site / "static files"),
            }
            subprocess.run(
                [sys.executable, "-c", SETUP_SCRIPT], cwd=ROOT, env=environment, check=True
            )
    return site


@pytest.fixture(scope="module")
def home(new_site):
    """Yield the folder of a site that the tests of a module share."""
    with new_directory() as directory:
        yield shutil.copytree(new_site, directory / "of a server")
