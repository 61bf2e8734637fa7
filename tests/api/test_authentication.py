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
