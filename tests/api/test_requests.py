"""Test URLs, parameters, bodies and headers that all endpoints have in common."""

import gzip
import io
import json
from pathlib import Path
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import get_resolver

from showdown.api import urls
from showdown.api.openapi import openapi_document
from showdown.api.problems import server_error
from showdown.api.reference import UnknownAddress
from showdown.models import Showdown
from tests.api.clients import check_problem
from tests.databases import UNREACHABLE, responses_with
from tests.factories import ShowdownFactory

DEAL = {"game": "holdem", "hands": ["AsAd", "KsKd"], "board": "2c3d7h9sJc"}


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/api/games", "the endpoint ends in a slash: /api/games/"),
        ("/api/showdowns/bulk", "the endpoint ends in a slash: /api/showdowns/bulk/"),
        ("/api/nothing", "/api/ lists the endpoints"),
        ("/api/nothing/", "/api/ lists the endpoints"),
        ("/api/games/holdem", "/api/ lists the endpoints"),
        ("/api/batches/7/", "/api/ lists the endpoints"),
    ],
)
def test_an_unknown_address_is_a_problem_that_names_it(anyone, method, path, detail):
    problem = check_problem(getattr(anyone, method)(path), 404)
    assert path in problem["detail"]
    assert detail in problem["detail"]


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("get", "/api/showdowns/01a1fb7c-91d0-7559-9a5d-c4e933db72cc/", 404),
        ("get", "/api/showdowns/?cursor=cD1ub25zZW5zZQ==", 404),
        ("get", "/api/showdowns/?game=whist", 400),
        ("get", "/api/showdowns/?after=yesterday", 400),
        ("get", "/api/problems/nothing/", 404),
        ("post", "/api/games/", 405),
        ("post", "/api/showdowns/", 415),
    ],
)
def test_every_error_is_a_problem_document(anyone, method, address, status):
    assert check_problem(getattr(anyone, method)(address), status)["status"] == status


PROBLEMS = list(map(json.loads, Path("tests/data/problems.jsonl").read_text().splitlines()))
"""Invalid bodies, with the type and the only error of the problem; “…” matches any text."""


@pytest.mark.parametrize("path", ["showdowns", "odds", "deals", "settle-up"])
def test_the_problem_of_an_invalid_body_has_its_type_and_position(anyone, settings, path):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"single": (1000, 60)}
    titles = {name: each["title"] for name, each in anyone.get("/api/problems/").json().items()}
    for row in PROBLEMS:
        if row["to"] != path:
            continue
        body, expected_error = json.dumps(row["body"]), row["error"]
        response = anyone.post(f"/api/{path}/", body, content_type="application/json")
        problem = check_problem(response, 422, row["type"])
        (error,) = problem["errors"]
        if expected_error["detail"].endswith("…"):
            error["detail"] = error["detail"][: len(expected_error["detail"]) - 1] + "…"
        assert (error, problem["title"]) == (expected_error, titles[row["type"]]), body
    assert not Showdown.objects.exists()


def test_problems_have_readable_names_and_titles(anyone):
    problems = anyone.get("/api/problems/").json()
    assert "server-error" in problems
    for name, problem in problems.items():
        assert not name.startswith("a-p-i")
        assert "{" not in problem["title"], name


def test_the_root_lists_every_address_without_an_id(anyone):
    listed = anyone.get("/api/").json()
    routes = {
        f"http://testserver/api/{pattern.pattern}"
        for pattern in urls.urlpatterns
        if "<" not in str(pattern.pattern) and str(pattern.pattern)
    }
    assert set(listed.values()) == routes
    assert get_resolver().resolve("/api/nowhere").func.view_class is UnknownAddress


@pytest.mark.parametrize("host", ["elsewhere.example", ")CU_l"])
def test_only_the_api_answers_another_host_with_a_problem(client, host):
    check_problem(client.get("/api/games/", headers={"Host": host}), 400, "unknown-host")
    page = client.get("/showdown/nothing/", headers={"Host": host})
    assert page.status_code == 400
    assert "text/html" in page["Content-Type"]


def test_only_the_api_answers_a_server_error_with_a_problem(rf):
    response = server_error(rf.get("/api/games/"))
    assert (response.status_code, response["Content-Type"]) == (500, "application/problem+json")
    page = server_error(rf.get("/showdown/"))
    assert page.status_code == 500
    assert "text/html" in page["Content-Type"]


@pytest.mark.parametrize("path", ["/nothing/", "/showdown/nothing/"])
@pytest.mark.parametrize("kind", ["", "; boundary=x", "; boundary=é"])
def test_an_invalid_form_for_an_unknown_page_is_a_404(db, path, kind):
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = "a" * 32
    response = browser.post(path, b"--x\r\nzzz", content_type=f"multipart/form-data{kind}")
    assert response.status_code == 404


