"""Accounts: signing up, in and out, and tokens that nobody else can see or revoke."""

import io
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from showdown.models import ApiToken
from tests.factories import ApiTokenFactory

PASSWORD = "river-turn-flop"
MOMENT = timedelta(seconds=5)


def sign_up(browser, name="dealer"):
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return browser.post("/showdown/account/sign-up/", fields)


def secret_on(page):
    return page.text.partition('id="secret">')[2].partition("<")[0]


def create_token(browser, name="laptop"):
    """The page that shows it."""
    return browser.post("/showdown/account/", {"name": name}, follow=True)


def test_sign_up_out_and_in_again(visitor):
    assert sign_up(visitor).status_code == 302
    assert "dealer" in visitor.get("/showdown/").text
    visitor.post("/showdown/account/sign-out/")
    assert "Sign in" in visitor.get("/showdown/").text
    fields = {"username": "dealer", "password": PASSWORD}
    assert visitor.post("/showdown/account/sign-in/", fields).url == "/showdown/"
    assert "dealer" in visitor.get("/showdown/").text


def test_a_weak_password_is_refused_beside_its_field(visitor):
    fields = {"username": "dealer", "password1": "12345678", "password2": "12345678"}
    page = visitor.post("/showdown/account/sign-up/", fields).text
    assert "too common" in page
    assert 'value="dealer"' in page


def test_a_wrong_password_is_said(visitor):
    sign_up(visitor)
    visitor.post("/showdown/account/sign-out/")
    page = visitor.post("/showdown/account/sign-in/", {"username": "dealer", "password": "no"})
    assert "correct username and password" in page.text


def test_the_account_page_is_for_those_who_are_signed_in(visitor):
    answer = visitor.get("/showdown/account/")
    assert answer.url == "/showdown/account/sign-in/?next=/showdown/account/"


def test_a_token_is_shown_once_and_works_until_it_is_revoked(owner, visitor, typed):
    page = create_token(owner)
    assert page.redirect_chain == [("/showdown/account/", 302)]
    secret = secret_on(page)
    headers = {"Authorization": f"Bearer {secret}"}
    assert secret.startswith("showdown_")
    assert secret not in owner.get("/showdown/account/").text
    assert visitor.get("/api/showdowns/", headers=headers).status_code == 200
    address = f"/showdown/account/tokens/{ApiToken.objects.get().pk}/revoke/"
    assert "Revoke laptop?" in owner.get(address).text
    assert visitor.get("/api/showdowns/", headers=headers).status_code == 200
    owner.post(address)
    assert visitor.get("/api/showdowns/", headers=headers).status_code == 401


def status_with(visitor, secret):
    headers = {"Authorization": f"Bearer {secret}"}
    return visitor.get("/api/showdowns/", headers=headers).status_code


def test_a_secret_is_shown_to_nobody_else_and_forged_by_nobody(owner, stranger):
    owner.post("/showdown/account/", {"name": "laptop"})
    issued = owner.cookies["issued-token"]
    assert (issued["httponly"], issued["samesite"], issued["max-age"]) == (True, "Strict", 60)
    stranger.cookies["issued-token"] = issued.value
    assert secret_on(stranger.get("/showdown/account/")) == ""
    owner.cookies["issued-token"] = f"{issued.value}x"
    assert secret_on(owner.get("/showdown/account/")) == ""


def test_a_token_works_until_it_expires(owner, visitor, settings):
    settings.TOKEN_DAYS = 30
    secret = secret_on(create_token(owner))
    token = ApiToken.objects.get()
    assert token.expires - token.created == pytest.approx(timedelta(days=30), abs=MOMENT)
    assert status_with(visitor, secret) == 200
    ApiToken.objects.update(expires=timezone.now() - MOMENT)
    assert status_with(visitor, secret) == 401
    assert "expired" in owner.get("/showdown/account/").text


def test_a_token_need_not_expire(owner, visitor, settings):
    settings.TOKEN_DAYS = 0
    secret = secret_on(create_token(owner))
    assert ApiToken.objects.get().expires is None
    assert status_with(visitor, secret) == 200


def test_tokens_and_other_sessions_go_with_the_password(visitor, stranger):
    sign_up(visitor)
    account = User.objects.get(username="dealer")
    secret = ApiTokenFactory(owner=account).secret
    other = ApiTokenFactory(owner=stranger.account).secret
    elsewhere = Client()
    elsewhere.force_login(account)
    change_password(visitor, PASSWORD, "turn-it-over")
    assert status_with(Client(), secret) == 401
    assert status_with(Client(), other) == 200
    assert elsewhere.get("/showdown/account/").status_code == 302
    assert visitor.get("/showdown/account/").status_code == 200


def test_tokens_stay_when_the_password_is_only_hashed_anew(visitor, settings):
    """As Django does at a sign-in when more rounds have become usual."""
    settings.PASSWORD_HASHERS = ["tests.pages.test_accounts.FewRounds"]
    sign_up(visitor)
    account = User.objects.get(username="dealer")
    ApiTokenFactory(owner=account)
    settings.PASSWORD_HASHERS = ["tests.pages.test_accounts.MoreRounds"]
    before = account.password
    visitor.post("/showdown/account/sign-out/")
    visitor.post("/showdown/account/sign-in/", {"username": "dealer", "password": PASSWORD})
    account.refresh_from_db()
    assert account.password != before
    assert ApiToken.objects.exists()


class FewRounds(PBKDF2PasswordHasher):
    iterations = 1


class MoreRounds(PBKDF2PasswordHasher):
    iterations = 2


def test_a_stranger_neither_sees_nor_revokes_a_token(owner, stranger):
    create_token(owner)
    token = ApiToken.objects.get()
    assert "laptop" not in stranger.get("/showdown/account/").text
    address = f"/showdown/account/tokens/{token.pk}/revoke/"
    assert [stranger.get(address).status_code, stranger.post(address).status_code] == [404, 404]
    assert ApiToken.objects.exists()


def test_a_token_needs_a_name(owner):
    assert "required" in owner.post("/showdown/account/", {"name": ""}).text
    assert not ApiToken.objects.exists()


def change_password(browser, old, new):
    fields = {"old_password": old, "new_password1": new, "new_password2": new}
    return browser.post("/showdown/account/password/", fields)


def test_a_password_is_repeated_in_the_same_words_everywhere(owner, visitor):
    pages = [visitor.get("/showdown/account/sign-up/"), owner.get("/showdown/account/password/")]
    assert ["Repeat password" in page.text for page in pages] == [True, True]


def test_the_password_can_be_changed(visitor):
    sign_up(visitor)
    assert change_password(visitor, PASSWORD, "turn-it-over").url == "/showdown/account/"


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
