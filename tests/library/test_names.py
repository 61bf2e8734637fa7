"""Test that the public names of `import showdown` are complete, typed and imported lazily."""

import ast
import pydoc
import sys
from pathlib import Path
from types import FunctionType

import pytest

import showdown
from showdown.evaluator.games import GAMES
from tests import run_program
from tests.made_up_games import EVERY_GAME
from tests.test_imports import modules_loaded_by

SOURCE = Path(showdown.__file__)
MODULE = """
from fractions import Fraction
import showdown
settled: showdown.SettledDeal = showdown.settle("holdem", ["AsAh", "KsKh"], "2c3c4d5d9h", pots=[9])
share: Fraction = settled.shares["HandA"]
many: showdown.SettledDeals = showdown.settle_many("holdem", [[0, 1, 2, 3, 4, 5, 6, 7, 8]])
names: tuple[str, ...] = many.contests
equity: Fraction = showdown.odds("holdem", {"Anna": "AsAh", "Boris": "KK+"}).shares["Anna"]
for audited in showdown.audit("log.txt", rules="tda-2026"):
    text: str = audited.reason
for slug, game in showdown.games.items():
    hole: int = game.hole
try:
    showdown.card_numbers("holdem", [["AsAh"]])
except showdown.InvalidDeal as error:
    row: int | None = error.row
version: str = showdown.__version__
"""


def parse_declared_names():
    """Return the names that are declared for type checkers."""
    names = set()
    (block,) = [node for node in ast.parse(SOURCE.read_text()).body if isinstance(node, ast.If)]
    for node in block.body:
        if isinstance(node, ast.ImportFrom) and node.module.startswith("showdown"):
            names |= {alias.asname for alias in node.names}
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    return names


def test_the_declared_names_are_the_existing_ones():
    public = [name for name in dir(showdown) if not name.startswith("_")]
    assert sorted([*public, "__version__"]) == sorted(parse_declared_names())
    assert len(dir(showdown)) == len(set(dir(showdown)))
    for name in parse_declared_names():
        assert getattr(showdown, name) is not None


def test_a_star_import_has_every_name_except_arrow():
    deal = "'holdem', ['AsAh', 'KsKh'], '2c3c4d5d9h'"
    code = f"from showdown import *; print(settle({deal}).headline)"
    run = run_program([sys.executable, "-c", code], check=True)
    assert run.stdout.startswith("HandA wins")
    assert set(showdown.__all__) == parse_declared_names() - {"arrow", "__version__"}


def test_help_describes_every_function():
    help_text = pydoc.plain(pydoc.render_doc(showdown))
    assert "referee of the poker table" in help_text
    for name in showdown.__all__:
        value = getattr(showdown, name)
        if isinstance(value, FunctionType):
            assert f"\n    {name}(" in help_text
            assert value.__doc__
        else:
            assert name in help_text


def test_games_and_rule_sets_have_short_representations():
    prefix = f"<{len(GAMES)}: omaha-hilo, omaha, five-card-omaha-hilo, "
    assert repr(showdown.games).startswith(prefix)
    assert repr(showdown.rule_sets) == "<4: wsop-2026, tda-2026, roberts, exact>"
    assert repr(showdown.games["holdem"]) == "<Game holdem>"
    assert repr(list(showdown.games.values())[:2]) == "[<Game omaha-hilo>, <Game omaha>]"
    for game in EVERY_GAME:
        assert all(len(repr(contest)) < 900 for contest in game.contests)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="bridge"):
        _ = showdown.bridge


HEAVY_MODULES = {"numpy", "numba", "pydantic", "django", "importlib.metadata"}
RE = {"re"} if sys.version_info >= (3, 13) else set()  # before 3.13, typing imports re


SETTLING_AND_AUDITING = """import showdown
showdown.settle('holdem', ['AsAh', 'KsKh'], '2c3c4d5d9h')
showdown.settle_many, showdown.odds, list(showdown.audit('examples/log.txt'))
"""


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import showdown", HEAVY_MODULES | RE),
        ("import showdown.evaluator.settlement", HEAVY_MODULES),
        (SETTLING_AND_AUDITING, {"django", "rest_framework", "cryptography", "numba"}),
    ],
    ids=["library", "evaluator", "settling and auditing"],
)
def test_imports_load_no_heavy_modules(code, heavy):
    assert not modules_loaded_by(code) & heavy


@pytest.mark.long
def test_types_satisfy_strict_mypy(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(MODULE)
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\nfollow_imports = silent\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), str(program)]
    run = run_program(command, cwd=SOURCE.parents[1])
    assert run.returncode == 0, run.stdout
