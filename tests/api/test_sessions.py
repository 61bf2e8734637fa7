"""A browser's session may do everything that a token may, with the CSRF token."""

import io

import pytest
from django.test import Client

from showdown.models import Batch
from tests.factories import UserFactory

TOKEN = "a" * 32
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(tmp_path, settings):
    settings.MEDIA_ROOT = str(tmp_path)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(UserFactory())
    browser.cookies["csrftoken"] = TOKEN
    return browser


PLACES = pytest.mark.parametrize("place", ["batches", "audits"])


@PLACES
@pytest.mark.parametrize("way", ["header", "field"])
def test_a_form_is_uploaded(browser, place, way):
    fields = {"file": io.BytesIO(LINE)}
    headers = {"X-CSRFToken": TOKEN} if way == "header" else {}
    fields |= {"csrfmiddlewaretoken": TOKEN} if way == "field" else {}
    answer = browser.post(f"/api/{place}/", fields, headers=headers)
    assert answer.status_code == 202
    assert browser.get(answer.json()["url"]).status_code == 200


@PLACES
@pytest.mark.parametrize(
    "kind", ["text/plain", "application/octet-stream", "application/x-www-form-urlencoded"]
)
def test_a_body_is_uploaded(browser, place, kind):
    headers = {"X-CSRFToken": TOKEN}
    answer = browser.post(f"/api/{place}/", LINE, content_type=kind, headers=headers)
    assert answer.status_code == 202
    assert Batch.objects.get().input_bytes == len(LINE)


@PLACES
@pytest.mark.parametrize("kind", ["form", "body"])
def test_without_the_token_nothing_is_stored(browser, place, kind, tmp_path):
    body = {"file": io.BytesIO(LINE)} if kind == "form" else LINE
    media = {} if kind == "form" else {"content_type": "text/plain"}
    answer = browser.post(f"/api/{place}/", body, **media)
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
    assert not Batch.objects.exists()
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


@PLACES
@pytest.mark.parametrize(
    ("kind", "status"),
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
def test_a_form_that_cannot_be_read_is_a_problem(browser, place, kind, status, tmp_path):
    answer = browser.generic(
        "POST",
        f"/api/{place}/",
        b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--",
        content_type=f"multipart/{kind}",
        headers={"X-CSRFToken": TOKEN},
    )
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
