"""Accounts: sign-up, sign-in and sign-out, and tokens that no other user can see or revoke."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from showdown.models import ApiToken
from tests.factories import ApiTokenFactory

PASSWORD = "river-turn-flop"
NEW = "turn-it-over"
MOMENT = timedelta(seconds=5)


def sign_up(browser, name="dealer"):
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return browser.post("/showdown/account/sign-up/", fields)


def secret_on(page):
    return page.text.partition('id="secret">')[2].partition("<")[0]


def create_token(browser, name="laptop"):
    return browser.post("/showdown/account/", {"name": name}, follow=True)


def status_with(visitor, secret):
    headers = {"Authorization": f"Bearer {secret}"}
    return visitor.get("/api/showdowns/", headers=headers).status_code


def test_a_user_signs_up_out_and_in_again(visitor):
    assert sign_up(visitor).status_code == 302
    assert "dealer" in visitor.get("/showdown/").text
    visitor.post("/showdown/account/sign-out/")
    assert "Sign in" in visitor.get("/showdown/").text
    fields = {"username": "dealer", "password": PASSWORD}
    wrong = visitor.post("/showdown/account/sign-in/", fields | {"password": "no"})
    assert "correct username and password" in wrong.text
    assert visitor.post("/showdown/account/sign-in/", fields).url == "/showdown/"
    assert "dealer" in visitor.get("/showdown/").text


def test_a_weak_password_is_refused_beside_its_field(visitor):
    fields = {"username": "dealer", "password1": "12345678", "password2": "12345678"}
    page = visitor.post("/showdown/account/sign-up/", fields).text
    assert "too common" in page
    assert 'value="dealer"' in page


@pytest.mark.parametrize("page", ["", "data/", "delete/"])
def test_the_pages_of_an_account_need_a_signed_in_user(visitor, page):
    answer = visitor.get(f"/showdown/account/{page}")
    assert answer.url == f"/showdown/account/sign-in/?next=/showdown/account/{page}"


def test_a_token_is_shown_once_and_works_until_it_is_revoked(owner, visitor, typed):
    page = create_token(owner)
    assert page.redirect_chain == [("/showdown/account/", 302)]
    secret = secret_on(page)
    assert secret.startswith("showdown_")
    assert secret not in owner.get("/showdown/account/").text
    assert status_with(visitor, secret) == 200
    address = f"/showdown/account/tokens/{ApiToken.objects.get().pk}/revoke/"
    assert "Revoke laptop?" in owner.get(address).text
    assert status_with(visitor, secret) == 200
    owner.post(address)
    assert status_with(visitor, secret) == 401


def test_a_secret_is_private_and_cannot_be_forged(owner, stranger):
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


def test_changing_the_password_ends_tokens_and_other_sessions(visitor, stranger):
    sign_up(visitor)
    account = User.objects.get(username="dealer")
    secret = ApiTokenFactory(owner=account).secret
    other = ApiTokenFactory(owner=stranger.account).secret
    elsewhere = Client()
    elsewhere.force_login(account)
    fields = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert visitor.post("/showdown/account/password/", fields).url == "/showdown/account/"
    assert status_with(Client(), secret) == 401
    assert status_with(Client(), other) == 200
    assert elsewhere.get("/showdown/account/").status_code == 302
    assert visitor.get("/showdown/account/").status_code == 200


def test_rehashing_the_password_keeps_tokens(visitor, settings):
    """Django rehashes a password at sign-in if the hasher's number of rounds has changed."""
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


def test_a_password_is_repeated_in_the_same_words_everywhere(owner, visitor):
    pages = [visitor.get("/showdown/account/sign-up/"), owner.get("/showdown/account/password/")]
    assert ["Repeat password" in page.text for page in pages] == [True, True]
