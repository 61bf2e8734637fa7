"""Test that every route limits the body of a request, and that large files are received."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import URLPattern, get_resolver

from omahasite import bodies, middleware
from omahasite.bodies import MAX_FORM_BYTES, Treatment, limit_of, treatment_of
from showdown.pages import middleware as pages_middleware
from tests.campaign.visitors import Visitor
from tests.site.running import run_site


def routes(patterns, path="", namespace=""):
    """Yield the path of each route with made-up arguments, and its name."""
    for pattern in patterns:
        route_path = path + fill_pattern(pattern)
        if isinstance(pattern, URLPattern):
            name = pattern.name or ""
            yield "/" + route_path, f"{namespace}:{name}" if namespace else name
        else:
            yield from routes(pattern.url_patterns, route_path, pattern.namespace or namespace)


ARGUMENTS = {"UUID": "0198e6f0-1111-7222-8333-444455556666", "Slug": "x", "Integer": "1"}


def fill_pattern(pattern):
    text = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        kind = type(converter).__name__.removesuffix("Converter")
        for placeholder in (
            f"<{kind.lower()}:{name}>",
            f"<int:{name}>",
            f"<path:{name}>",
            f"<{name}>",
        ):
            text = text.replace(placeholder, ARGUMENTS.get(kind, "x"))
    return text if not text.startswith("^") else ""


ROUTES = list(routes(get_resolver().url_patterns))
VIEW_NAMES = {name for _, name in ROUTES}


@pytest.mark.parametrize(
    "view_names",
    [
        *(bodies.LIMITS, bodies.UPLOAD_VIEWS),
        *(pages_middleware.FORM_LIMITS, pages_middleware.EXPORTS, pages_middleware.READING_LIMITS),
        *(middleware.PUBLIC_VIEWS, middleware.REVALIDATED_VIEWS, middleware.INDEXED_VIEWS),
    ],
)
def test_view_names_in_settings_of_middleware_exist(view_names):
    assert set(view_names) - VIEW_NAMES == set()


def test_every_route_has_a_limit():
    assert len(ROUTES) > 100
    assert [name for name in VIEW_NAMES if "-" in name] == []
    for path, name in ROUTES:
        limit = limit_of(path)
        if name in bodies.UPLOAD_VIEWS:
            assert limit > 1 << 30, path
        else:
            assert limit == bodies.LIMITS.get(name, MAX_FORM_BYTES) <= 5 << 20, path
        assert treatment_of(path, limit) in (Treatment.RECEIVE_FIRST, Treatment.CHECK_FIRST), path
        assert treatment_of(path, limit + 1) is Treatment.REFUSE, path


@pytest.mark.parametrize(
    ("path", "is_form"),
    [("/showdown/account/sign-in/", True), ("/admin/login/", True), ("/api/showdowns/", False)],
)
def test_a_request_whose_body_is_too_large_gets_413(db, path, is_form):
    response = Client().post(path, **{bodies.BODY_TOO_LARGE: True})
    assert response.status_code == 413
    assert ("Too large" in response.text) is is_form


@pytest.mark.long
def test_a_large_file_is_accepted(home):
    deal = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
    deals = deal * (8_000_000 // len(deal))
    with run_site(home, "--processes", "1", "--workers", "0") as site:
        visitor = Visitor(site.port, deals=0)
        fields = {"csrfmiddlewaretoken": visitor.token, "game": "omaha-hilo"}
        file = SimpleUploadedFile("a.txt", deals)
        form = encode_multipart(BOUNDARY, fields | {"file": file})
        page = visitor.open("/showdown/batches/", form, {"Content-Type": MULTIPART_CONTENT})
        assert b"a.txt" in page
