"""Test that the vectors are valid, and that the library and a reference agree with them."""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from conformance import run
from conformance.adapters import showdown_library
from showdown.evaluator.games import GAMES
from showdown.words.citations import BOOKS
from tests import run_program
from tests.conformance import adding, second_opinion
from tests.scope import quick_first
from tests.test_imports import modules_loaded_with

FOLDER = Path(run.__file__).parent
VECTORS = run.load_vectors()
AREAS = list(dict.fromkeys(vector["tags"][0] for vector in VECTORS))
FIRST_VERSION = (1395, "e23dc7d5dd0bb038cfc5d34f148d7dd3dfbea4d57e52bdbfae5a1864d5363de7")
"""The number of published lines and their SHA-256; new vectors are appended."""


def select_vectors(area):
    return [vector for vector in VECTORS if vector["tags"][0] == area]


def test_the_file_validates_against_its_schema():
    schema = json.loads((FOLDER / "schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    errors = {vector["id"]: [*validator.iter_errors(vector)] for vector in VECTORS}
    assert not any(errors.values()), errors


def test_ids_begin_with_the_first_tag():
    ids = [vector["id"] for vector in VECTORS]
    assert len(set(ids)) == len(ids)
    assert all(vector["id"].rpartition("-")[0] == vector["tags"][0] for vector in VECTORS)


def test_published_vectors_do_not_change():
    count, digest = FIRST_VERSION
    lines = run.VECTORS.read_bytes().splitlines(keepends=True)
    assert hashlib.sha256(b"".join(lines[:count])).hexdigest() == digest


def test_a_file_without_drafts_adds_no_vectors(tmp_path, monkeypatch):
    drafts, vectors = tmp_path / "drafts.jsonl", tmp_path / "vectors.jsonl"
    drafts.touch()
    vectors.touch()
    monkeypatch.setattr(run, "VECTORS", vectors)
    adding.main(drafts)
    assert vectors.read_text() == ""


def test_no_vector_is_a_duplicate():
    keys = ("game", "hands", "boards", "chips")
    parts = (
        [[vector[key] for key in keys], vector["book"], vector["tags"][0]] for vector in VECTORS
    )
    texts = Counter(map(json.dumps, parts))
    assert [text for text, count in texts.items() if count > 1] == []


@pytest.mark.parametrize("area", AREAS)
def test_the_library_and_the_reference_agree_with_each_vector(area):
    for vector in select_vectors(area):
        expected = vector["expected"]
        question = run.build_question(vector)
        assert showdown_library.answer(question) == expected, vector["id"]
        assert second_opinion.list_differences(question, expected) == [], vector["id"]


@pytest.mark.parametrize("step", quick_first(10, 1))
@pytest.mark.parametrize("area", AREAS)
def test_the_reference_agrees_on_payments_under_other_rule_sets(area, step):
    for vector in list(select_vectors(area))[::step]:
        if not second_opinion.has_chips(vector) or vector["book"]["slug"] == "exact":
            continue
        deal = second_opinion.SlowVector(vector)
        paid = {slug: deal.payouts(slug)[0] for slug in BOOKS if slug != "exact"}
        expected = vector["expected"]["payouts"]
        other_payouts = {slug: chips for slug, chips in paid.items() if chips != expected}
        alternatives = {
            alternative["book"]["slug"]: alternative["expected"]["payouts"]
            for alternative in vector["alternatives"]
            if "book" in alternative
        }
        assert alternatives == other_payouts, vector["id"]


def test_every_game_has_a_vector():
    assert {vector["game"] for vector in VECTORS} == set(GAMES)


def test_every_cited_rule_has_at_least_three_vectors():
    books = (vector["book"] for vector in VECTORS)
    rules = Counter((book["slug"], book["rule"], book["about"]) for book in books)
    assert min(rules.values()) >= 3, rules


@pytest.mark.parametrize("rules", ["wsop-2026", "tda-2026", "roberts"])
@pytest.mark.parametrize("area", ["odd-button", "odd-stud", "odd-high-low", "odd-low-low",
                                  "odd-boards", "odd-whole", "odd-each"])  # fmt: skip
def test_every_rule_set_has_the_smallest_case_of_each_odd_chip(rules, area):
    smallest = [
        vector
        for vector in select_vectors(area)
        if vector["book"]["slug"] == rules and "smallest" in vector["tags"]
    ]
    assert smallest
    assert all(vector["chips"]["pots"][0]["amount"] < 60 for vector in smallest)


def test_vectors_cite_the_books_of_the_library():
    for vector in VECTORS:
        book, cited = vector["book"], BOOKS[vector["book"]["slug"]]
        if book["slug"] == "exact":
            continue
        assert cited.name == f"{book['name']}, {book['edition']}"
        if book["rule"] not in ("general", "house", "run it twice"):
            assert any(book["rule"].split(",")[-1].split()[0] in rule for rule in cited.rules)


@pytest.mark.parametrize("options", quick_first(["--strict"], []))
def test_the_runner_passes_the_library(options):
    program = [sys.executable, FOLDER / "adapters" / "showdown_library.py"]
    command = [sys.executable, FOLDER / "run.py", *options, *program]
    process = run_program(command, cwd=FOLDER.parent, timeout=300)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.splitlines()[-1].split() == ["all", str(len(VECTORS)), "0", "0", "0"]


PYTHON = [sys.executable, "-c"]
READ = "import json; key = json.loads(input())['id']"
PROGRAMS = {
    "nothing": [*PYTHON, ""],
    "no JSON": [*PYTHON, "print('hello')"],
    "no object": [*PYTHON, "print([1])"],
    "no id": [*PYTHON, "print('{}')"],
    "no text": [*PYTHON, r"import sys; sys.stdout.buffer.write(b'\xff\n')"],
    "a crash": [*PYTHON, "raise SystemExit(3)"],
    "no end": [*PYTHON, "import time; time.sleep(60)"],
    "no program": ["./there-is-none"],
    "a misspelled key": [*PYTHON, f"{READ}; print(json.dumps(dict(id=key, winner='A')))"],
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_without_valid_answers_is_an_error(program):
    options = ["--id", VECTORS[0]["id"], "--timeout", "1"]
    command = [sys.executable, FOLDER / "run.py", *options, *program]
    process = run_program(command, timeout=30)
    assert process.returncode == 2
    assert "Traceback" not in process.stderr


HOUSE = {"house": "ours", "expected": {"payouts": {"Ann": 2, "Bob": 1}}}
PAID = {"expected": {"winners": {}, "payouts": {"Ann": 3, "Bob": 0}, "returned": {}}}


@pytest.mark.parametrize(
    ("answer", "vector", "outcome"),
    [
        (None, {}, run.FAILED),
        ({"unsupported": "no such game"}, {}, run.NOT_SUPPORTED),
        ({}, {}, run.NOT_SUPPORTED),
        ({"winners": {"high": ["Bob", "Ann"]}}, {}, run.PASSED),
        ({"winners": {"high": ["Bob"]}}, {}, run.FAILED),
        ({"winners": "Bob"}, {}, run.FAILED),
        ({"winners": {"high": None}}, {}, run.FAILED),
        ({"winners": {"high": ["Ann", 2]}}, {}, run.FAILED),
        ({"winners": {}}, PAID, run.NOT_SUPPORTED),
        ({"payouts": {"Ann": 3}}, PAID, run.PASSED),
        ({"payouts": {"Ann": 3}, "returned": {"Bob": 1}}, PAID, run.FAILED),
        ({"payouts": {"Ann": 2, "Bob": 1}}, PAID, run.FAILED),
        ({"payouts": {"Ann": 2, "Bob": 1}}, PAID | {"alternatives": [HOUSE]}, run.OTHER_RULE_SET),
    ],
)
def test_an_answer_to_a_vector_has_the_correct_outcome(answer, vector, outcome):
    defaults = {"expected": {"winners": {"high": ["Ann", "Bob"]}}, "alternatives": []}
    assert run.judge(defaults | vector, answer)[0] == outcome


def test_the_folder_loads_no_django():
    modules = ("run", "compare", "adapters.showdown_library")
    assert "django" not in modules_loaded_with(*(f"conformance.{module}" for module in modules))
