"""Connections to the database that are lent to one request after another."""

from select import POLLIN, poll
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool


def check(connection: Connection[Any]) -> None:
    """Raise OperationalError if the connection has ended since it was last used.

    When a connection ends, even because the server was killed, there is something to read on it.
    Only then is the server asked: asking every time would cost each request a round trip.
    """
    heard = poll()
    heard.register(connection.fileno(), POLLIN)
    if heard.poll(0):
        ConnectionPool.check_connection(connection)
