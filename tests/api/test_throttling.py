"""Test the rate limits of callers without an account."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.api.clients import ApiClient


@pytest.fixture(autouse=True)
def low_limits(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"single": (2, 60), "bulk": (1, 60)}


def test_headers_state_the_remaining_requests_and_the_time_to_wait(anyone, deal):
    responses = [anyone.settle(deal, "?store=false") for _ in range(3)]
    assert [response.status_code for response in responses] == [200, 200, 429]
    assert [response["RateLimit-Limit"] for response in responses] == ["2"] * 3
    assert [response["RateLimit-Remaining"] for response in responses] == ["1", "0", "0"]
    assert 1 <= int(responses[2]["Retry-After"]) <= 60
    assert responses[2]["Retry-After"] == responses[2]["RateLimit-Reset"]
    assert responses[2]["Content-Type"] == "application/problem+json"
    assert anyone.settle_lines("x").status_code == 200  # has its own limit
    assert anyone.settle_lines("x").status_code == 429


@pytest.mark.parametrize(
    ("first", "second", "is_same_caller"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8:0:1::7", "2001:db8:0:1:ffff::8", True),
        ("2001:db8:0:1::7", "2001:db8:0:2::7", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
    ],
)
def test_callers_are_limited_by_address_or_network(anyone, deal, first, second, is_same_caller):
    anyone.defaults["REMOTE_ADDR"] = first
    assert [anyone.settle(deal).status_code for _ in range(2)] == [201, 201]
    anyone.defaults["REMOTE_ADDR"] = second
    assert anyone.settle(deal).status_code == (429 if is_same_caller else 201)


def test_a_forged_forwarding_header_is_ignored(anyone, deal):
    responses = [anyone.settle(deal, **{"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(3)]
    assert responses[2].status_code == 429


@pytest.mark.parametrize("forwarded", ["192.0.2.{}", "192.0.2.{}:4711", "[2001:db8:{}::7]:4711"])
def test_a_proxy_states_the_address_in_its_header(anyone, deal, settings, forwarded):
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    headers = [{"X-Forwarded-For": f"forged, {forwarded.format(n)}"} for n in (1, 1, 1, 2)]
    statuses = [anyone.settle(deal, **header).status_code for header in headers]
    assert statuses == [201, 201, 429, 201]


def test_an_account_is_not_limited(owner, deal):
    responses = [owner.settle(deal, "?store=false") for _ in range(4)]
    assert {response.status_code for response in responses} == {200}
    assert "RateLimit-Limit" not in responses[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("limit", [1, 30])
def test_concurrent_requests_pass_up_to_the_limit(settings, limit):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"single": (limit, 3600)}

    def request(_):
        try:
            return ApiClient().get("/api/showdowns/").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as callers:
        statuses = list(callers.map(request, range(100)))
    assert statuses.count(200) == limit
    assert statuses.count(429) == 100 - limit
