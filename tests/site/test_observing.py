"""Test the metrics and the log."""

import json
import logging
import shutil
import socket
import sys
from datetime import UTC, datetime
from logging.config import DictConfigurator
from time import monotonic, sleep

import pytest
from django import conf
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pythonjsonlogger.json import JsonFormatter

from omahasite import metrics
from omahasite.log_records import LineFormatter, RecordFilter, logging_settings
from omahasite.requests import log_unavailable
from tests.site.running import run_site, up, web_processes, workers


def test_the_logged_reason_is_the_first_line_of_the_drivers_error(caplog):
    try:
        try:
            raise TimeoutError("inner")
        except TimeoutError as inner:
            raise OperationalError("no connection\nmore\nlines") from inner
    except OperationalError as error:
        log_unavailable(RequestFactory().get("/showdown/"), 503, error)
    assert "GET /showdown/: 503, because TimeoutError: no connection" in caplog.text
    assert "more" not in caplog.text


def test_a_request_id_comes_from_the_proxy_or_is_new(db, settings, caplog):
    headers = {"X-Request-ID": "given-by-a-proxy"}
    with caplog.at_level(logging.INFO, "showdown.requests"):
        first, second = (Client().get("/healthz", headers=headers) for _ in range(2))
    assert len({first["X-Request-ID"], second["X-Request-ID"], "given-by-a-proxy"}) == 3
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    assert Client().get("/healthz", headers=headers)["X-Request-ID"] == "given-by-a-proxy"
    invalid_headers = {"X-Request-ID": "a\tb {}"}
    assert Client().get("/healthz", headers=invalid_headers)["X-Request-ID"].isalnum()


def test_metrics_need_a_token(db, settings):
    assert Client().get("/metrics").status_code == 404
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "a token"
    assert Client().get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404


def lines_of(message, **extra):
    record = logging.LogRecord("django", logging.ERROR, "", 0, message, (), None)
    record.__dict__.update(extra)
    assert RecordFilter().filter(record)
    formats = conf.settings.LOGGING["formatters"]
    text = LineFormatter(formats["text"]["format"], style="{")
    return text.format(record), JsonFormatter("{message}", style="{").format(record)


@pytest.mark.parametrize(
    "character", ["\n", "\r", "\x1b[2K", "\x00", "\u2028", "\u202e", "\x85", "\udcff"]
)
def test_input_cannot_forge_a_log_line(character):
    message = f"Not Found: /a{character}2026-01-01 ERROR django: forged"
    for line in lines_of(message):
        assert character not in line
        assert len(line.splitlines()) == 1


def test_the_lines_of_a_traceback_are_indented():
    try:
        raise ValueError("a\n2026-01-01 ERROR forged\x1b[2K")
    except ValueError:
        text, json_line = lines_of("it failed", exc_info=sys.exc_info())
    first, *others = text.splitlines()
    assert first.endswith("it failed")
    assert others
    assert all(line.startswith("  ") for line in others)
    assert "\x1b" not in text
    assert len(json_line.splitlines()) == 1


def test_the_length_of_a_log_line_is_limited():
    for line in lines_of("x" * 1_000_000):
        assert len(line) < 5000


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/showdown/nights/k3X_-9/", "/showdown/nights/…/"),
        ("/showdown/nights/k3X_-9/hands/7/", "/showdown/nights/…/hands/7/"),
        ("/showdown/nights/k3X_-9", "/showdown/nights/…"),
        ("/showdown/account/reset/MQ/c1-9f/", "/showdown/account/reset/MQ/…/"),
        ("/showdown/account/reset/sent/", "/showdown/account/reset/sent/"),
        ("/showdown/audits/0198/night/", "/showdown/audits/0198/night/"),
    ],
)
def test_the_secret_of_an_address_is_not_logged(address, expected):
    text, json_line = lines_of(f"GET {address} 200 in 3 ms", path=address)
    assert f"GET {expected} 200" in text
    fields = json.loads(json_line)
    assert (fields["message"], fields["path"]) == (f"GET {expected} 200 in 3 ms", expected)


def test_a_request_is_answered_if_metrics_fail(db, settings, monkeypatch, caplog):
    def raise_missing_folder(*labels):
        raise FileNotFoundError("the folder is gone")

    monkeypatch.setattr(metrics._requests, "labels", raise_missing_folder)
    middleware = metrics.MetricsMiddleware(lambda request: HttpResponse("answered"))
    assert middleware(RequestFactory().get("/")).content == b"answered"
    settings.METRICS_TOKEN = "a token"
    metrics.count_refusal(503)
    assert "a request was not counted: the folder is gone" in caplog.text


def test_times_of_the_json_log_have_a_zone():
    settings = logging_settings("INFO", "json")
    configurator = DictConfigurator(settings)
    formatter = configurator.configure_formatter(settings["formatters"]["json"])
    record = logging.LogRecord("a", logging.INFO, "b.py", 1, "hello", (), None)
    record.request_id = "-"
    line = json.loads(formatter.format(record))
    assert datetime.fromisoformat(line["time"]) == datetime.fromtimestamp(record.created, UTC)
    assert (line["level"], line["logger"], line["message"]) == ("INFO", "a", "hello")


@pytest.mark.long
def test_metrics_cover_all_processes(home):
    settings = {"METRICS_TOKEN": "a token", "LOG_LEVEL": "INFO", "LOG_FORMAT": "json"}
    with run_site(home, "--processes", "2", **settings) as site:
        ids = {site.request("/healthz").headers["X-Request-ID"] for _ in range(20)}
        assert site.request("/anything/at/all").status == 404
        assert site.request("/healthz", "no method").status == 400
        text = site.request("/metrics", Authorization="Bearer a token").text
        shutil.rmtree(home / f".metrics-{site.port}")
        for process in [*web_processes(site), *workers(site)]:
            process.kill()
        deadline = monotonic() + 30
        while len([*web_processes(site), *workers(site)]) < 3 and monotonic() < deadline:
            sleep(0.1)
        assert site.request("/healthz").status == 200
        response = site.request("/metrics", Authorization="Bearer a token")
        assert (response.status, "showdown_database_up" in response.text) == (200, True)
        site.process.terminate()
        output, errors = site.process.communicate()
    values_by_series = dict(
        line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("showdown")
    )
    [counted_series] = [
        name for name in values_by_series if "requests_total" in name and "health.alive" in name
    ]
    assert float(values_by_series[counted_series]) == 20
    [refused_series] = [name for name in values_by_series if 'view="refused"' in name]
    assert 'status="400"' in refused_series
    assert float(values_by_series["showdown_database_up"]) == 1
    assert float(values_by_series["showdown_deals_stored"]) == 0
    assert "anything" not in text
    assert json.loads(output)["message"] == "Stopped."
    lines = [json.loads(line) for line in errors.splitlines()]
    restarts = [line for line in lines if line["logger"] == "showdown.supervision"]
    assert len(restarts) == 3
    assert all("ended with status -9" in line["message"] for line in restarts)
    assert not any(line["logger"].startswith("procrastinate") for line in lines)
    checks = [line for line in lines if line.get("path") == "/healthz"]
    assert {line["request_id"] for line in checks} > ids
    assert {line["status"] for line in checks} == {200}


@pytest.mark.long
def test_a_site_that_cannot_start_logs_the_reason_in_json(directory):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        environment = {"POSTGRES_DIRECTORY": str(directory / "none"), "LOG_FORMAT": "json"}
        process = up("--port", str(port), environment=environment)
        output, errors = process.communicate()
    assert (process.returncode, output) == (1, "")
    assert f"port {port} is taken" in json.loads(errors)["message"]
