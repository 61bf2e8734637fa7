"""What an operator is told: by probes, by figures, and by the log."""

import json
import logging
from unittest.mock import patch

from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from omahasite.requests import tell_why
from tests.site.running import running


def test_a_database_that_takes_no_write_is_not_ready_and_the_log_says_why(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        with patch("omahasite.requests.logger.warning") as warning:
            answer = Client().get("/readyz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET default_transaction_read_only")
    assert (answer.status_code, answer.json()["title"]) == (503, "The database takes no write")
    message, *values = warning.call_args.args
    said = message % tuple(values)
    assert "GET /readyz: 503, because ReadOnlySqlTransaction: cannot execute" in said


def test_a_folder_of_files_that_takes_no_write_is_not_ready(db, settings, caplog):
    settings.MEDIA_ROOT = "/proc/self"
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["title"]) == (503, "No file can be written")
    assert "/readyz: 503, because" in caplog.text


def test_the_reason_is_that_of_the_driver_and_one_line(caplog):
    try:
        try:
            raise TimeoutError("inner")
        except TimeoutError as inner:
            raise OperationalError("no connection\nmore\nlines") from inner
    except OperationalError as error:
        tell_why(RequestFactory().get("/showdown/"), 503, error)
    assert "GET /showdown/: 503, because TimeoutError: no connection" in caplog.text
    assert "more" not in caplog.text


def test_the_id_of_a_request_is_a_proxys_or_new(db, settings, caplog):
    given = {"X-Request-ID": "given-by-a-proxy"}
    with caplog.at_level(logging.INFO, "showdown.requests"):
        first, second = (Client().get("/healthz", headers=given) for _ in range(2))
    assert len({first["X-Request-ID"], second["X-Request-ID"], "given-by-a-proxy"}) == 3
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    assert Client().get("/healthz", headers=given)["X-Request-ID"] == "given-by-a-proxy"
    strange = {"X-Request-ID": "a\tb {}"}
    assert Client().get("/healthz", headers=strange)["X-Request-ID"].isalnum()


def test_without_a_token_nobody_sees_figures(db, settings):
    assert Client().get("/metrics").status_code == 404
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "a token"
    assert Client().get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404


def test_figures_are_of_all_processes_and_the_log_is_json(directory):
    told = {"METRICS_TOKEN": "a token", "LOG_LEVEL": "INFO", "LOG_FORMAT": "json"}
    with running(directory, "--processes", "2", **told) as site:
        ids = {site.ask("/healthz").headers["X-Request-ID"] for _ in range(20)}
        assert site.ask("/anything/at/all").status == 404
        text = site.ask("/metrics", Authorization="Bearer a token").text
        site.process.terminate()
        _, errors = site.process.communicate()
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("showdown"))
    [counted] = [name for name in figures if "requests_total" in name and "health.alive" in name]
    assert float(figures[counted]) == 20
    assert float(figures["showdown_database_up"]) == 1
    assert float(figures["showdown_deals_stored"]) == 0
    assert "anything" not in text
    lines = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
    seen = [line for line in lines if line.get("path") == "/healthz"]
    assert {line["request_id"] for line in seen} == ids
    assert {line["status"] for line in seen} == {200}
