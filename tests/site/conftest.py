"""Where the servers of these tests live."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


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


@pytest.fixture(scope="module")
def home():
    """Of a server that the tests of a module share."""
    with made() as directory:
        yield directory / "of a server"
