"""Test that Daft, Ray and other optional engines settle tables as the library does."""

import json
import os
import re
import shutil
import sys
import tempfile
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path

import pytest
from pyarrow import parquet as pq

import showdown
import showdown.arrow
from showdown.tables.parquet_files import Options, list_tasks, settle_file
from tests import ROOT, run_program

OPTIONS = Options("omaha-hilo")
FILES, ROWS = 9, 60_000

pytestmark = pytest.mark.long


@pytest.fixture
def expected_files(write_deals, tmp_path):
    pytest.importorskip("daft", reason="Daft is an extra: see CONTRIBUTING.md")
    paths = write_deals(FILES, ROWS)
    for task in list_tasks(list(map(str, paths)), f"{tmp_path}/expected"):
        settle_file(task, OPTIONS)
    return read_files(tmp_path / "expected")


def read_files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def ray_environment():
    """Return an environment with a new folder for Ray, so that Ray finds no earlier cluster.

    By default, Ray would start each worker by `uv run`, in a copy of the working directory. The
    path is short, because the length of a socket's path is limited.
    """
    return {
        "RAY_TMPDIR": tempfile.mkdtemp(prefix="ray", dir="/tmp"),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
    }


def run(*arguments, cwd=ROOT, **environment):
    command = [sys.executable, *map(str, arguments)]
    environment = os.environ | ray_environment() | environment
    return run_program(command, cwd=cwd, env=environment, timeout=600)


def settle(tmp_path, *options):
    pattern, folder = f"{tmp_path}/deals/*.parquet", f"{tmp_path}/answers"
    command = ["manage.py", "tables", "settle", pattern, folder, "--game", "omaha-hilo"]
    return run(*command, *options)


def test_the_command_settles_files_in_process(expected_files, tmp_path):
    process = settle(tmp_path)
    assert process.returncode == 0, process.stderr
    assert (
        f"{FILES} of {FILES} files settled, 0 of them by an earlier run; {FILES * ROWS:,} rows, 0"
        in process.stdout
    )
    assert read_files(tmp_path / "answers") == expected_files
    again = settle(tmp_path)
    assert f"{FILES} of them by an earlier run" in again.stdout


def test_an_unreadable_file_does_not_stop_the_others(expected_files, tmp_path):
    (tmp_path / "deals" / "zz.parquet").write_bytes(b"not Parquet")
    process = settle(tmp_path)
    assert process.returncode == 1
    assert "zz.parquet" in process.stderr
    assert f"{FILES} of {FILES + 1} files" in process.stdout
    assert read_files(tmp_path / "answers") == expected_files


def test_a_pattern_without_files_is_an_error_without_a_traceback(tmp_path):
    pytest.importorskip("daft", reason="Daft is an extra: see CONTRIBUTING.md")
    process = settle(tmp_path)
    assert process.returncode == 2
    assert "no file matches" in process.stderr
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize("kills_node", [False, True])
def test_a_ray_cluster_of_three_nodes_writes_the_same_files(expected_files, tmp_path, kills_node):
    pytest.importorskip("ray", reason="Ray is an extra: see CONTRIBUTING.md")
    arguments = ["--kill"] if kills_node else []
    pattern, folder = f"{tmp_path}/deals/*.parquet", f"{tmp_path}/answers"
    process = run("-m", "tests.tables.ray_cluster", pattern, folder, *arguments)
    assert process.returncode == 0, process.stderr
    printed = json.loads(process.stdout.splitlines()[-1])
    assert printed["was_killed"] is kills_node
    assert printed["rows"] == FILES * ROWS
    assert read_files(tmp_path / "answers") == expected_files


GOOD_HANDS = ["9d-9c-Kc-3d", "Ac-Qd-Jd-2d"]
HANDS_WITH_DUPLICATE = ["9d-9c-Kc-3d", "9d-Qd-Jd-2d"]
BOARD = "Ah-Kh-5s-4s-Qs"
HANDS = [GOOD_HANDS, HANDS_WITH_DUPLICATE, GOOD_HANDS]
WINNERS = [2, 0]
DUPLICATE_ERROR = "9♦ appears twice, in HandA and HandB"
FRACTION_ERROR = "isn't a whole number; write amounts in the smallest unit, such as cents"


def answers(table):
    return showdown.arrow.settle(table, "omaha-hilo").read_all().to_pylist()


def errors(table):
    rows = answers(table)
    for row in rows:
        assert (row["winners"] == WINNERS) == (row["error"] is None)
    return [row["error"] for row in rows]


def payouts(table):
    return [row["error"] or row["payouts"] for row in answers(table)]


@pytest.fixture
def polars():
    return pytest.importorskip("polars")


@pytest.mark.parametrize(
    "create_overrides",
    [
        lambda polars: {},
        lambda polars: {"board": polars.Categorical, "hands": polars.List(polars.Categorical)},
        lambda polars: {"board": polars.Enum([BOARD]), "hands": polars.Array(polars.String, 2)},
    ],
    ids=["plain", "categorical", "enum"],
)
def test_an_invalid_row_of_polars_has_an_error(polars, create_overrides):
    frame = polars.DataFrame(
        {"hands": HANDS, "board": [BOARD] * 3}, schema_overrides=create_overrides(polars)
    )
    assert errors(frame) == [None, DUPLICATE_ERROR, None]
    assert errors(frame[1:]) == [DUPLICATE_ERROR, None]
    odds = showdown.arrow.odds(frame, "omaha-hilo").read_all().to_pylist()
    assert [row["error"] for row in odds] == [None, DUPLICATE_ERROR, None]