ID = "01a1fe59-b679-7f38-a1b7-03ae4103a3d0"
ADDRESSES = [
    path.replace("{id}", ID).replace("{name}", "duplicate-card")
    for path in openapi_document()["paths"]
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_refuses_methods_that_it_does_not_list(anyone, address):
    for accept in ("*/*", "application/json", "text/plain", "text/csv"):
        response = anyone.options(address, headers={"Accept": accept})
        assert response.status_code in (200, 204, 406)
        assert "OPTIONS" in response["Allow"]
    for method in ("PUT", "PATCH", "TRACE", "NONSENSE"):
        response = anyone.generic(method, address)
        assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")


@pytest.mark.parametrize("kind", ["x", "", "multipart/form-data", "text/plain; charset=zzz"])
@pytest.mark.parametrize("address", ["showdowns/", "showdowns/bulk/", "batches/", "audits/"])
def test_no_body_or_query_causes_a_server_error(anyone, address, kind):
    anyone.raise_request_exception = False
    for query in ("", "?game=zzz", "?store=zzz", "?game=%00"):
        response = anyone.generic("POST", f"/api/{address}{query}", b"x\0", content_type=kind)
        assert response.status_code < 500, query


def test_an_unknown_parameter_is_named_at_every_address(owner):
    for path, operations in openapi_document()["paths"].items():
        address = path.replace("{id}", str(uuid4())).replace("{name}", "not-found")
        for method in operations:
            response = owner.generic(method.upper(), f"{address}?color=zzz", b"x")
            assert response.status_code == 400, (method, path)
            assert response.json()["errors"][0]["parameter"] == "color"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("played_before=", "this must not be empty; leave it out instead"),
        ("game=holdem&game=omaha", "this is given more than once"),
        ("color=red", "unknown parameter"),
    ],
)
def test_errors_of_a_parameter_are_reported(owner, query, sentence):
    (error,) = owner.get(f"/api/showdowns/?{query}").json()["errors"]
    assert error["parameter"] == query.partition("=")[0]
    assert error["detail"].startswith(sentence)


@pytest.mark.parametrize("value", ["yes", "1", "zzz"])
@pytest.mark.parametrize("path", ["showdowns/", "showdowns/bulk/", "batches/", "audits/"])
def test_store_is_true_or_false(owner, path, value):
    response = owner.post(f"/api/{path}?store={value}", b"x", content_type="text/plain")
    (error,) = check_problem(response, 400)["errors"]
    assert error == {"detail": "this must be true or false", "parameter": "store"}


@pytest.mark.parametrize("kind", ["batches", "audits"])
@pytest.mark.parametrize(
    ("fields", "query", "name"),
    [
        ({"color": "x"}, "", "color"),
        ({"name": ""}, "", "name"),
        ({"name": ["a", "b"]}, "", "name"),
        ({"name": "a"}, "?name=b", "name"),
    ],
)
def test_the_fields_of_a_form_are_also_checked(owner, kind, fields, query, name):
    response = owner.post(f"/api/{kind}/{query}", {"file": io.BytesIO(b"x")} | fields)
    assert check_problem(response, 400)["errors"][0]["parameter"] == name


@pytest.mark.parametrize("name", ["a%00b", "a%0Ab", "%1b[31m"])
def test_a_name_that_cannot_be_shown_is_refused(owner, name):
    response = owner.post(f"/api/batches/?name={name}", b"x", content_type="text/plain")
    assert check_problem(response, 400)["errors"][0]["parameter"] == "name"
    response = owner.post("/api/batches/", {"file": io.BytesIO(b"x"), "name": unquote(name)})
    assert response.status_code == 400


POSTS = ["showdowns", "showdowns/bulk", "odds", "tokens", "settle-up", "deals", "drills/answer"]


@pytest.mark.parametrize("path", [*POSTS, "logs/convert"])
@pytest.mark.parametrize("encoding", ["gzip", "br", "GZIP, br", "x" * 500])
def test_a_compressed_body_is_refused_with_its_encoding(anyone, path, encoding):
    body = gzip.compress(json.dumps(DEAL).encode())
    kind = "text/plain" if path in ("showdowns/bulk", "logs/convert") else "application/json"
    headers = {"Content-Encoding": encoding}
    response = anyone.post(f"/api/{path}/", body, kind, headers=headers)
    problem = check_problem(response, 415, "encoded-body")
    assert f"Content-Encoding “{encoding.lower()[:40]}”" in problem["detail"]
    assert "accepted: identity" in problem["detail"]


