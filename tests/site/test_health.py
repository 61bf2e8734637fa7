"""Test the health checks, and the site while its database hangs."""

import json
import signal
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

import psutil
import pytest
from django.db import connection
from django.test import Client

from omahasite import VERSION
from tests.databases import UNREACHABLE, responses_with
from tests.site.running import run_site


@pytest.fixture(autouse=True)
def _media(settings, tmp_path):
    settings.MEDIA_ROOT = str(tmp_path)


def unready_reason():
    response = Client().get("/readyz")
    assert response.status_code == 503
    return response.json()["title"]


@pytest.mark.parametrize(
    ("setting", "folder", "title"),
    [
        ("STATIC_ROOT", "", "The static files are gone"),
        ("MEDIA_ROOT", "gone", "No file can be written"),
        ("MEDIA_ROOT", "/proc/self", "No file can be written"),
    ],
)
@pytest.mark.django_db
def test_an_unusable_folder_is_the_reason(settings, tmp_path, caplog, setting, folder, title):
    setattr(settings, setting, str(tmp_path / folder))
    assert unready_reason() == title
    assert "/readyz: 503, because" in caplog.text
    assert not (tmp_path / "gone").exists()


def test_a_database_without_the_tables_of_the_site_is_not_ready(db):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE showdown_showdown RENAME TO gone")
    assert unready_reason() == "The database can't be written to"


def test_the_reason_why_a_database_is_not_ready_is_logged(transactional_db, caplog):
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        assert unready_reason() == "The database can't be written to"
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET default_transaction_read_only")
    line = "GET /readyz: 503, because ReadOnlySqlTransaction: cannot execute"
    assert line in caplog.text


def test_an_embedded_server_without_its_directory_is_not_ready(db, monkeypatch, tmp_path):
    """The site's open connection still works."""
    monkeypatch.setitem(connection.settings_dict, "DATA_DIRECTORY", tmp_path / "gone")
    assert unready_reason() == "The database is gone"
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_a_healthy_site_responds_with_200(method, address, django_assert_max_num_queries):
    with django_assert_max_num_queries(1):
        response = getattr(Client(), method)(address)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies


def test_health_checks_accept_no_post(db):
    assert Client().post("/readyz").status_code == 405


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_checks_need_no_tls(address, db, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(address).status_code == 200
    assert Client().get("/api/games/").status_code == 301


def test_a_site_without_its_database_is_healthy_but_not_ready():
    requests = [("GET", address, "", {}) for address in ("/healthz", "/readyz")]
    (alive, ready), _ = responses_with(UNREACHABLE, *requests)
    assert (alive.status, json.loads(alive.text)) == (200, {"status": "ok", "version": VERSION})
    assert ready.status == json.loads(ready.text)["status"] == 503
    assert ready.headers["content-type"] == "application/problem+json"
    assert ready.headers["retry-after"] == "5"


NEEDS_NO_DATABASE = ["/healthz", "/static/showdown/icon.svg", "/showdown/rules/"]
DELAY_SECONDS = 12
"""Time until the site notices a hanging database, with a reserve for a busy machine."""
MAX_WAIT_SECONDS = 15
"""Maximum time until a response, half of the client's timeout."""


@contextmanager
def suspend(processes):
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)


def time_request(site, address):
    start = monotonic()
    return site.request(address).status, monotonic() - start


@pytest.mark.long
@pytest.mark.parametrize("is_postmaster_suspended", [False, True])
def test_pages_that_need_no_database_are_served_while_it_hangs(home, is_postmaster_suspended):
    with run_site(home, "--processes", "1", "--workers", "0") as site:
        for address in (*NEEDS_NO_DATABASE, "/readyz"):
            assert site.request(address).status == 200, address
        postmaster = site.processes()[-1]
        assert isinstance(postmaster, psutil.Process)
        servers = [*postmaster.children(), *([postmaster] if is_postmaster_suspended else [])]
        with suspend(servers):
            crowd = [Thread(target=site.request, args=["/readyz"]) for _ in range(20)]
            for client in crowd:
                client.start()
            sleep(DELAY_SECONDS)
            for _ in range(3):
                for address in NEEDS_NO_DATABASE:
                    status, seconds = time_request(site, address)
                    assert (status, seconds < MAX_WAIT_SECONDS) == (200, True), (
                        address,
                        status,
                        seconds,
                    )
            if is_postmaster_suspended:
                status, seconds = time_request(site, "/readyz")
                assert (status, seconds < MAX_WAIT_SECONDS) == (503, True), (status, seconds)
            for client in crowd:
                client.join()
        deadline = monotonic() + 60
        while site.request("/readyz").status != 200:
            assert monotonic() < deadline
            sleep(0.5)
