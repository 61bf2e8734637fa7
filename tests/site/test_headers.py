"""Test response headers for browsers, caches and search engines."""

import gzip
import stat

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.test import Client

from tests.factories import ShowdownFactory


def get(address):
    return Client().get(address)


PERSONAL_ADDRESSES = [
    *("/showdown/", "/showdown/history/", "/showdown/history/csv/", "/showdown/batches/"),
    *("/showdown/account/sign-in/", "/admin/login/", "/api/showdowns/", "/api/batches/"),
    *("/showdown/nothing/", "/api/nothing/"),
]


@pytest.mark.parametrize("address", PERSONAL_ADDRESSES)
def test_personal_responses_are_not_cached(db, address):
    cache_control = get(address)["Cache-Control"]
    assert "private" in cache_control
    assert "no-store" in cache_control


def test_a_result_is_not_indexed(db):
    result = ShowdownFactory().get_absolute_url()
    api_address = f"/api/showdowns/{result.split('/')[2]}/"
    for address in (result, api_address):
        response = get(address)
        assert response.status_code == 200
        directive = "no-cache" if address == api_address else "no-store"
        assert response["Cache-Control"] == f"private, {directive}"
        assert response["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("address", ["/showdown/", "/showdown/rules/", "/showdown/rules/holdem/"])
def test_pages_of_documentation_are_indexed(db, address):
    assert "X-Robots-Tag" not in get(address)


@pytest.mark.parametrize(
    "address",
    ["/showdown/", "/api/games/", "/healthz", "/showdown/x/", "/admin/login/", "/showdown/rules/"],
)
def test_responses_have_headers_for_security(db, address):
    headers = get(address).headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = headers["Permissions-Policy"]
    for feature in ("camera", "microphone", "geolocation"):
        assert f"{feature}=()" in policy
    assert "clipboard-write" not in policy
    assert "bluetooth" not in policy  # browsers that do not know it log an error on each page


def test_files_of_batches_are_private_to_the_site(tmp_path, settings):
    settings.MEDIA_ROOT = str(tmp_path / "media")
    FileSystemStorage().save("batches/1/input/000000", ContentFile(b"deals"))
    for path in (tmp_path / "media", *(tmp_path / "media").rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


@pytest.mark.parametrize("address", ["/showdown/", "/api/games/", "/api/schema/", "/api/docs/"])
def test_pages_and_json_are_compressed(db, address):
    plain = get(address)
    compressed = Client().get(address, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain
    assert compressed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in compressed["Vary"]
    assert len(compressed.content) < len(plain.content) / 2
    assert len(gzip.decompress(compressed.content)) == pytest.approx(len(plain.content), abs=200)


def test_the_length_of_a_page_reveals_nothing(db):
    request_headers = {"Accept-Encoding": "gzip"}
    lengths = {
        len(Client().get("/showdown/rules/", headers=request_headers).content) for _ in range(20)
    }
    assert len(lengths) > 1


def test_files_are_not_compressed(db):
    response = Client().get("/showdown/history/csv/", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in response