def test_a_compressed_file_of_deals_is_accepted(owner):
    line = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
    body, kind = gzip.compress(line), "application/octet-stream"
    for headers in ({}, {"Content-Encoding": "gzip"}, {"Content-Encoding": "identity"}):
        response = owner.post("/api/batches/", body, kind, headers=headers)
        assert response.status_code == 202, response.content
    refused = owner.post("/api/batches/", line, "text/plain", headers={"Content-Encoding": "br"})
    assert "accepted: identity, gzip, zstd" in check_problem(refused, 415)["detail"]


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
    response = anyone.post(f"/api/{path}/", body, content_type="application/json")
    assert check_problem(response, 422)["detail"] == expected


@pytest.mark.parametrize("path", ["games", "rule-sets", "problems", "schema"])
def test_head_has_the_headers_of_get(anyone, path):
    get, head = anyone.get(f"/api/{path}/"), anyone.head(f"/api/{path}/")
    for name in ("ETag", "Content-Length", "Content-Type", "Cache-Control"):
        assert head[name] == get[name]
    assert head.content == b""


@pytest.mark.parametrize("name", ["games", "rule-sets", "problems", "schema", "deal"])
def test_an_unchanged_response_is_a_304(anyone, name):
    address = f"/api/showdowns/{ShowdownFactory().id}/" if name == "deal" else f"/api/{name}/"
    first = anyone.get(address)
    assert "no-store" not in first["Cache-Control"]
    second = anyone.get(address, headers={"If-None-Match": first["ETag"]})
    assert (second.status_code, second.content) == (304, b"")
    assert anyone.get(address, headers={"If-None-Match": '"older"'}).content == first.content


def test_personal_pages_are_not_cached(owner):
    response = owner.get("/api/batches/")
    assert "no-store" in response["Cache-Control"]
    assert "ETag" not in response


ORIGIN = "https://club.example"
ALLOW_ORIGIN = "access-control-allow-origin"


@pytest.mark.long
def test_origins_in_the_setting_may_call_the_api():
    targets = [("OPTIONS", "/api/showdowns/")]
    targets += [("GET", path) for path in ("/api/games/", "/api/docs/", "/healthz")]
    cors_headers = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,idempotency-key",
    }
    origins = ({"Origin": origin} for origin in (ORIGIN, "https://other.example"))
    requests = [(*target, "", cors_headers | origin) for origin in origins for target in targets]
    responses, _ = responses_with(UNREACHABLE, *requests, CORS_ORIGINS=ORIGIN)
    preflight, games, docs, alive, *others = (response.headers for response in responses)
    assert preflight[ALLOW_ORIGIN] == games[ALLOW_ORIGIN] == ORIGIN
    assert "idempotency-key" in preflight["access-control-allow-headers"]
    assert "anonymize-key" in preflight["access-control-allow-headers"]
    for name in ("hands-written", "hands-refused", "hands-unread", "etag", "stored"):
        assert name in games["access-control-expose-headers"]
    assert "access-control-allow-credentials" not in preflight
    assert not any(ALLOW_ORIGIN in headers for headers in (docs, alive, *others))


def test_no_other_origin_may_call_the_api_by_default(anyone):
    assert ALLOW_ORIGIN not in anyone.get("/api/games/", headers={"Origin": ORIGIN})


def test_only_storing_needs_a_database(unusable_database):
    deal = json.dumps({"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]})
    headline = "HandA wins with a 4-3-2-A badugi"
    as_json, as_lines = ({"Content-Type": f"application/{kind}"} for kind in ("json", "x-ndjson"))
    badugi = "3c 2s 4d Ah - As 3h 2d 4h\n" * 250
    (refused, settled, games, json_lines, lines), log = responses_with(
        unusable_database,
        ("POST", "/api/showdowns/", deal, as_json),
        ("POST", "/api/showdowns/?store=false", deal, as_json),
        ("GET", "/api/games/", "", {}),
        ("POST", "/api/showdowns/bulk/", deal, as_lines),
        ("POST", "/api/showdowns/bulk/?game=badugi", badugi, {"Content-Type": "text/plain"}),
    )
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")
    assert json.loads(refused.text)["type"].endswith("/database-away/")
    assert (settled.status, games.status) == (200, 200)
    assert json.loads(settled.text)["headline"] == headline

    response, problem = map(json.loads, json_lines.text.splitlines())
    assert (json_lines.status, json_lines.headers["stored"]) == (200, "false")
    assert response["headline"] == headline
    assert "id" not in response
    assert problem["type"].endswith("/database-away/")
    assert (problem["status"], problem["stored"], problem["not_stored"]) == (503, 0, 1)
    assert "line" not in problem

    *records, error = lines.text.splitlines()
    assert (lines.status, lines.headers["stored"], len(records)) == (200, "false", 250)
    assert error == "Error: 250 of 250 deals were not stored: the database can't be reached"

    assert "bulk request: 250 of 250 deals were not stored" in log
    retries = [line for line in log.splitlines() if "bulk/: 200, because" in line]
    assert len(retries) == 2, "the database was tried again for every hundred deals"
