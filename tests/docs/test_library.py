"""The examples of docs/library.md give what they show."""

import doctest

import pytest

from tests.docs.reading import ROOT

pytest.importorskip("pyarrow", reason="pyarrow is an extra")


def test_the_examples_give_what_they_show(monkeypatch):
    monkeypatch.chdir(ROOT)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    path = str(ROOT / "docs" / "library.md")
    result = doctest.testfile(path, module_relative=False, optionflags=flags)
    assert result.attempted > 15
    assert result.failed == 0
