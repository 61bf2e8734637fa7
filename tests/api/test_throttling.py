"""Callers without an account have an allowance by the minute."""

import pytest


@pytest.fixture(autouse=True)
def few(settings):
    settings.API_REQUESTS_A_MINUTE = {"single": 2, "bulk": 1}


def test_each_answer_says_what_is_left_and_the_last_when_to_come_back(anyone, deal):
    answers = [anyone.settle(deal, "?store=false") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer["RateLimit-Limit"] for answer in answers] == ["2"] * 3
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert 1 <= int(answers[2]["Retry-After"]) <= 60
    assert answers[2]["Retry-After"] == answers[2]["RateLimit-Reset"]
    assert answers[2]["Content-Type"] == "application/problem+json"
    assert anyone.settle_lines("x").status_code == 200  # has an allowance of its own
    assert anyone.settle_lines("x").status_code == 429


def test_another_address_has_its_own_allowance(anyone, deal):
    for _ in range(3):
        anyone.settle(deal)
    anyone.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert anyone.settle(deal).status_code == 201


def test_a_forged_forwarding_header_wins_nothing(anyone, deal):
    answers = [anyone.settle(deal, **{"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(3)]
    assert answers[2].status_code == 429


def test_an_account_is_not_limited(owner, deal):
    answers = [owner.settle(deal, "?store=false") for _ in range(4)]
    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit-Limit" not in answers[0]
