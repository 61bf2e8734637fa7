"""POST /api/tokens/: a token for a username and a password, with the limits of sign-in."""

import json

import pytest
from django.test import Client

from showdown.models import ApiToken
from tests.factories import UserFactory

PASSWORD = "correct horse battery staple"
pytestmark = pytest.mark.django_db


@pytest.fixture
def account():
    return UserFactory(password=PASSWORD)


def ask(username, password, more=()):
    body = {"username": username, "password": password, "name": "laptop"} | dict(more)
    return Client().post("/api/tokens/", json.dumps(body), content_type="application/json")


def test_a_token_for_a_password_works(account):
    answer = ask(account.username, PASSWORD)
    assert answer.status_code == 201
    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert Client().get("/api/batches/", headers=headers).status_code == 200
    assert "no-store" in answer["Cache-Control"]
    kept = ApiToken.objects.get(owner=account)
    assert (kept.pk, kept.name) == (answer.json()["id"], "laptop")


def test_unknown_names_and_wrong_passwords_get_the_same_response(account):
    wrong, unknown = ask(account.username, "wrong"), ask("nobody", "wrong")
    assert (wrong.status_code, unknown.status_code) == (401, 401)
    assert wrong.json() == unknown.json()
    assert wrong["WWW-Authenticate"] == "Bearer"
    assert not ApiToken.objects.exists()


def test_an_inactive_user_gets_no_token(account):
    account.is_active = False
    account.save()
    assert ask(account.username, PASSWORD).status_code == 401


@pytest.mark.parametrize("username", ["known", "unknown"])
def test_wrong_passwords_count_together_with_those_of_the_page(account, settings, username):
    settings.AXES_FAILURE_LIMIT = 4
    name = account.username if username == "known" else "nobody"
    page = {"username": name, "password": "wrong"}
    answers = [ask(name, "wrong").status_code for _ in range(2)]
    answers += [Client().post("/showdown/account/sign-in/", page).status_code for _ in range(2)]
    assert answers[:3] == [401, 401, 200]
    locked = ask(name, PASSWORD)
    assert (locked.status_code, locked["Content-Type"]) == (429, "application/problem+json")
    assert int(locked["Retry-After"]) > 0


def test_attempts_count_together_with_those_of_the_page(account, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"sign_in": (2, 60)}
    Client().post("/showdown/account/sign-in/", {"username": "x", "password": "x"})
    assert ask(account.username, PASSWORD).status_code == 201
    refused = ask(account.username, PASSWORD)
    assert (refused.status_code, refused["Content-Type"]) == (429, "application/problem+json")


@pytest.mark.parametrize(
    "more",
    [
        {"password": ""},
        {"username": "a\0b"},
        {"password": "a\0b"},
        {"name": ""},
        {"name": "x" * 61},
        {"name": "a\nb"},
        {"name": None},
        {"days": 7},
        {"password": "x" * 5000},
    ],
    ids=str,
)
def test_an_invalid_request_is_a_problem(account, more):
    answer = ask(account.username, PASSWORD, more)
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert answer.json()["errors"][0]["pointer"] == f"#/{next(iter(more))}"