def test_nulls_of_polars_are_errors_of_their_rows(polars):
    frame = polars.DataFrame(
        {"hands": [GOOD_HANDS, None, GOOD_HANDS], "board": [None, BOARD, BOARD]}
    )
    assert errors(frame) == [
        "Board is missing; Omaha Hi/Lo needs 5 board cards",
        "hands is null",
        None,
    ]
    without_boards = polars.DataFrame({"hands": HANDS, "board": [None] * 3})
    assert all(row["error"].startswith("Board is missing") for row in answers(without_boards))


def test_an_invalid_row_of_pandas_has_an_error():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"hands": HANDS, "board": [BOARD] * 3})
    assert errors(frame) == [None, DUPLICATE_ERROR, None]
    assert errors(frame.assign(board=frame.board.astype("category"))) == [
        None,
        DUPLICATE_ERROR,
        None,
    ]
    assert errors(frame.astype({"board": "string"})) == [None, DUPLICATE_ERROR, None]
    errors_of_nan = errors(frame.assign(board=[float("nan"), BOARD, BOARD]))
    assert errors_of_nan[0].startswith("Board is missing")


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (
            {"button": [1, float("nan"), 0.5]},
            [[0, 91], [0, 91], f"button has 0.5, which {FRACTION_ERROR}"],
        ),
        (
            {"pots": [[91.0], float("nan"), [91.5]]},
            [[0, 91], None, f"pots has 91.5, which {FRACTION_ERROR}"],
        ),
        (
            {"pots": [[Decimal("91.50")], [Decimal("91.00")], [Decimal(7)]]},
            [f"pots has 91.50, which {FRACTION_ERROR}", [0, 91], [0, 7]],
        ),
    ],
)
def test_chips_of_pandas_may_be_decimals_or_floats_with_missing_values(columns, expected):
    pandas = pytest.importorskip("pandas")
    deals = {"hands": [GOOD_HANDS] * 3, "board": [BOARD] * 3, "pots": [[91]] * 3}
    paid = payouts(pandas.DataFrame(deals | columns))
    assert paid == expected


@pytest.mark.parametrize(
    ("pots", "expected"),
    [
        ("[(select sum(x) from range(14) as t(x))]", [0, 91]),
        ("[91.50::decimal(9, 2)]", f"pots has 91.50, which {FRACTION_ERROR}"),
        ("['nan'::double]", f"pots has nan, which {FRACTION_ERROR}"),
    ],
)
@pytest.mark.parametrize("board", [f"'{BOARD}'", f"'{BOARD}'::enum('{BOARD}')"])
def test_results_of_duckdb_are_tables(board, pots, expected):
    duckdb = pytest.importorskip("duckdb")
    query = f"select {GOOD_HANDS} as hands, {board} as board, {pots} as pots, 1::hugeint as button"
    assert payouts(duckdb.sql(query)) == [expected]
    assert payouts(duckdb.sql(f"{query} union all {query}")) == [expected] * 2


_RECIPES = (ROOT / "docs" / "scale.md").read_text().partition("## Recipes")[2]
_RECIPE = re.compile(r"^### (.+?)$.*?^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = dict(_RECIPE.findall(_RECIPES))


@pytest.fixture
def folder(write_deals, tmp_path):
    write_deals(2, 500)
    return tmp_path


@pytest.fixture
def library_answers(folder):
    table = pq.read_table(folder / "deals").sort_by("id")
    return showdown.arrow.settle(table, "omaha-hilo", keep=["id"]).read_all().to_pylist()


def run_recipe(recipe, package, folder, extra_code=""):
    if find_spec(package) is None:
        pytest.skip(f"{package} isn't installed; see CONTRIBUTING.md")
    (folder / "recipe.py").write_text(CODE[recipe] + extra_code)
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    process = run("recipe.py", cwd=folder, PYSPARK_PYTHON=sys.executable, PYTHONPATH=path)
    assert process.returncode == 0, process.stderr
    return process.stdout


def answers_in(folder):
    return pq.read_table(folder / "answers").sort_by("id").to_pylist()


def test_every_recipe_has_a_test():
    assert list(CODE) == ["Ray Data", "Spark", "DuckDB", "Polars"]


def test_the_recipe_for_ray_data_works(folder, library_answers):
    run_recipe("Ray Data", "ray", folder)
    assert answers_in(folder) == library_answers


def test_the_recipe_for_spark_works(folder, library_answers):
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    run_recipe("Spark", "pyspark", folder)
    assert answers_in(folder) == library_answers


def test_the_recipe_for_duckdb_works(folder, library_answers):
    output = run_recipe("DuckDB", "duckdb", folder)
    counts = dict(re.findall(r"│\s+(\d+) │\s+(\d+) │", output))
    categories = [row["categories"][0] for row in library_answers]
    assert counts == {
        str(category): str(categories.count(category)) for category in set(categories)
    }


def test_the_recipe_for_polars_works(folder, library_answers):
    extra_code = "\nanswers.sort('id').write_parquet('answers.parquet')\n"
    run_recipe("Polars", "polars", folder, extra_code)
    assert pq.read_table(folder / "answers.parquet").to_pylist() == library_answers
