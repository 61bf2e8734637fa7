"""Test authentication by tokens, sessions and passwords."""

import io
import json

import pytest
from django.test import Client

from showdown.models import ApiToken, Batch
from tests.api.clients import check_problem
from tests.batches.conftest import files_in
from tests.factories import ApiTokenFactory, UserFactory

PASSWORD = "correct horse battery staple"
CSRF_TOKEN = "a" * 32
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"


@pytest.mark.parametrize(
    "credentials",
    [
        *("Basic YW5uOnNlY3JldA==", "Token showdown_x", "showdown_x", "Bearer", "Bearer two words"),
        *("Bearer showdown_nobody-has-this", "Bearer \xff", "Bearer \x00"),
    ],
)
def test_an_invalid_token_is_a_problem(anyone, deal, credentials):
    headers = {"Authorization": credentials}
    responses = [anyone.get(f"/api/{name}/", headers=headers) for name in ("showdowns", "games")]
    for response in (*responses, anyone.settle(deal, **headers)):
        check_problem(response, 401)
        assert response["WWW-Authenticate"] == "Bearer"


def test_guessing_tokens_is_rate_limited(owner, anyone, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"wrong_token": (2, 60)}
    guesses = [{"Authorization": f"Bearer showdown_{number}"} for number in range(4)]
    responses = [anyone.get("/api/games/", headers=guess) for guess in guesses]
    assert [response.status_code for response in responses] == [401, 401, 429, 429]
    assert 0 < int(responses[3]["Retry-After"]) <= 60
    check_problem(responses[3], 429, "throttled")
    assert owner.get("/api/games/").status_code == 200, "valid tokens are not counted"
    wrong_token = {"Authorization": "Bearer showdown_x"}
    response = anyone.get("/api/games/", headers=wrong_token, REMOTE_ADDR="192.0.2.8")
    assert response.status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_may_be_written_in_any_case(owner, anyone, scheme):
    token = ApiTokenFactory(owner=owner.person.account)
    response = anyone.get("/api/showdowns/", headers={"Authorization": f"{scheme} {token.secret}"})
    assert response.status_code == 200
    token.refresh_from_db()
    assert token.used is not None


def test_a_token_whose_owner_may_not_sign_in_is_refused(owner, deal):
    account = owner.person.account
    account.is_active = False
    account.save()
    assert owner.settle(deal).status_code == 401
    account.is_active = True
    account.save()
    assert owner.settle(deal).status_code == 201


def test_the_database_does_not_contain_the_secret_of_a_token(owner):
    secret = owner.defaults["HTTP_AUTHORIZATION"].split()[1]
    token = owner.person.account.api_tokens.values().get()
    assert secret not in str(token)
    assert secret.endswith(token["hint"])
    assert len(token["digest"]) == 32


@pytest.fixture
def account(db):
    return UserFactory(password=PASSWORD)


def request_token(username, password, fields=()):
    body = {"username": username, "password": password, "name": "laptop"} | dict(fields)
    return Client().post("/api/tokens/", json.dumps(body), content_type="application/json")


def test_a_password_is_exchanged_for_a_token(account):
    response = request_token(account.username, PASSWORD)
    assert response.status_code == 201
    headers = {"Authorization": f"Bearer {response.json()['token']}"}
    assert Client().get("/api/batches/", headers=headers).status_code == 200
    assert "no-store" in response["Cache-Control"]
    token = ApiToken.objects.get(owner=account)
    assert (token.pk, token.name) == (response.json()["id"], "laptop")


