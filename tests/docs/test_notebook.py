"""Run all cells of the notebook. CONTRIBUTING.md states how to install matplotlib."""

import json

import pytest

from tests import ROOT

NOTEBOOK = json.loads((ROOT / "examples" / "library.ipynb").read_text())
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_is_stored_with_its_charts():
    outputs = [output for cell in NOTEBOOK["cells"] for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) == 3
    assert not [output for output in outputs if output["output_type"] == "error"]


@pytest.mark.long
def test_every_cell_runs():
    matplotlib = pytest.importorskip("matplotlib", reason="see CONTRIBUTING.md")
    matplotlib.use("Agg")
    namespace = {}
    for cell in CODE:
        exec(cell, namespace)  # noqa: S102 - it is our own notebook
    assert len(namespace["odds"]) == 4
