"""Test that only the necessary kernels are compiled, once on a machine, and with a message."""

import os
import re
import subprocess
import sys

import pytest

from showdown.bulk.compiling import notify_before_compiling, notify_listeners
from tests import ROOT
from tests.commands.running import run

LINE = b"3c 2s 4d Ah - As 3h 2d 4h\n"


@pytest.fixture
def deals(tmp_path):
    path = tmp_path / "deals.txt"
    path.write_bytes(LINE * 5000)
    return path


def manage(*arguments, cache):
    completed = run(*arguments, NUMBA_CACHE_DIR=str(cache))
    assert completed.returncode == 0, completed.stderr
    return completed


def kernels_in(folder):
    return {re.sub(r"-\d+\.py.*", "", path.name) for path in folder.rglob("*.nbi")}


def test_a_listener_is_called_once():
    calls = []
    with notify_before_compiling(calls.append):
        notify_listeners(is_stored=True)
        notify_listeners(is_stored=True)
    notify_listeners(is_stored=True)
    assert calls == [True]


@pytest.mark.long
def test_only_the_kernels_of_the_file_are_compiled_once(tmp_path, deals):
    cache = tmp_path / "cache"
    first = manage("badugi", deals, tmp_path / "first.txt", cache=cache)
    assert first.stderr.count(b"Compiling for this machine, once") == 1
    evaluation_kernel = "evaluation_kernels.evaluate_badugi"
    assert kernels_in(cache) == {"badugi.find_badugi", "badugi.write_badugi", evaluation_kernel}
    second = manage("badugi", deals, tmp_path / "second.txt", cache=cache)
    assert second.stderr == b""
    first_answers, second_answers = tmp_path / "first.txt", tmp_path / "second.txt"
    assert first_answers.read_bytes() == second_answers.read_bytes() == b"3c 2s 4d Ah\n" * 5000


@pytest.mark.long
def test_a_missing_cache_is_reported_by_a_notice(tmp_path, deals):
    nowhere = deals / "no-folder"
    completed = manage("badugi", deals, "-", cache=nowhere)
    assert b"Compiling, as on every run: no cache is writable" in completed.stderr
    assert completed.stdout == b"3c 2s 4d Ah\n" * 5000


@pytest.mark.long
def test_compiled_kernels_are_not_compiled_again(tmp_path):
    """Test that every kernel is stored, which fails if its argument types differ between processes.

    Groups are compiled in parallel, so two groups may both compile a kernel that they share.
    """
    cache = tmp_path / "cache"
    first, second = (manage("compile", cache=cache).stdout.decode() for _ in range(2))
    *groups, summary = first.splitlines()
    compiled = sum(int(re.search(r": (\d+) kernels?, [\d.]+ s$", group)[1]) for group in groups)
    assert groups[0].startswith("lines of deals: ")
    assert compiled >= len(kernels_in(cache)) > 0
    assert summary.startswith(f"{compiled} kernels compiled in ")
    assert second.startswith("Nothing to compile: all kernels are stored in ")
    assert second.count("\n") == 1


ADDS_NO_TYPES = """
import showdown.bulk.kernel_cache
from numba.core.typing.typeof import typeof_impl
known = len(typeof_impl.registry)
from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES
import numpy as np
evaluation.evaluate(GAMES["badugi"], np.array([[0, 5, 10, 15, 16, 21, 26, 31]], np.uint8))
assert len(typeof_impl.registry) == known
"""


@pytest.mark.long
def test_a_first_kernel_adds_no_types_while_another_thread_may_read_them():
    subprocess.run([sys.executable, "-c", ADDS_NO_TYPES], cwd=ROOT, check=True)


PAIRS = """
from typing import NamedTuple

from showdown.bulk.compiling import kernel


class Pair(NamedTuple):
    {}: object
    {}: object


@kernel
def copy_first(pair, out):
    out[0] = pair.first[0]
"""
COPY_FIRST = """
import numpy as np
from pairs import Pair, copy_first
out = np.zeros(1)
copy_first(Pair(first=np.full(1, 5.0), second=np.full(1, 7.0)), out)
assert out[0] == 5
"""


@pytest.mark.long
def test_a_kernel_is_compiled_again_for_fields_in_another_order(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["NUMBA_CACHE_DIR"] = str(tmp_path / "cache")
    for fields in (("first", "second"), ("second", "first")):
        (tmp_path / "pairs.py").write_text(PAIRS.format(*fields))
        subprocess.run([sys.executable, "-c", COPY_FIRST], cwd=ROOT, env=environment, check=True)
    assert kernels_in(tmp_path) == {"pairs.copy_first"}


LOAD = "from showdown.files.precompile import load_kernels; load_kernels()"


def test_no_kernels_are_loaded_before_all_kernels_are_compiled(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, env=environment, check=True)
    assert kernels_in(tmp_path) == set()
