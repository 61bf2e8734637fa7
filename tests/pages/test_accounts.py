"""Test accounts: sign-up, sign-in and sign-out, API tokens, and the download of all data."""

import io
import json
import re
from datetime import timedelta
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from showdown.evaluator.games import GAMES
from showdown.models import ApiToken
from showdown.notation.deal_line import read_line
from tests.factories import ApiTokenFactory, DealFactory, QuickHasher, ShowdownFactory
from tests.pages.conftest import PASSWORD
from tests.scope import ONE_OF_A_FAMILY

NEW_PASSWORD = "turn-it-over"
MOMENT = timedelta(seconds=5)


def secret_on(page):
    return page.text.partition('id="secret">')[2].partition("<")[0]


def create_token(browser, name="laptop"):
    return browser.post("/showdown/account/", {"name": name}, follow=True)


def status_with(visitor, secret):
    headers = {"Authorization": f"Bearer {secret}"}
    return visitor.get("/api/showdowns/", headers=headers).status_code


def test_a_user_signs_in_again_after_signing_up(visitor):
    assert visitor.sign_up().status_code == 302
    assert "dealer" in visitor.get("/showdown/").text
    visitor.post("/showdown/account/sign-out/")
    assert "Sign in" in visitor.get("/showdown/").text
    fields = {"username": "dealer", "password": PASSWORD}
    refusal = visitor.post("/showdown/account/sign-in/", fields | {"password": "no"})
    assert "correct username and password" in refusal.text
    assert visitor.post("/showdown/account/sign-in/", fields).url == "/showdown/"
    assert "dealer" in visitor.get("/showdown/").text


def test_signing_up_leads_to_the_page_that_needed_an_account(visitor):
    page = visitor.get("/showdown/account/", follow=True)
    address = "/showdown/account/sign-up/?next=/showdown/account/"
    assert f'href="{address}"' in page.text
    hidden_field = '<input type="hidden" name="next" value="/showdown/account/">'
    assert hidden_field in visitor.get(address).text
    fields = {"username": "dealer", "password1": PASSWORD, "password2": PASSWORD}
    assert visitor.post(address, fields).url == "/showdown/account/"


@pytest.mark.parametrize(
    ("password", "confirmation", "message"),
    [("12345678", "12345678", "too common"), (PASSWORD, NEW_PASSWORD, "didn’t match")],
)
def test_the_first_invalid_field_of_a_form_has_the_focus(visitor, password, confirmation, message):
    page = visitor.sign_up(password=password, confirmation=confirmation).text
    assert message in page
    assert 'value="dealer"' in page
    focused = re.findall(r"<input[^>]* autofocus[^>]*>", page)
    first = re.search(r'aria-invalid="true"[^>]*id="([^"]+)"', page)
    assert len(focused) == 1
    assert f'id="{first[1]}"' in focused[0]


def test_the_error_of_a_rejected_password_is_below_its_first_field(visitor):
    sign_up_page = visitor.sign_up(password="12345678", confirmation="12345678").text
    visitor.sign_up()
    fields = {"old_password": PASSWORD, "new_password1": "12345678", "new_password2": "12345678"}
    password_page = visitor.post("/showdown/account/password/", fields).text
    for page, name in ((sign_up_page, "password1"), (password_page, "new_password1")):
        html_below = page.partition(f'name="{name}"')[2]
        assert re.findall(r'class="(?:error|hint)" id="(\w+)"', html_below)[:2] == [
            f"id_{name}_error",
            f"id_{name}_helptext",
        ]
        assert page.count("This password is too common") == 1


@pytest.mark.parametrize("page", ["", "data/", "delete/"])
def test_the_pages_of_an_account_need_a_signed_in_user(visitor, page):
    response = visitor.get(f"/showdown/account/{page}")
    assert response.url == f"/showdown/account/sign-in/?next=/showdown/account/{page}"


def test_a_token_is_shown_once(owner, visitor, deal_form):
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


