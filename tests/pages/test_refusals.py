"""Test errors of forms, requests over a rate limit, and pages without a usable database."""

import io
import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.databases import responses_with
from tests.factories import ShowdownFactory
from tests.pages.conftest import SCRIPT_HEADERS
from tests.pages.reading import assert_errors_are_beside_fields

DAY = 86_400
"""Seconds of a rate limit's period. A shorter period could end during a test."""


@pytest.fixture
def limit(settings):
    def limit(kind, count):
        settings.RATE_LIMITS = settings.RATE_LIMITS | {kind: (count, DAY)}

    return limit


@pytest.mark.parametrize(
    ("kind", "address", "fields"),
    [
        ("form", "/showdown/", {"action": "deal"}),
        ("sign_in", "/showdown/account/sign-in/", {"username": "ann", "password": "wrong"}),
        ("sign_in", "/admin/login/", {"username": "ann", "password": "wrong"}),
        ("sign_up", "/showdown/account/sign-up/", {"username": "ann", "password1": "1"}),
        ("upload", "/showdown/batches/", {"game": "holdem"}),
        ("upload", "/showdown/audits/", {"sample": "log.txt"}),
    ],
)
def test_forms_have_a_limit(db, limit, kind, address, fields):
    limit(kind, 2)
    responses = [Client().post(address, fields) for _ in range(3)]
    assert [response.status_code == 429 for response in responses] == [False, False, True]
    assert 1 <= int(responses[2]["Retry-After"]) <= DAY
    assert "Try again in" in responses[2].text
    assert Client().post(address, fields, REMOTE_ADDR="192.0.2.7").status_code != 429
    assert Client().get("/showdown/").status_code == 200


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("export", "/showdown/history/csv/"),
        ("picture", "{deal}preview.png"),
        ("live", "/showdown/live/?game=holdem"),
        ("live", "/showdown/range/?game=holdem&hand=AA"),
        ("drill", "/showdown/trainer/"),
    ],
)
def test_costly_pages_have_a_limit(db, limit, kind, address):
    limit(kind, 1)
    url = address.format(deal=ShowdownFactory().get_absolute_url())
    assert [Client().get(url).status_code for _ in range(2)] == [200, 429]


def test_a_file_beyond_the_limit_is_not_read(db, limit):
    limit("upload", 0)
    body = io.BytesIO(b"x" * 1000)
    response = Client().generic(
        "POST",
        "/showdown/batches/",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=1000,
        **{"wsgi.input": body},
    )
    assert response.status_code == 429
    assert body.tell() == 0


def test_a_deal_is_settled_without_the_database(unusable_database):
    deal_form = {"game": "badugi", "players": "2", "hand-0": "Ac4h3d2s", "hand-1": "AdKc2h9s"}
    visitor = {
        "Cookie": "sessionid=0123456789abcdef0123456789abcdef",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    pages = ["", "history/", "rules/badugi/", "01980000-0000-7000-8000-000000000000/"]
    (settled, part, table, history, rules, stored), _ = responses_with(
        unusable_database,
        *(
            ("POST", "/showdown/", urlencode(deal_form), visitor | more)
            for more in ({}, SCRIPT_HEADERS)
        ),
        *(("GET", f"/showdown/{page}", "", visitor) for page in pages),
    )
    assert (table.status, rules.status) == (200, 200)
    for response in (settled, part):
        assert response.status == 200
        assert "Player 1 wins with a 4-3-2-A badugi" in response.text
        assert "Not saved." in response.text
        assert "Permanent link" not in response.text
    for response in (history, stored):
        assert response.status == 503
        assert "The database can't be reached" in response.text


PAGES = list(map(json.loads, Path("tests/data/errors_of_forms.jsonl").read_text().splitlines()))


@pytest.mark.django_db
@pytest.mark.parametrize("row", PAGES, ids=lambda row: row["page"][:60])
def test_a_page_has_each_error_beside_its_field(client, row):
    response = client.get(row["page"])
    assert response.status_code == (422 if row["errors"] else 200)
    assert_errors_are_beside_fields(response.text, row["errors"])
