"""Who says who they are is believed, or told that it is not so; never taken for nobody."""

import pytest

from showdown.models import ApiToken


@pytest.mark.parametrize(
    "said",
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
@pytest.mark.parametrize("address", ["/api/showdowns/", "/api/batches/", "/api/games/"])
def test_what_is_no_token_is_a_problem(anyone, said, address):
    answer = anyone.get(address, headers={"Authorization": said})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer["Content-Type"] == "application/problem+json"


def test_who_guesses_tokens_is_told_to_wait(owner, anyone, settings):
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
    token, secret = ApiToken.objects.issue(owner.person.account, "desk")
    answer = anyone.get("/api/showdowns/", headers={"Authorization": f"{scheme} {secret}"})
    assert answer.status_code == 200
    token.refresh_from_db()
    assert token.used is not None


def test_the_token_of_an_account_that_was_closed_is_of_no_use(owner):
    account = owner.person.account
    account.is_active = False
    account.save()
    assert owner.get("/api/showdowns/").status_code == 401
