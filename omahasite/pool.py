"""Connections to the database that are lent to one request after another."""

from select import POLLIN, poll
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool


def check(connection: Connection[Any]) -> None:
    """Raise OperationalError if the connection has ended since it was last used.

    A server that ends a connection says so, and so does the system if the server is killed: then
    there is something to read on it, and only then is the server asked. Asking each time would cost
    every request a round trip.
    """
    heard = poll()
    heard.register(connection.fileno(), POLLIN)
    if heard.poll(0):
        ConnectionPool.check_connection(connection)
