"""Test sign-in: counting wrong passwords, resetting forgotten passwords, and ending sessions."""

import re
from datetime import timedelta
from threading import Event, Thread

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import hashers
from django.contrib.auth.models import User
from django.core import mail
from django.db.models import F
from django.test import Client

from showdown.models.sign_ins import PasswordHasher, TooManyPasswords
from tests.factories import ApiTokenFactory, UserFactory
from tests.pages.conftest import PASSWORD

NEW_PASSWORD = "turn-it-over-again"


@pytest.fixture
def account(db):
    return UserFactory(username="ann", email="ann@example.org", password=PASSWORD, is_staff=True)


def sign_in(name="ann", password="wrong", page="/showdown/account/sign-in/", address="192.0.2.7"):
    fields = {"username": name, "password": password}
    return Client().post(page, fields, REMOTE_ADDR=address).status_code


PAGES = ["/showdown/account/sign-in/", "/admin/login/"]


def request_link(address="ann@example.org"):
    return Client().post("/showdown/account/reset/", {"email": address})


def reset_password():
    link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)[1]
    browser = Client()
    fields = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    return link, browser.post(browser.get(link).url, fields)


def age_failures(minutes):
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=minutes))


@pytest.fixture
def attempt_limit(settings):
    settings.AXES_FAILURE_LIMIT = 3


@pytest.mark.parametrize("page", PAGES)
def test_an_account_is_locked_for_everyone_after_too_many_wrong_passwords(
    account, attempt_limit, page
):
    statuses = [sign_in(page=page, address=f"192.0.2.{number}") for number in range(3)]
    assert statuses == [200, 200, 429]
    assert sign_in(password=PASSWORD, page=page, address="192.0.2.9") == 429
    age_failures(11)
    assert sign_in(password=PASSWORD, page=page) == 302


@pytest.mark.parametrize("page", PAGES)
def test_an_address_waits_ten_minutes_after_too_many_wrong_passwords(account, attempt_limit, page):
    statuses = [sign_in(name=f"guess{number}", page=page) for number in range(3)]
    assert statuses == [200, 200, 429]
    fields = {"username": "ann", "password": PASSWORD}
    response = Client().post(page, fields, REMOTE_ADDR="192.0.2.7")
    assert response.status_code == 429
    assert 590 <= int(response["Retry-After"]) <= 600
    assert "Try again in 10 minutes" in response.text
    assert sign_in(password=PASSWORD, page=page, address="192.0.2.8") == 302


def test_addresses_of_one_ipv6_network_count_as_one(account, attempt_limit):
    statuses = [sign_in(f"guess{n}", address=f"2001:db8::{n}") for n in range(4)]
    assert statuses == [200, 200, 429, 429]
    assert sign_in(password=PASSWORD, address="2001:db8:0:1::1") == 302


def test_signing_in_to_another_account_does_not_reset_failures(account, attempt_limit):
    UserFactory(username="eve", password=PASSWORD)
    assert [sign_in(), sign_in(), sign_in("eve", PASSWORD)] == [200, 200, 302]
    assert sign_in() == 429


@pytest.mark.parametrize("locked", ["account", "address"])
def test_the_wait_doubles_with_each_further_round(account, attempt_limit, locked):
    def attempt(number, password="wrong"):
        if locked == "account":
            return sign_in("ann", password, address=f"192.0.2.{number}")
        return sign_in(f"guess{number}", password)

    for wait in (10, 20, 40):
        assert [attempt(number) for number in range(wait, wait + 4)] == [200, 200, 429, 429]
        age_failures(wait - 1)
        assert attempt(5) == 429
        age_failures(2)
    address = "192.0.2.99" if locked == "account" else "192.0.2.7"
    assert sign_in(password=PASSWORD, address=address) == 302


def test_failures_expire_after_a_day(account, attempt_limit):
    for _ in range(3):
        sign_in()
    age_failures(24 * 60 + 1)
    assert [sign_in() for _ in range(3)] == [200, 200, 429]
    age_failures(11)
    assert sign_in(password=PASSWORD) == 302


def test_remembered_failures_do_not_extend_the_wait(account, attempt_limit, settings):
    settings.AXES_COOLOFF_TIME = timedelta(minutes=15)
    for _ in range(2):
        for number in range(3):
            sign_in(address=f"192.0.2.{number}")
        age_failures(11)
    assert sign_in(password=PASSWORD, address="192.0.2.9") == 429
    age_failures(5)
    assert sign_in(password=PASSWORD, address="192.0.2.9") == 302


