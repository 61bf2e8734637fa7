"""Pooled connections: dead ones are rejected, and repeated failures are logged rarely."""

import logging

import pytest
from django.db import connection
from django.utils.module_loading import import_string
from psycopg import OperationalError, connect
from psycopg_pool import ConnectionPool

pytestmark = pytest.mark.django_db


@pytest.fixture
def lent():
    parameters = connection.get_connection_params()
    wanted = ("host", "port", "user", "dbname")
    address = {name: parameters[name] for name in wanted if name in parameters}
    with connect(**address, autocommit=True) as lent:
        yield lent


def test_a_connection_that_the_server_has_ended_is_refused(lent):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [lent.info.backend_pid])
    with pytest.raises(OperationalError):
        ConnectionPool.check_connection(lent)


def test_a_pending_notification_does_not_discard_a_connection(lent):
    lent.execute("LISTEN something")
    with connect(**lent.info.get_parameters(), autocommit=True) as other:
        other.execute("NOTIFY something")
    ConnectionPool.check_connection(lent)
    assert lent.execute("SELECT 1").fetchone() == (1,)


def record(at):
    attempt = "error connecting in %r: %s"
    record = logging.LogRecord("psycopg.pool", logging.WARNING, "", 0, attempt, ("p", "gone"), None)
    record.created = at
    return record


def test_failing_attempts_to_connect_are_logged_every_five_seconds_with_a_count(settings):
    [name] = settings.LOGGING["loggers"]["psycopg.pool"]["filters"]
    pool = import_string(settings.LOGGING["filters"][name]["()"])()
    records = [record(1000 + tenth / 10) for tenth in range(100)]
    logged = [entry.getMessage() for entry in records if pool.filter(entry)]
    assert logged == [
        "error connecting in 'p': gone",
        "error connecting in 'p': gone (49 more before)",
    ]
