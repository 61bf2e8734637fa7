"""The evaluator stands alone: it needs neither the framework nor, for one deal, any arrays."""

import subprocess
import sys

import pytest

MODULES = ("cards", "deals", "explanation", "games", "rankings", "settlement")


def loaded_after(code):
    """The top-level modules that a fresh interpreter holds once it has run this."""
    code += "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_settling_one_deal_loads_no_framework_and_no_arrays():
    modules = ", ".join(f"showdown.evaluator.{name}" for name in MODULES)
    assert not loaded_after(f"import {modules}") & {"django", "numpy", "numba", "rest_framework"}


@pytest.mark.parametrize("unwanted", ["django", "numba"])
def test_the_bulk_evaluator_loads_no_framework_and_no_compiler(unwanted):
    assert unwanted not in loaded_after("import showdown.bulk.evaluation")