def test_the_cookie_with_a_secret_cannot_be_forged(owner):
    owner.post("/showdown/account/", {"name": "laptop"})
    cookie = owner.cookies["messages"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert secret_on(owner.get("/showdown/account/")) != ""
    owner.cookies["messages"] = f"{cookie.value}x"
    assert secret_on(owner.get("/showdown/account/")) == ""


def test_a_token_works_until_it_expires_or_forever(owner, visitor, settings):
    settings.TOKEN_DAYS = 30
    secret = secret_on(create_token(owner))
    token = ApiToken.objects.get()
    assert token.expires - token.created == pytest.approx(timedelta(days=30), abs=MOMENT)
    assert status_with(visitor, secret) == 200
    ApiToken.objects.update(expires=timezone.now() - MOMENT)
    assert status_with(visitor, secret) == 401
    assert "expired" in owner.get("/showdown/account/").text
    ApiToken.objects.all().delete()
    settings.TOKEN_DAYS = 0
    secret = secret_on(create_token(owner))
    assert ApiToken.objects.get().expires is None
    assert status_with(visitor, secret) == 200


def test_changing_the_password_ends_tokens_and_other_sessions(visitor, stranger):
    visitor.sign_up()
    account = User.objects.get(username="dealer")
    secret = ApiTokenFactory(owner=account).secret
    other_secret = ApiTokenFactory(owner=stranger.account).secret
    other_browser = Client()
    other_browser.force_login(account)
    fields = {
        "old_password": PASSWORD,
        "new_password1": NEW_PASSWORD,
        "new_password2": NEW_PASSWORD,
    }
    assert visitor.post("/showdown/account/password/", fields).url == "/showdown/account/"
    assert status_with(Client(), secret) == 401
    assert status_with(Client(), other_secret) == 200
    assert other_browser.get("/showdown/account/").status_code == 302
    assert visitor.get("/showdown/account/").status_code == 200


def test_rehashing_the_password_keeps_tokens(visitor, monkeypatch):
    """Django rehashes a password at sign-in if the hasher's number of rounds has changed."""
    visitor.sign_up()
    old_hash = User.objects.get().password
    ApiTokenFactory(owner=User.objects.get())
    monkeypatch.setattr(QuickHasher, "iterations", QuickHasher.iterations + 1)
    Client().post("/showdown/account/sign-in/", {"username": "dealer", "password": PASSWORD})
    assert User.objects.get().password != old_hash
    assert ApiToken.objects.exists()


def test_a_stranger_neither_sees_nor_revokes_a_token(owner, stranger):
    create_token(owner)
    token = ApiToken.objects.get()
    assert "laptop" not in stranger.get("/showdown/account/").text
    address = f"/showdown/account/tokens/{token.pk}/revoke/"
    assert [stranger.get(address).status_code, stranger.post(address).status_code] == [404, 404]
    assert ApiToken.objects.exists()


def download_deals(owner):
    with ZipFile(io.BytesIO(owner.get("/showdown/account/data/").getvalue())) as archive:
        lines = archive.read("deals.jsonl").decode().splitlines()
    return [json.loads(line) for line in lines][::-1]


def api_line(owner, showdown):
    document = owner.get(f"/api/showdowns/{showdown.pk}/").json()
    fields = {name: document[name] for name in ("id", "url", "created", "source", "game", "deal")}
    won = [
        {name: contest[name] for name in ("run", "winners", "category")}
        | {"contest": contest["name"]}
        for contest in document["contests"]
    ]
    return fields | {"won": won, "paid": None, "note": showdown.note}


@pytest.mark.parametrize("slug", ONE_OF_A_FAMILY)
def test_downloaded_deals_equal_the_responses_of_the_api(owner, person, slug):
    game = GAMES[slug]
    deals = [{"players": 2}, {"players": 3, "mucked": ("HandB",)}, {"labels": ["Anna", "Pot"]}]
    if game.boards:
        deals.append({"runs": 2})
    if game.may_share_last_card:
        deals.append({"players": 8, "shares_last_card": True})
    showdowns = [
        ShowdownFactory(deal=DealFactory(game=game, **deal), person=person) for deal in deals
    ]
    assert download_deals(owner) == [api_line(owner, showdown) for showdown in showdowns]


def test_a_downloaded_deal_can_be_pasted(owner, person):
    deal = "HandA:Ac-Kd HandB:5c-5d Board:Ah-Kh-5s-2s-Qd Pot:90"
    submission = read_line(deal, GAMES["holdem"])
    ShowdownFactory(**submission._asdict(), note="Anna’s “set”", person=person)
    [line] = download_deals(owner)
    assert line["paid"]["totals"] == {"HandA": 0, "HandB": 90}
    assert line["note"] == "Anna’s “set”"
    assert read_line(line["deal"], GAMES["holdem"]) == submission
