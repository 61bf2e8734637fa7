"""Test that output files are complete or absent, and that complete ones aren't rewritten."""

import random
import subprocess
import sys
import time

import pyarrow as pa
import pytest
from pyarrow import parquet as pq

import showdown
from showdown.evaluator.errors import InvalidDeal
from showdown.tables import parquet_files
from showdown.tables.parquet_files import (
    Options,
    Task,
    delete_temporary_files,
    list_tasks,
    settle_file,
)
from tests import ROOT

OPTIONS = Options("omaha-hilo")


def settle_paths(paths, folder, options=OPTIONS):
    return [
        settle_file(task, options) for task in list_tasks([str(path) for path in paths], folder)
    ]


def test_output_rows_have_the_order_of_the_input(write_deals, tmp_path):
    (path,) = write_deals(1)
    (result,) = settle_paths([path], f"{tmp_path}/answers", Options("omaha-hilo", keep=("id",)))
    assert (result.rows, result.errors, result.already_existed) == (40, 0, False)
    table = showdown.arrow.settle(pq.read_table(path), "omaha-hilo", keep=["id"]).read_all()
    assert pq.read_table(tmp_path / "answers" / path.name).equals(table)


def test_the_same_deals_give_the_same_bytes(write_deals, tmp_path):
    (path,) = write_deals(1)
    for folder in ("one", "two"):
        settle_paths([path], f"{tmp_path}/{folder}")
    first, second = ((tmp_path / folder / path.name).read_bytes() for folder in ("one", "two"))
    assert first == second


def test_complete_output_files_are_not_written_again(write_deals, tmp_path):
    paths = write_deals(3)
    settle_paths(paths[:2], f"{tmp_path}/answers")
    mtimes = {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").iterdir()}
    results = settle_paths(paths, f"{tmp_path}/answers")
    assert [file.already_existed for file in results] == [True, True, False]
    assert [file.rows for file in results] == [40, 40, 40]
    assert all(path.stat().st_mtime_ns == mtime for path, mtime in mtimes.items())


def test_existing_output_with_other_options_is_refused(write_deals, tmp_path):
    paths = write_deals(1)
    settle_paths(paths, f"{tmp_path}/answers")
    with pytest.raises(InvalidDeal):
        settle_paths(paths, f"{tmp_path}/answers", Options("omaha-hilo", rules="tda-2026"))


def test_rows_with_an_error_are_counted(tmp_path):
    cards = pa.array([bytes(range(13)), bytes([200] * 13), None], pa.binary(13))
    pq.write_table(pa.table({"cards": cards}), tmp_path / "some.parquet")
    for already_existed in (False, True):
        (result,) = settle_paths([tmp_path / "some.parquet"], f"{tmp_path}/answers")
        assert (result.rows, result.errors, result.already_existed) == (3, 2, already_existed)


def test_a_failed_file_leaves_no_output(tmp_path, monkeypatch):
    (tmp_path / "bad.parquet").write_bytes(b"nothing of Parquet")
    with pytest.raises(pa.ArrowException):
        settle_paths([tmp_path / "bad.parquet"], f"{tmp_path}/answers")
    assert list((tmp_path / "answers").iterdir()) == []


def test_folders_files_and_globs_are_expanded(write_deals, tmp_path):
    paths = list(map(str, write_deals(3)))
    folder = f"{tmp_path}/deals"
    for patterns in ([folder], [f"{folder}/*.parquet"], paths, [f"{folder}/0[0-2].parquet"]):
        tasks = list_tasks(patterns, "answers")
        assert [task.source for task in tasks] == paths
        assert tasks[1] == Task(paths[1], "answers/01.parquet")
    assert [task.source for task in list_tasks([f"file://{folder}"], "answers")]


def test_missing_files_and_equal_names_are_refused(write_deals, tmp_path):
    (path,) = write_deals(1)
    with pytest.raises(parquet_files.NoSuchFiles):
        list_tasks([f"{tmp_path}/*.csv"], "answers")
    with pytest.raises(parquet_files.DuplicateName):
        list_tasks([str(path), "".join([str(tmp_path), "/deals/../deals/00.parquet"])], "answers")


@pytest.mark.long
def test_every_file_is_complete_or_absent_after_a_kill_at_ten_points(write_deals, tmp_path):
    paths = write_deals(12, rows=60_000)
    settle_paths(paths, f"{tmp_path}/expected")
    expected = {path.name: path.read_bytes() for path in (tmp_path / "expected").iterdir()}
    answers = tmp_path / "answers"
    answers.mkdir()
    rng = random.Random(4)
    for point in range(10):
        before = {path.name: path.stat().st_mtime_ns for path in answers.glob("*.parquet")}
        _kill_at(point, rng.uniform(0, 0.2), answers, paths)
        for path in answers.glob("*.parquet"):
            assert path.read_bytes() == expected[path.name]
            assert path.stat().st_mtime_ns == before.get(path.name, path.stat().st_mtime_ns)
    settle_paths(paths, str(answers))
    delete_temporary_files(str(answers))
    assert {path.name: path.read_bytes() for path in answers.iterdir()} == expected


_SETTLE = """
import sys
from showdown.tables.parquet_files import Options, settle_file, list_tasks
for task in list_tasks(sys.argv[2:], sys.argv[1]):
    print(task.source, flush=True)
    settle_file(task, Options("omaha-hilo"))
"""


def _kill_at(files_begun, seconds, answers, paths):
    command = [sys.executable, "-c", _SETTLE, answers, *paths]
    process = subprocess.Popen(list(map(str, command)), cwd=ROOT, stdout=subprocess.PIPE)
    for _ in range(files_begun + 1):
        process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    process.wait()
    process.stdout.close()
