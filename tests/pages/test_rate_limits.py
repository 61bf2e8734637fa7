"""Rate limits by address: forms, files, images, drills, and answers while cards are picked."""

import io

import pytest
from django.test import Client

from tests.factories import ShowdownFactory

DAY = 86_400
"""A period long enough not to end between two requests, as a minute may."""


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
    answers = [Client().post(address, fields) for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert 1 <= int(answers[2]["Retry-After"]) <= DAY
    assert "Try again in" in answers[2].text
    assert Client().post(address, fields, REMOTE_ADDR="192.0.2.7").status_code != 429
    assert Client().get("/showdown/").status_code == 200


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("export", "/showdown/history/csv/"),
        ("export", "/showdown/history/json-lines/"),
        ("picture", "{deal}preview.png"),
        ("live", "/showdown/live/?game=holdem"),
        ("live", "/showdown/range/?game=holdem&hand=AA"),
        ("drill", "/showdown/trainer/"),
    ],
)
def test_answers_that_cost_much_have_a_limit(db, limit, kind, address):
    limit(kind, 1)
    asked = address.format(deal=ShowdownFactory().get_absolute_url())
    assert [Client().get(asked).status_code for _ in range(2)] == [200, 429]


def test_a_file_beyond_the_limit_is_not_read(db, limit):
    limit("upload", 0)
    body = io.BytesIO(b"x" * 1000)
    answer = Client().generic(
        "POST",
        "/showdown/batches/",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=1000,
        **{"wsgi.input": body},
    )
    assert answer.status_code == 429
    assert body.tell() == 0
