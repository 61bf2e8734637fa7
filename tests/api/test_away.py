"""With the database away the API says so, and still settles what need not be stored."""

import json
import os
import subprocess
import sys

import pytest

AWAY = "postgresql://nobody@127.0.0.1:1/nothing"

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
]
print(json.dumps([
    [
        answer.status_code,
        answer["Content-Type"],
        answer.headers.get("Retry-After"),
        json.loads(b"".join(answer) if answer.streaming else answer.content),
    ]
    for answer in answers
]))
"""


@pytest.fixture(scope="module")
def answers():
    deal = {"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}
    environment = os.environ | {
        "DATABASE_URL": AWAY,
        "DJANGO_SETTINGS_MODULE": "omahasite.settings",
        "ALLOWED_HOSTS": "testserver",
    }
    ran = subprocess.run(
        [sys.executable, "-c", TRY, json.dumps(deal)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(["store", "settle", "games", "bulk"], json.loads(ran.stdout), strict=True))


def test_what_must_be_stored_is_a_503_problem(answers):
    status, kind, retry_after, problem = answers["store"]
    assert (status, kind, retry_after) == (503, "application/problem+json", "5")
    assert problem["type"].endswith("/database-away/")


def test_a_deal_that_need_not_be_stored_is_settled(answers):
    status, _, _, said = answers["settle"]
    assert (status, said["headline"]) == (200, "HandA wins with a 4-3-2-A badugi")


def test_games_need_no_database(answers):
    assert answers["games"][0] == 200


def test_deals_of_a_bulk_request_are_settled_without_an_id(answers):
    status, _, _, said = answers["bulk"]
    assert status == 200
    assert said["headline"] == "HandA wins with a 4-3-2-A badugi"
    assert "id" not in said
