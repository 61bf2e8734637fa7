"""What one address may send by the pages, whoever sits there: a visitor is new without a cookie."""

import io

import pytest
from django.test import Client

DAY = 86_400
"""A minute may end between two requests."""
SIGN_IN = {"username": "ann", "password": "wrong"}
SIGN_UP = {"username": "ann", "password1": "1", "password2": "1"}
FILE = {"game": "holdem"}


@pytest.mark.parametrize(
    ("kind", "address", "fields"),
    [
        ("form", "/showdown/", {"action": "deal"}),
        ("sign_in", "/showdown/account/sign-in/", SIGN_IN),
        ("sign_in", "/admin/login/", SIGN_IN),
        ("sign_up", "/showdown/account/sign-up/", SIGN_UP),
        ("upload", "/showdown/batches/", FILE),
    ],
)
def test_an_address_sends_only_so_many_forms(db, settings, kind, address, fields):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {kind: (2, DAY)}
    answers = [Client().post(address, fields) for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert 1 <= int(answers[2]["Retry-After"]) <= DAY
    assert "Try again in" in answers[2].text
    assert Client().post(address, fields, REMOTE_ADDR="192.0.2.7").status_code != 429
    assert Client().get("/showdown/").status_code == 200


@pytest.mark.parametrize("address", ["/showdown/history/csv/", "/showdown/history/json-lines/"])
def test_an_address_asks_for_only_so_many_exports(db, settings, address):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"export": (1, DAY)}
    assert [Client().get(address).status_code for _ in range(2)] == [200, 429]


def test_nothing_of_a_file_that_is_too_much_is_read(db, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"upload": (0, 60)}
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
