"""Daft writes the same bytes in process and on three Ray nodes, even if one is killed.

Daft and Ray are extras; CONTRIBUTING.md has the command that runs this test with them.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from showdown.tables.files import Terms, settle_file, tasks_of
from tests.tables.test_files import deals  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[2]
TERMS = Terms("omaha-hilo")
FILES, ROWS = 9, 60_000

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def _daft():
    pytest.importorskip("daft", reason="Daft is an extra: see CONTRIBUTING.md")


@pytest.fixture
def expected(deals, tmp_path):  # noqa: F811
    """Return a mapping of file names to the bytes of the results, settled one file at a time."""
    paths = deals(FILES, ROWS)
    for task in tasks_of(list(map(str, paths)), f"{tmp_path}/expected"):
        settle_file(task, TERMS)
    return bytes_in(tmp_path / "expected")


def bytes_in(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def ray_environment():
    """Return the environment of Ray with a separate folder, so that it finds no earlier cluster.

    Under `uv run` it would start each worker by `uv run`, in a copy of this folder. The path is
    short, because the length of a socket's path is limited.
    """
    return {
        "RAY_TMPDIR": tempfile.mkdtemp(prefix="ray", dir="/tmp"),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
    }


def run(*arguments, timeout=600):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | ray_environment(),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def settle(tmp_path, *options):
    pattern, folder = f"{tmp_path}/deals/*.parquet", f"{tmp_path}/answers"
    command = ["manage.py", "tables", "settle", pattern, folder, "--game", "omaha-hilo"]
    return run(*command, *options)


def test_the_command_settles_files_in_process(expected, tmp_path):
    done = settle(tmp_path)
    assert done.returncode == 0, done.stderr
    assert (
        f"{FILES} of {FILES} files settled, 0 of them by an earlier run; {FILES * ROWS:,} rows, 0"
        in done.stdout
    )
    assert bytes_in(tmp_path / "answers") == expected
    again = settle(tmp_path)
    assert f"{FILES} of them by an earlier run" in again.stdout


def test_an_unreadable_file_does_not_stop_the_others(expected, tmp_path):
    (tmp_path / "deals" / "zz.parquet").write_bytes(b"nothing of Parquet")
    done = settle(tmp_path)
    assert done.returncode == 1
    assert "zz.parquet" in done.stderr
    assert f"{FILES} of {FILES + 1} files" in done.stdout
    assert bytes_in(tmp_path / "answers") == expected


def test_a_pattern_without_files_is_an_error_without_a_traceback(tmp_path):
    done = settle(tmp_path)
    assert done.returncode == 2
    assert "no file matches" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("killed", [False, True])
def test_a_ray_cluster_of_three_nodes_makes_the_same_bytes(expected, tmp_path, killed):
    pytest.importorskip("ray", reason="Ray is an extra: see CONTRIBUTING.md")
    arguments = ["--kill"] if killed else []
    pattern, folder = f"{tmp_path}/deals/*.parquet", f"{tmp_path}/answers"
    done = run("-m", "tests.tables.ray_cluster", pattern, folder, *arguments)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout.splitlines()[-1])
    assert printed["was_killed"] is killed
    assert printed["rows"] == FILES * ROWS
    assert bytes_in(tmp_path / "answers") == expected
