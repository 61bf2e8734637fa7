"""Conditional GET, and calls from pages of other origins."""

import json

import pytest

from tests.databases import UNREACHABLE, run_with
from tests.factories import ShowdownFactory

ORIGIN = "https://club.example"


@pytest.mark.parametrize("name", ["games", "rule-sets", "problems", "schema", "deal"])
def test_an_unchanged_response_is_a_304(anyone, name):
    address = f"/api/showdowns/{ShowdownFactory().id}/" if name == "deal" else f"/api/{name}/"
    first = anyone.get(address)
    assert "no-store" not in first["Cache-Control"]
    again = anyone.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert anyone.get(address, headers={"If-None-Match": '"older"'}).content == first.content


def test_personal_pages_are_not_cached(owner):
    answer = owner.get("/api/batches/")
    assert "no-store" in answer["Cache-Control"]
    assert "ETag" not in answer


ASK = """
import json, sys, django
django.setup()
from django.test import Client
client = Client()
headers = {"Origin": sys.argv[1], "Access-Control-Request-Method": "POST",
           "Access-Control-Request-Headers": "authorization,idempotency-key"}
answers = [
    client.options("/api/showdowns/", headers=headers),
    client.get("/api/games/", headers=headers),
    client.get("/api/docs/", headers=headers),
    client.get("/healthz", headers=headers),
]
print(json.dumps([dict(answer.headers) for answer in answers]))
"""


def asked(origins, origin=ORIGIN):
    """Return the headers of each response of a site with this setting, without a database."""
    return json.loads(run_with(UNREACHABLE, ASK, origin, CORS_ORIGINS=origins).stdout)


ALLOWED = "access-control-allow-origin"


@pytest.mark.long
def test_origins_in_the_setting_may_call_the_api():
    preflight, games, docs, alive = asked(ORIGIN)
    assert preflight[ALLOWED] == games[ALLOWED] == ORIGIN
    assert "idempotency-key" in preflight["access-control-allow-headers"]
    assert "anonymize-key" in preflight["access-control-allow-headers"]
    for name in ("hands-written", "hands-refused", "hands-unread", "etag", "stored"):
        assert name in games["access-control-expose-headers"]
    assert "access-control-allow-credentials" not in preflight
    assert ALLOWED not in docs
    assert ALLOWED not in alive
    assert not any(ALLOWED in headers for headers in asked(ORIGIN, "https://other.example"))


def test_no_other_origin_may_call_the_api_by_default(anyone):
    assert ALLOWED not in anyone.get("/api/games/", headers={"Origin": ORIGIN})
