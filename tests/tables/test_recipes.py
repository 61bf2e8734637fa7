"""Run the recipes of docs/scale.md, and compare their answers with the library's.

A recipe is skipped if its engine isn't installed. CONTRIBUTING.md has the command that installs
the engines; Spark also needs Java.
"""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet as pq

import showdown.arrow
from tests.tables.test_engine import ray_environment
from tests.tables.writing import deals_table

ROOT = Path(__file__).parents[2]
OMAHA = showdown.games["omaha-hilo"]
ROWS = 500
_RECIPES = (ROOT / "docs" / "scale.md").read_text().partition("## Recipes")[2]
_NAMED = re.compile(r"^### (.+?)$.*?^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = dict(_NAMED.findall(_RECIPES))

pytestmark = pytest.mark.long


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "deals").mkdir()
    for number in range(2):
        binary, _ = deals_table(OMAHA, ROWS, seed=number)
        table = binary.append_column("id", pa.array(range(number * ROWS, (number + 1) * ROWS)))
        pq.write_table(table, tmp_path / "deals" / f"{number}.parquet")
    return tmp_path


@pytest.fixture
def expected(folder):
    deals = pq.read_table(folder / "deals").sort_by("id")
    return showdown.arrow.settle(deals, "omaha-hilo", keep=["id"]).read_all().to_pylist()


def run(recipe, package, folder, more=""):
    if find_spec(package) is None:
        pytest.skip(f"{package} isn't installed; see CONTRIBUTING.md")
    (folder / "recipe.py").write_text(CODE[recipe] + more)
    quiet = ray_environment() | {"PYSPARK_PYTHON": sys.executable}
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "recipe.py"],
        cwd=folder,
        env=os.environ | quiet | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def answers_in(folder):
    return pq.read_table(folder / "answers").sort_by("id").to_pylist()


def test_every_recipe_is_tried():
    assert list(CODE) == ["Ray Data", "Spark", "DuckDB", "Polars"]


def test_ray_data(folder, expected):
    run("Ray Data", "ray", folder)
    assert answers_in(folder) == expected


def test_spark(folder, expected):
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    run("Spark", "pyspark", folder)
    assert answers_in(folder) == expected


def test_duckdb(folder, expected):
    shown = run("DuckDB", "duckdb", folder)
    counts = dict(re.findall(r"│\s+(\d+) │\s+(\d+) │", shown))
    categories = [row["categories"][0] for row in expected]
    assert counts == {
        str(category): str(categories.count(category)) for category in set(categories)
    }


def test_polars(folder, expected):
    more = "\nanswers.sort('id').write_parquet('answers.parquet')\n"
    run("Polars", "polars", folder, more)
    assert pq.read_table(folder / "answers.parquet").to_pylist() == expected
