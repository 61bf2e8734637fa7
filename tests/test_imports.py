"""Test that imports follow the layers, and load no more than necessary."""

import re
import sys
from pathlib import Path

from tests import ROOT, run_program

PACKAGE = ROOT / "showdown"
DAFT_MODULE = PACKAGE / "tables" / "engine.py"
"""Daft is not installed for the tests."""

COMPILER_MODULES = {"kernel_cache", "row_checking_kernels", "precompile"}
"""Names of the modules of `bulk` and `files` that import Numba."""
LAYERS = (*("evaluator", "words", "notation", "bulk", "files"), *("tables", "library"))
ODDS_MODULE = re.compile(
    r"\.(odds|range|hand_order|spot|tournament|final_table_json)[a-z_]*$"
    r"|\.pasted\.(json_documents|reader)$"
)
"""Modules of odds and of pasted texts in any format, which settling a deal does not import."""


def modules_of(layer):
    for path in sorted((PACKAGE / layer).rglob("*.py")):
        if path.stem not in COMPILER_MODULES and path != DAFT_MODULE:
            yield ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def modules_loaded_by(code):
    """Return the names of all modules of a fresh interpreter after running this code."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(run_program(command, check=True, cwd=ROOT).stdout.split())


def modules_loaded_with(*modules):
    return modules_loaded_by(f"import {', '.join(modules)}")


def test_imports_follow_the_layers_without_a_cycle():
    """Run the linter in a process of its own, because it disables loggers."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    completed = run_program(command, cwd=ROOT)
    assert completed.returncode == 0, completed.stdout


def test_no_module_is_imported_by_a_string():
    """The only exception is the library, whose names are imported on first use."""
    texts = {path: path.read_text() for path in PACKAGE.rglob("*.py")}
    importing_paths = [path for path in texts if re.search("import_(string|module)", texts[path])]
    assert importing_paths == [PACKAGE / "__init__.py"]


def test_layers_below_the_models_import_no_framework():
    modules = [module for layer in LAYERS for module in modules_of(layer)]
    assert not modules_loaded_with(*modules) & {"django", "rest_framework"}


def test_settling_one_deal_loads_no_arrays():
    all_modules = [*modules_of("evaluator"), *modules_of("words"), *modules_of("notation")]
    modules = [module for module in all_modules if not ODDS_MODULE.search(module)]
    modules.append("showdown.evaluator.spots")
    assert not modules_loaded_with(*modules) & {"numpy", "numba"}


def test_modules_with_kernels_load_no_compiler_when_imported():
    modules = [module for layer in LAYERS for module in modules_of(layer)]
    assert "numba" not in modules_loaded_with(*modules)
