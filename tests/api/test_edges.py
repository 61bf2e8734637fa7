"""Test invalid addresses, encodings and documents, and the content of headers."""

import gzip
import json

import pytest
from django.urls import get_resolver

from showdown.api import urls
from showdown.api.openapi import document
from showdown.api.reference import UnknownAddress
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS

DEAL = {"game": "holdem", "hands": ["AsAd", "KsKd"], "board": "2c3d7h9sJc"}


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/api/games", "its address ends in a slash: /api/games/"),
        ("/api/showdowns/bulk", "its address ends in a slash: /api/showdowns/bulk/"),
        ("/api/nothing", "/api/ lists all addresses"),
        ("/api/nothing/", "/api/ lists all addresses"),
        ("/api/games/holdem", "/api/ lists all addresses"),
        ("/api/batches/7/", "/api/ lists all addresses"),
    ],
)
def test_an_unknown_address_is_a_problem_that_names_it(anyone, method, path, detail):
    answer = getattr(anyone, method)(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert path in answer.json()["detail"]
    assert detail in answer.json()["detail"]


def test_the_root_lists_every_address_without_an_id(anyone):
    listed = anyone.get("/api/").json()
    routes = {
        f"http://testserver/api/{pattern.pattern}"
        for pattern in urls.urlpatterns
        if "<" not in str(pattern.pattern) and str(pattern.pattern)
    }
    assert set(listed.values()) == routes
    assert get_resolver().resolve("/api/nowhere").func.view_class is UnknownAddress


POSTS = ["showdowns", "showdowns/bulk", "odds", "tokens", "settle-up", "deals", "drills/answer"]


@pytest.mark.parametrize("path", [*POSTS, "logs/convert"])
@pytest.mark.parametrize("encoding", ["gzip", "br", "GZIP, br", "x" * 500])
def test_a_compressed_body_is_refused_with_its_encoding(anyone, path, encoding):
    body = gzip.compress(json.dumps(DEAL).encode())
    kind = "text/plain" if path in ("showdowns/bulk", "logs/convert") else "application/json"
    headers = {"Content-Encoding": encoding}
    answer = anyone.post(f"/api/{path}/", body, content_type=kind, headers=headers)
    assert answer.status_code == 415
    problem = answer.json()
    assert problem["type"].endswith("/api/problems/encoded-body/")
    assert f"Content-Encoding “{encoding.lower()[:40]}”" in problem["detail"]
    assert "accepted: identity" in problem["detail"]


def test_a_compressed_file_of_deals_is_accepted(owner):
    line = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
    for headers in ({}, {"Content-Encoding": "gzip"}, {"Content-Encoding": "identity"}):
        answer = owner.post(
            "/api/batches/",
            gzip.compress(line),
            content_type="application/octet-stream",
            headers=headers,
        )
        assert answer.status_code == 202, answer.content
    refused = owner.post("/api/batches/", line, "text/plain", headers={"Content-Encoding": "br"})
    assert refused.status_code == 415
    assert "accepted: identity, gzip, zstd" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("showdowns", "a deal must be an object with game, hands"),
        ("odds", "a spot must be an object with game, hands"),
        ("tokens", "a request for a token must be an object with username, password, name"),
        ("settle-up", "a night must be an object with players, ledger, expenses, difference"),
        ("deals", "a final table must be an object with stacks, prizes"),
        ("drills/answer", "an answer must be an object with ticket, answer"),
    ],
)
@pytest.mark.parametrize("body", ["[]", "5", "null", '"text"', "[{}]"])
def test_the_error_for_another_document_names_the_expected_object(anyone, path, expected, body):
    answer = anyone.post(f"/api/{path}/", body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["detail"] == expected


@pytest.mark.parametrize("path", ["games", "rule-sets", "problems", "schema"])
def test_head_has_the_headers_of_get(anyone, path):
    got, head = anyone.get(f"/api/{path}/"), anyone.head(f"/api/{path}/")
    for name in ("ETag", "Content-Length", "Content-Type", "Cache-Control"):
        assert head[name] == got[name]
    assert head.content == b""


def enums_in(part):
    """Yield every list of values in the document."""
    if isinstance(part, dict):
        if "enum" in part:
            yield part["enum"]
        part = part.values()
    for item in part if isinstance(part, list | type({}.values())) else ():
        yield from enums_in(item)


@pytest.mark.parametrize("values", [GAMES, RULE_SETS], ids=["games", "rule sets"])
def test_games_and_rule_sets_are_one_component_each(values):
    assert [sorted(enum) for enum in enums_in(document())].count(sorted(values)) == 1
