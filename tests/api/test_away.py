"""Test the API without a database or its tables: deals are settled, and storing is refused."""

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
    headline = "HandA wins with a 4-3-2-A badugi"
    ran = run_with(database_away, TRY, json.dumps(deal), LINES)
    refused, settled, games, json_lines, lines = json.loads(ran.stdout)

    status, kind, retry_after, problem, _ = refused
    assert (status, kind, retry_after) == (503, "application/problem+json", "5")
    assert problem["type"].endswith("/database-away/")
    status, _, _, answer, _ = settled
    assert (status, answer["headline"]) == (200, headline)
    assert games[0] == 200

    status, _, _, body, stored = json_lines
    answer, missing = map(json.loads, body.splitlines())
    assert (status, stored, answer["headline"]) == (200, "false", headline)
    assert "id" not in answer
    assert missing["type"].endswith("/database-away/")
    assert (missing["status"], missing["stored"], missing["not_stored"]) == (503, 0, 1)
    assert "line" not in missing

    status, _, _, body, stored = lines
    *records, missing = body.splitlines()
    assert (status, stored, len(records)) == (200, "false", 250)
    assert missing == "Error: 250 of 250 deals were not stored: the database can't be reached"

    assert "bulk request: 250 of 250 deals were not stored" in ran.stderr
    tried = [line for line in ran.stderr.splitlines() if "bulk/: 200, because" in line]
    assert len(tried) == 2, "the database was tried again for every hundred deals"
