"""Accounts: signing up, in and out, and tokens that nobody else can see or revoke."""

from showdown.models import ApiToken

PASSWORD = "river-turn-flop"


def sign_up(browser, name="dealer"):
    said = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return browser.post("/showdown/account/sign-up/", said)


def secret_on(page):
    return page.text.partition('id="secret">')[2].partition("<")[0]


def test_sign_up_out_and_in_again(visitor):
    assert sign_up(visitor).status_code == 302
    assert "dealer" in visitor.get("/showdown/").text
    visitor.post("/showdown/account/sign-out/")
    assert "Sign in" in visitor.get("/showdown/").text
    said = {"username": "dealer", "password": PASSWORD}
    assert visitor.post("/showdown/account/sign-in/", said).url == "/showdown/"
    assert "dealer" in visitor.get("/showdown/").text


def test_a_weak_password_is_refused_beside_its_field(visitor):
    said = {"username": "dealer", "password1": "12345678", "password2": "12345678"}
    page = visitor.post("/showdown/account/sign-up/", said).text
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
    page = owner.post("/showdown/account/", {"name": "laptop"})
    secret = secret_on(page)
    headers = {"Authorization": f"Bearer {secret}"}
    assert secret.startswith("showdown_")
    assert secret not in owner.get("/showdown/account/").text
    assert visitor.get("/api/showdowns/", headers=headers).status_code == 200
    token = ApiToken.objects.get()
    owner.post(f"/showdown/account/tokens/{token.pk}/revoke/")
    assert visitor.get("/api/showdowns/", headers=headers).status_code == 401


def test_a_stranger_neither_sees_nor_revokes_a_token(owner, stranger):
    owner.post("/showdown/account/", {"name": "laptop"})
    token = ApiToken.objects.get()
    assert "laptop" not in stranger.get("/showdown/account/").text
    assert stranger.post(f"/showdown/account/tokens/{token.pk}/revoke/").status_code == 404
    assert ApiToken.objects.exists()


def test_a_token_needs_a_name(owner):
    assert "required" in owner.post("/showdown/account/", {"name": ""}).text
    assert not ApiToken.objects.exists()


def test_the_password_can_be_changed(visitor):
    sign_up(visitor)
    said = {
        "old_password": PASSWORD,
        "new_password1": "turn-it-over",
        "new_password2": "turn-it-over",
    }
    assert visitor.post("/showdown/account/password/", said).url == "/showdown/account/"
