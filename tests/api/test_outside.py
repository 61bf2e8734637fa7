"""Requests that reach no view of the API also get problem documents."""

import io
from urllib.parse import unquote

import pytest
from django.test import Client

from showdown.api.openapi import document
from showdown.api.problems import server_error
from tests.api.conftest import program_of
from tests.factories import UserFactory


@pytest.mark.parametrize("host", ["elsewhere.example", ")CU_l"])
def test_another_host_is_a_problem(client, host):
    answer = client.get("/api/games/", headers={"Host": host})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["type"].endswith("/api/problems/unknown-host/")


def test_pages_have_pages_for_errors(client):
    answer = client.get("/showdown/nothing/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "text/html" in answer["Content-Type"]


@pytest.mark.parametrize("path", ["/nothing/", "/showdown/nothing/"])
@pytest.mark.parametrize("kind", ["", "; boundary=x", "; boundary=é"])
def test_a_form_that_cannot_be_read_finds_no_page_either(db, path, kind):
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = "a" * 32
    answer = browser.post(path, b"--x\r\nzzz", content_type=f"multipart/form-data{kind}")
    assert answer.status_code == 404


def test_problems_have_names_of_words_and_titles(client, db):
    problems = client.get("/api/problems/").json()
    assert "server-error" in problems
    for name, problem in problems.items():
        assert not name.startswith("a-p-i")
        assert "{" not in problem["title"], name


def test_a_fault_of_the_site_is_a_problem_under_the_api_and_a_page_elsewhere(rf):
    answer = server_error(rf.get("/api/games/"))
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    answer = server_error(rf.get("/showdown/"))
    assert answer.status_code == 500
    assert "text/html" in answer["Content-Type"]


ID = "01a1fe59-b679-7f38-a1b7-03ae4103a3d0"
ADDRESSES = [
    path.replace("{id}", ID).replace("{name}", "duplicate-card") for path in document()["paths"]
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_lists_its_methods(client, db, address):
    for accept in ("*/*", "application/json", "text/plain", "text/csv"):
        answer = client.options(address, headers={"Accept": accept})
        assert answer.status_code in (200, 204, 406)
        assert "OPTIONS" in answer["Allow"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_unsupported_method_is_a_problem(client, db, address):
    for method in ("PUT", "PATCH", "TRACE", "NONSENSE"):
        answer = client.generic(method, address)
        assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")


@pytest.mark.parametrize("kind", ["x", "", "multipart/form-data", "text/plain; charset=zzz"])
@pytest.mark.parametrize("address", ["showdowns/", "showdowns/bulk/", "batches/", "audits/"])
def test_no_body_and_query_cause_a_server_error(client, db, address, kind):
    client.raise_request_exception = False
    for query in ("", "?game=zzz", "?store=zzz", "?game=%00"):
        answer = client.generic("POST", f"/api/{address}{query}", b"x\0", content_type=kind)
        assert answer.status_code < 500, query


@pytest.mark.parametrize("name", ["a%00b", "a%0Ab", "%1b[31m"])
def test_a_name_that_cannot_be_shown_is_refused(db, name):
    program = program_of(UserFactory())
    answer = program.post(f"/api/batches/?name={name}", b"x", content_type="text/plain")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["parameter"] == "name"
    answer = program.post("/api/batches/", {"file": io.BytesIO(b"x"), "name": unquote(name)})
    assert answer.status_code == 400
