"""Test the API without a database or its tables: deals are settled, storing is refused."""

import json

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


def test_without_a_database_storing_is_a_503_and_other_requests_succeed(database_away):
    """All requests are sent to one process, because starting one takes longer than the requests."""
    deal = {"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}
    ran = run_with(database_away, TRY, json.dumps(deal), LINES)
    stored, settled, games, json_lines, lines = json.loads(ran.stdout)
    check_problem(stored)
    check_settled(settled)
    assert games[0] == 200
    check_json_lines(json_lines)
    check_lines(lines)
    check_log(ran.stderr)


def check_problem(answer):
    status, kind, retry_after, problem, _ = answer
    assert (status, kind, retry_after) == (503, "application/problem+json", "5")
    assert problem["type"].endswith("/database-away/")


def check_settled(answer):
    status, _, _, settled, _ = answer
    assert (status, settled["headline"]) == (200, "HandA wins with a 4-3-2-A badugi")


def check_json_lines(answer):
    """Check that deals are settled without an id, and that the last record reports it."""
    status, _, _, body, stored = answer
    settled, missing = map(json.loads, body.splitlines())
    assert (status, stored) == (200, "false")
    assert settled["headline"] == "HandA wins with a 4-3-2-A badugi"
    assert "id" not in settled
    assert missing["type"].endswith("/database-away/")
    assert (missing["status"], missing["stored"], missing["not_stored"]) == (503, 0, 1)
    assert "line" not in missing


def check_lines(answer):
    """Check that the lines end with the number of deals that were not stored."""
    status, _, _, body, stored = answer
    *records, missing = body.splitlines()
    assert (status, stored, len(records)) == (200, "false", 250)
    assert missing == "Error: 250 of 250 deals were not stored: the database can't be reached"


def check_log(log):
    assert "bulk request: 250 of 250 deals were not stored" in log
    tried = [line for line in log.splitlines() if "bulk/: 200, because" in line]
    assert len(tried) == 2, "the database is not tried again for every hundred deals"
