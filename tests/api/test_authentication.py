"""Test that credentials are accepted or refused, and never ignored."""

import pytest
from django.test import Client

from tests.factories import ApiTokenFactory, UserFactory


@pytest.mark.parametrize(
    "credentials",
    [
        "Basic YW5uOnNlY3JldA==",
        "Token showdown_x",
        "showdown_x",
        "Digest username=ann",
        "Bearer",
        "Bearer two words",
        "Bearer showdown_nobody-has-this",
        "Bearer \xff",
        "Bearer \x00",
    ],
)
@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", "/api/showdowns/"),
        ("post", "/api/showdowns/"),
        ("get", "/api/batches/"),
        ("get", "/api/games/"),
    ],
)
def test_an_invalid_token_is_a_problem(anyone, credentials, method, address):
    answer = getattr(anyone, method)(address, headers={"Authorization": credentials})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer["Content-Type"] == "application/problem+json"


def test_guessing_tokens_is_rate_limited(owner, anyone, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"wrong_token": (2, 60)}
    tried = [
        anyone.get("/api/games/", headers={"Authorization": f"Bearer showdown_{number}"})
        for number in range(4)
    ]
    assert [answer.status_code for answer in tried] == [401, 401, 429, 429]
    assert 0 < int(tried[3]["Retry-After"]) <= 60
    assert tried[3].json()["type"].endswith("/throttled/")
    assert owner.get("/api/games/").status_code == 200, "right ones are not counted"
    elsewhere = {"Authorization": "Bearer showdown_x"}
    answer = anyone.get("/api/games/", headers=elsewhere, REMOTE_ADDR="192.0.2.8")
    assert answer.status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_may_be_written_in_any_case(owner, anyone, scheme):
    token = ApiTokenFactory(owner=owner.person.account, name="desk")
    answer = anyone.get("/api/showdowns/", headers={"Authorization": f"{scheme} {token.secret}"})
    assert answer.status_code == 200
    token.refresh_from_db()
    assert token.used is not None


def test_a_token_that_was_revoked_or_whose_owner_may_not_sign_in_is_refused(owner, deal):
    account = owner.person.account
    account.is_active = False
    account.save()
    assert owner.settle(deal).status_code == 401
    account.is_active = True
    account.save()
    assert owner.settle(deal).status_code == 201
    account.api_tokens.all().delete()
    assert owner.settle(deal).status_code == 401


def test_the_database_does_not_contain_the_secret_of_a_token(owner):
    secret = owner.defaults["HTTP_AUTHORIZATION"].split()[1]
    token = owner.person.account.api_tokens.values().get()
    assert secret not in str(token)
    assert secret.endswith(token["hint"])
    assert len(token["digest"]) == 32


@pytest.mark.django_db
def test_a_session_needs_the_csrf_token(deal):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(UserFactory())
    answer = browser.post("/api/showdowns/", deal, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