def test_unknown_names_wrong_passwords_and_inactive_users_get_the_same_response(account):
    wrong = request_token(account.username, "wrong")
    unknown = request_token("nobody", PASSWORD)
    account.is_active = False
    account.save()
    inactive = request_token(account.username, PASSWORD)
    assert wrong.status_code == unknown.status_code == inactive.status_code == 401
    assert wrong.json() == unknown.json() == inactive.json()
    assert wrong["WWW-Authenticate"] == "Bearer"
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("username", ["known", "unknown"])
def test_wrong_passwords_count_together_with_those_on_the_sign_in_page(account, settings, username):
    settings.AXES_FAILURE_LIMIT = 4
    name = account.username if username == "known" else "nobody"
    form = {"username": name, "password": "wrong"}
    statuses = [request_token(name, "wrong").status_code for _ in range(2)]
    statuses += [Client().post("/showdown/account/sign-in/", form).status_code for _ in range(2)]
    assert statuses[:3] == [401, 401, 200]
    locked = request_token(name, PASSWORD)
    check_problem(locked, 429)
    assert int(locked["Retry-After"]) > 0


def test_attempts_count_together_with_those_on_the_sign_in_page(account, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"sign_in": (2, 60)}
    Client().post("/showdown/account/sign-in/", {"username": "x", "password": "x"})
    assert request_token(account.username, PASSWORD).status_code == 201
    check_problem(request_token(account.username, PASSWORD), 429)


@pytest.mark.parametrize(
    "fields",
    [
        *({"name": name} for name in ("", "x" * 61, "a\nb", None)),
        *({"password": password} for password in ("", "a\0b", "x" * 5000)),
        {"username": "a\0b"},
        {"days": 7},
    ],
    ids=str,
)
def test_an_invalid_request_for_a_token_is_a_problem(account, fields):
    problem = check_problem(request_token(account.username, PASSWORD, fields), 422)
    assert problem["errors"][0]["pointer"] == f"#/{next(iter(fields))}"


@pytest.fixture
def browser(site):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(UserFactory())
    browser.cookies["csrftoken"] = CSRF_TOKEN
    return browser


UPLOADS = pytest.mark.parametrize("kind", ["batches", "audits"])


@UPLOADS
@pytest.mark.parametrize("token_location", ["header", "field"])
def test_a_browser_uploads_a_form(browser, kind, token_location):
    fields = {"file": io.BytesIO(LINE)}
    headers = {"X-CSRFToken": CSRF_TOKEN} if token_location == "header" else {}
    fields |= {"csrfmiddlewaretoken": CSRF_TOKEN} if token_location == "field" else {}
    response = browser.post(f"/api/{kind}/", fields, headers=headers)
    assert response.status_code == 202
    assert browser.get(response.json()["url"]).status_code == 200


@UPLOADS
@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/octet-stream", "application/x-www-form-urlencoded"]
)
def test_a_browser_uploads_a_body(browser, kind, media_type):
    headers = {"X-CSRFToken": CSRF_TOKEN}
    response = browser.post(f"/api/{kind}/", LINE, content_type=media_type, headers=headers)
    assert response.status_code == 202
    assert Batch.objects.get().input_bytes == len(LINE)


@pytest.mark.parametrize("kind", ["batches", "audits", "showdowns"])
def test_nothing_is_stored_without_the_csrf_token(browser, site, kind):
    check_problem(browser.post(f"/api/{kind}/", LINE, content_type="text/plain"), 403)
    if kind != "showdowns":
        check_problem(browser.post(f"/api/{kind}/", {"file": io.BytesIO(LINE)}), 403)
    assert not Batch.objects.exists()
    assert files_in(site) == []


@UPLOADS
@pytest.mark.parametrize(
    ("subtype", "status"),
    [
        ("form-data", 400),
        ("form-data; boundary=", 400),
        ("form-data; boundary=x", 400),
        ("form-data; boundary=é", 400),
        (f"form-data; boundary={'x' * 300}", 415),
        ("form-data; boundary=x; charset=klingon", 400),
        ("mixed; boundary=x", 400),
        ("", 400),
    ],
)
def test_a_form_that_cannot_be_read_is_a_problem(browser, site, kind, subtype, status):
    response = browser.generic(
        "POST",
        f"/api/{kind}/",
        b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--",
        content_type=f"multipart/{subtype}",
        headers={"X-CSRFToken": CSRF_TOKEN},
    )
    check_problem(response, status)
    assert files_in(site) == []
