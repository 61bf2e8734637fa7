"""Detect a database that hangs, so that requests fail instead of waiting.

If the database server is suspended, or the network drops packets, statements wait forever: neither
statement_timeout nor connect_timeout ends them. A thread queries the database once a second. While
it gets no response, the connections of the pool are shut down, which ends waiting requests with
503, and only one request at a time may wait for a new connection. The other threads stay available
for pages without a database.
"""

import logging
import os
import socket
from contextlib import suppress
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any
from weakref import WeakSet

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from psycopg import Connection
from psycopg import Error as PsycopgError
from psycopg_pool import ConnectionPool

logger = logging.getLogger("showdown.serving")

_PROBE_SECONDS = 1
"""Time between two queries of the probe."""
_MAX_RESPONSE_SECONDS = 4
"""Maximum response time; even an overloaded database server needs only one or two seconds."""


class DatabaseWatch:
    """A monitor of the database. The web server calls `check_for_hang` every second."""

    def __init__(self) -> None:
        self.is_hanging = False
        self._lent_connections: WeakSet[Connection[Any]] = WeakSet()
        self._probe_connection: Connection[Any] | None = None
        self._lock = Lock()
        self._last_response = monotonic()

    def check(self, pooled_connection: Connection[Any]) -> None:
        """Check a connection before the pool lends it. Raise OperationalError if it is dead."""
        with self._lock:
            self._lent_connections.add(pooled_connection)
        ConnectionPool.check_connection(pooled_connection)

    def start(self) -> None:
        self._last_response = monotonic()
        Thread(target=self._probe, name="database watch", daemon=True).start()

    def _probe(self) -> None:
        """Query the database once a second, on a connection outside the pool."""
        probe = connections.create_connection(DEFAULT_DB_ALIAS)
        options = probe.settings_dict["OPTIONS"]
        without_pool = {name: value for name, value in options.items() if name != "pool"}
        probe.settings_dict = probe.settings_dict | {"OPTIONS": without_pool}
        while True:
            started = monotonic()
            try:
                probe.ensure_connection()
                self._probe_connection = probe.connection
                with probe.cursor() as cursor:
                    cursor.execute("SELECT 1")
                self._last_response = monotonic()
            except Error:
                probe.close()
                # A server that refuses connections does not hang.
                if monotonic() - started < _MAX_RESPONSE_SECONDS:
                    self._last_response = max(self._last_response, started)
            sleep(_PROBE_SECONDS)

    def check_for_hang(self, now: float) -> None:
        """Check whether the database hangs. If so, shut down the connections that wait for it."""
        is_hanging = now - self._last_response > _MAX_RESPONSE_SECONDS + _PROBE_SECONDS
        if is_hanging != self.is_hanging:
            logger.error("the database %s", "hangs" if is_hanging else "responds again")
            self.is_hanging = is_hanging
            connection.pool.max_waiting = 1 if is_hanging else 0  # type: ignore[attr-defined]
        if is_hanging:
            with self._lock:
                watched_connections = [
                    *self._lent_connections,
                    *filter(None, [self._probe_connection]),
                ]
            for watched_connection in watched_connections:
                # The thread that waits on this socket gets an error.
                with (
                    suppress(PsycopgError, OSError),
                    socket.socket(fileno=os.dup(watched_connection.fileno())) as handle,
                ):
                    handle.shutdown(socket.SHUT_RDWR)


database_watch = DatabaseWatch()
