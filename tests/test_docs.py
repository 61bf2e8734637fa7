"""Test that the documentation lists every command, option, setting, endpoint, game and rule set."""

import re
from argparse import SUPPRESS, _SubParsersAction
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from drf_spectacular.generators import SchemaGenerator

from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.pasted.reader import READERS
from tests import ROOT

COMMANDS = sorted(name for name, app in get_commands().items() if app == "showdown")


def page(name):
    return (ROOT / "docs" / f"{name}.md").read_text()


def first_column(text):
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def common_options(command):
    table, _, _ = page("commands").partition("\n## ")
    rows = re.findall(r"^\| `(--\w+)` \| (.+?) \|", table, re.MULTILINE)
    return {option for option, commands in rows if f"`{command}`" in commands}


def sections(text):
    _, *parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def verbs_of(parser):
    verbs = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    return verbs[0].choices if verbs else {}


def options_of(parser):
    actions = [action for action in parser._actions if action.help != SUPPRESS]
    options = {option for action in actions for option in action.option_strings}
    options.update(*map(options_of, verbs_of(parser).values()))
    return {option for option in options if option.startswith("--")}


DJANGO_OPTIONS = options_of(BaseCommand().create_parser("manage.py", "any")) | {"--skip-checks"}


def test_documented_commands_equal_the_existing_ones():
    assert sorted(sections(page("commands"))) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_documented_options_of_a_command_equal_the_existing_ones(name):
    parser = load_command_class("showdown", name).create_parser("manage.py", name)
    documented = first_column(sections(page("commands"))[name])
    options = {option for option in documented if option.startswith("--")}
    assert options | common_options(name) == options_of(parser) - DJANGO_OPTIONS


def test_documented_subcommands_of_batch_equal_the_existing_ones():
    parser = load_command_class("showdown", "batch").create_parser("manage.py", "batch")
    rows = first_column(sections(page("commands"))["batch"])
    assert {row.split()[0] for row in rows if not row.startswith("--")} == set(verbs_of(parser))


def test_documented_settings_equal_the_existing_ones():
    settings = (ROOT / "omahasite" / "settings.py").read_text()
    variables = set(re.findall(r'\benv(?:\.\w+)?\(\s*"(\w+)"', settings))
    assert sorted(first_column(page("settings"))) == sorted(variables)


def test_documented_endpoints_equal_the_existing_ones():
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    endpoints = [f"{verb.upper()} {path}" for path, verbs in paths.items() for verb in verbs]
    documented = first_column(page("api"))
    assert set(documented) == set(endpoints)
    assert len(documented) == len(endpoints)


def test_documented_games_and_rule_sets_equal_the_existing_ones():
    assert first_column(page("games")) == list(GAMES)
    slugs = set(re.findall(r"`([a-z0-9-]+)`", Path("conformance/README.md").read_text()))
    drawmaha = {slug for slug in GAMES if slug.startswith("drawmaha")}
    missing = set(GAMES) - slugs - drawmaha
    assert not missing, "conformance/README.md doesn't list the contests of these games"
    rule_sets = first_column(sections(page("chips"))["Rule sets"])
    assert rule_sets == list(RULE_SETS)


def test_documented_readers_of_pastes_equal_the_existing_ones():
    table, _, _ = page("pasting").partition("\n## ")
    names = re.findall(r"^\| (.+?) \|", table.partition("| --- |")[2], re.MULTILINE)
    assert names == list(READERS)


def test_the_readme_states_the_number_of_games():
    assert f"{len(GAMES)} poker games" in (ROOT / "README.md").read_text()


def anchors(path):
    headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))])
def test_links_have_targets(path):
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", path.read_text()):
        page = path.parent / target if target else path
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), f"{target}#{anchor}"


NAMED_TESTS = sorted(
    set(re.findall(r"`(tests/[\w/]+(?:\.py)?(?:::\w+)?)`", (ROOT / "CONTRIBUTING.md").read_text()))
)


@pytest.mark.parametrize("named_test", NAMED_TESTS)
def test_tests_named_in_contributing_exist(named_test):
    path, _, function = named_test.partition("::")
    assert (ROOT / path).exists()
    assert not function or f"def {function}(" in (ROOT / path).read_text()


def test_names_in_contributing_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    folders = ("showdown", "omahasite", "conformance", "tests")
    files = [path.read_text() for folder in folders for path in (ROOT / folder).rglob("*.py")]
    code = "\n".join(files)
    names = re.findall(r"`(?:\w+\.)?(\w*_\w+|[A-Z]{3,})`", text)
    assert set(names) - set(re.findall(r"\w+", code)) == set()
    classes = re.findall(r"`(?:\w+\.)*([A-Z]+[a-z]\w+)`", text)
    assert set(classes) - set(re.findall(r"^class (\w+)", code, re.MULTILINE)) == set()


CURLY_APOSTROPHES_ALLOWED = ("showdown/notation/", "showdown/words/games.py")
"""Modules that read texts of people, in which apostrophes may be curly."""


def test_sentences_have_straight_apostrophes():
    texts = [
        path
        for folder, pattern in [
            ("templates", "*.*"),
            ("static/showdown", "*.js"),
            ("showdown", "*.py"),
        ]
        for path in (ROOT / folder).rglob(pattern)
        if not str(path.relative_to(ROOT)).startswith(CURLY_APOSTROPHES_ALLOWED)
    ]
    assert len(texts) > 300
    assert [str(path) for path in texts if "’" in path.read_text()] == []