def test_a_new_password_unlocks_an_account_that_others_have_locked(account, attempt_limit):
    for number in range(3):
        sign_in(address=f"192.0.2.{number}")
    assert sign_in(password=PASSWORD, address="192.0.2.9") == 429
    request_link()
    reset_password()
    assert sign_in(password=NEW_PASSWORD, address="192.0.2.9") == 302


def test_sign_in_without_an_address_is_possible(account):
    """Requests over a Unix socket have no client address."""
    assert sign_in(password="wrong", address="") == 200
    assert sign_in(password=PASSWORD, address="") == 302


@pytest.mark.parametrize("page", PAGES)
def test_one_password_is_hashed_at_a_time(db, monkeypatch, page):
    starts, release, hashes, refusals = [], Event(), [], []

    def pbkdf2(*args, **kwargs):
        starts.append(1)
        release.wait(30)
        return b"hash"

    def hash_password():
        try:
            hashes.append(PasswordHasher().encode("password", "salt"))
        except TooManyPasswords:
            refusals.append(1)

    monkeypatch.setattr(hashers, "pbkdf2", pbkdf2)
    threads = [Thread(target=hash_password) for _ in range(12)]
    for thread in threads:
        thread.start()
    while len(refusals) < 7:
        threads[0].join(0.01)
    assert len(starts) == 1
    response = Client().post(page, {"username": "ann", "password": "wrong"})
    assert (response.status_code, response["Retry-After"]) == (429, "2")
    assert "Too many people are signing in" in response.text
    release.set()
    for thread in threads:
        thread.join()
    assert (len(hashes), len(refusals)) == (5, 7)


def test_hashes_equal_those_of_django():
    encoded = PasswordHasher().encode("password", "salt", 10)
    assert encoded == hashers.PBKDF2PasswordHasher().encode("password", "salt", 10)


@pytest.mark.parametrize(
    ("host", "port", "trusted", "is_sent"),
    [
        ("testserver", "80", [], True),
        ("testserver:8000", "8000", [], True),
        ("testserver:8080", "8000", [], False),
        ("testserver:8080", "8000", ["http://testserver:8080"], True),
        ("testserver:8080", "8000", ["https://testserver:8080"], False),
    ],
)
def test_a_link_leads_only_to_an_address_of_this_site(
    account, settings, host, port, trusted, is_sent
):
    settings.CSRF_TRUSTED_ORIGINS = trusted
    address = {"HTTP_HOST": host, "SERVER_PORT": port}
    response = Client().post("/showdown/account/reset/", {"email": "ann@example.org"}, **address)
    assert ("CSRF_TRUSTED_ORIGINS" in response.text) is not is_sent
    assert [f"http://{host}/" in message.body for message in mail.outbox] == [True] * is_sent


def test_a_forgotten_password_is_reset_by_a_link(account):
    secret = ApiTokenFactory(owner=account).secret
    page = Client().get(request_link().url)
    assert "on its way" in page.text
    assert '<a class="button" href="/showdown/account/sign-in/">' in page.text
    [message] = mail.outbox
    assert message.to == ["ann@example.org"]
    link, response = reset_password()
    assert response.url == "/showdown/account/sign-in/"
    assert sign_in(password=NEW_PASSWORD) == 302
    assert sign_in(password=PASSWORD) == 200
    headers = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/showdowns/", headers=headers).status_code == 401
    text = Client().get(link).text
    assert "has been used" in text
    assert '<a class="button" href="/showdown/account/reset/">' in text


def test_an_unknown_email_address_gets_the_same_response(account):
    responses = [request_link(), request_link("eve@example.org")]
    assert len({(response.status_code, response.url) for response in responses}) == 1
    assert len(mail.outbox) == 1


def test_an_email_address_can_be_added_after_sign_up(visitor):
    visitor.sign_up()
    fields = {"email": "bob@example.org", "password": "wrong"}
    assert "Wrong password" in visitor.post("/showdown/account/email/", fields).text
    visitor.post("/showdown/account/email/", fields | {"password": PASSWORD})
    assert User.objects.get().email == "bob@example.org"


def test_password_guesses_in_a_borrowed_session_are_limited(account, attempt_limit):
    browser, address = Client(), "/showdown/account/delete/"
    browser.force_login(account, "django.contrib.auth.backends.ModelBackend")
    statuses = [browser.post(address, {"password": "wrong"}).status_code for _ in range(4)]
    assert statuses == [200, 200, 429, 429]
