"""Without the database or its tables the API says so, and settles what need not be stored."""

import json

import pytest

from tests.databases import run_with

TRY = """
import json, sys, django
django.setup()
from django.test import Client
client, deal = Client(), sys.argv[1]
answers = [
    client.post("/api/showdowns/", deal, content_type="application/json"),
    client.post("/api/showdowns/?store=false", deal, content_type="application/json"),
    client.get("/api/games/"),
    client.post("/api/showdowns/bulk/", deal, content_type="application/x-ndjson"),
    client.post("/api/showdowns/bulk/?game=badugi", sys.argv[2], content_type="text/plain"),
]
print(json.dumps([
    [
        answer.status_code,
        answer["Content-Type"],
        answer.headers.get("Retry-After"),
        b"".join(answer).decode() if answer.streaming else answer.json(),
        answer.headers.get("Stored"),
    ]
    for answer in answers
]))
"""


LINES = "3c 2s 4d Ah - As 3h 2d 4h\n" * 250


@pytest.fixture(scope="module")
def ran(database_away):
    deal = {"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}
    return run_with(database_away, TRY, json.dumps(deal), LINES)


@pytest.fixture(scope="module")
def answers(ran):
    names = ["store", "settle", "games", "json lines", "lines"]
    return dict(zip(names, json.loads(ran.stdout), strict=True))


def test_what_must_be_stored_is_a_503_problem(answers):
    status, kind, retry_after, problem, _ = answers["store"]
    assert (status, kind, retry_after) == (503, "application/problem+json", "5")
    assert problem["type"].endswith("/database-away/")


def test_a_deal_that_need_not_be_stored_is_settled(answers):
    status, _, _, said, _ = answers["settle"]
    assert (status, said["headline"]) == (200, "HandA wins with a 4-3-2-A badugi")


def test_games_need_no_database(answers):
    assert answers["games"][0] == 200


def test_deals_of_a_bulk_request_are_settled_without_an_id_and_the_last_record_says_so(answers):
    status, _, _, said, stored = answers["json lines"]
    settled, missing = map(json.loads, said.splitlines())
    assert (status, stored) == (200, "false")
    assert settled["headline"] == "HandA wins with a 4-3-2-A badugi"
    assert "id" not in settled
    assert missing["type"].endswith("/database-away/")
    assert (missing["status"], missing["stored"], missing["not_stored"]) == (503, 0, 1)
    assert "line" not in missing


def test_answers_as_text_end_with_how_many_deals_were_not_stored(answers):
    status, _, _, said, stored = answers["lines"]
    *records, missing = said.splitlines()
    assert (status, stored, len(records)) == (200, "false", 250)
    assert missing == "Error: 250 of 250 deals were not stored: the database can't be reached"


def test_the_log_says_why_deals_were_not_stored(ran):
    assert "bulk request: 250 of 250 deals were not stored" in ran.stderr
    tried = [line for line in ran.stderr.splitlines() if "bulk/: 200, because" in line]
    assert len(tried) == 2, "the database is not tried again for every hundred deals"
