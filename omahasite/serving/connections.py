"""Client connections of uvicorn, with limits on number, time and size."""

import asyncio
import logging
from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from time import monotonic
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from omahasite.serving.admission import Refusals, client_address, closing_response

MAX_HEADER_SECONDS = 10
"""Maximum time from the start of a connection or a request to the end of its headers."""
MAX_HEADER_BYTES = 32 << 10
"""Maximum bytes of the URL and of all header names and values."""
MAX_HEADER_LINES = 100
MAX_PIPELINED = 8
"""Maximum number of requests that may wait in a connection; one more closes it."""
IDLE_SHUTDOWN_SECONDS = 2
"""Time for which an idle connection still accepts a request while the process stops."""
MAX_UNREAD_SECONDS = 20
"""Maximum time for which the end of a response may stay in the write buffer."""
LINGERING_SECONDS = 2
"""Time for which a client that is still sending may read the response that refuses it."""
_MAX_CANDIDATES = 64
"""Maximum number of connections that are checked for one that waits for its client."""


class _LimitExceeded(Exception):
    """The request exceeds a limit. Raising this ends the parsing."""


class Connection(HttpToolsProtocol):
    """A connection with limits on headers, pipelining and unread data, which the gateway can't set.

    The server calls `check` every second. `disconnection` is done when the client has disconnected.
    """

    def __init__(self, connections: "Connections", refusals: Refusals, **options: Any) -> None:
        super().__init__(**options)
        self._connections, self._refusals = connections, refusals
        self.disconnection: asyncio.Future[None] = self.loop.create_future()
        self.address = ""
        self.waits_for_body = False
        self._is_shutting_down = self._ignores_input = False
        self._is_in_header = self._is_new_header = False
        self._header_bytes = self._header_lines = 0
        self._unfinished_bytes = self._first_bytes = 0
        """Bytes of an incomplete header, and of received data that may begin with a header."""
        self._header_since: float | None = None
        self._unread_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._header_since = monotonic()
        self.address = client_address(self.client[0] if self.client else "")
        if not self._connections.admit(self):
            self._ignores_input = True
            self._refusals.add(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections are open")
            transport.write(closing_response(HTTPStatus.SERVICE_UNAVAILABLE))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.eof_received()
        self._connections.remove(self)
        super().connection_lost(exc)

    def eof_received(self) -> None:
        if not self.disconnection.done():
            self.disconnection.set_result(None)

    def data_received(self, data: bytes) -> None:
        if self._ignores_input:
            return
        if self._header_since is None and not self._is_busy:
            self._header_since = monotonic()
        self._first_bytes = 0 if self._is_in_header or self._is_busy else len(data)
        super().data_received(data)
        if self._is_in_header and not self._ignores_input:
            self._unfinished_bytes += 0 if self._is_new_header else len(data)
            self._is_new_header = False
            if self._unfinished_bytes > MAX_HEADER_BYTES:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise _LimitExceeded
        super().on_message_begin()
        self._is_in_header = self._is_new_header = True
        self._header_bytes = self._header_lines = 0
        # If a header begins in the middle of received data, count it from the next data on.
        self._unfinished_bytes, self._first_bytes = self._first_bytes, 0
        extensions: dict[str, Any] = {"showdown.connection": self}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]

    def on_url(self, url: bytes) -> None:
        self._count_header_bytes(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_lines += 1
        self._count_header_bytes(len(name) + len(value))
        super().on_header(name, value)

    def _count_header_bytes(self, length: int) -> None:
        self._header_bytes += length
        if self._header_bytes > MAX_HEADER_BYTES or self._header_lines > MAX_HEADER_LINES:
            raise _LimitExceeded

    def on_headers_complete(self) -> None:
        self._header_since = None
        self._is_in_header = False
        super().on_headers_complete()
        if self._is_shutting_down:
            self.cycle.keep_alive = False
        # The gateway refuses a chunked body, which is neither parsed nor kept.
        self._ignores_input |= any(name == b"transfer-encoding" for name, _ in self.headers)

    def send_400_response(self, msg: str) -> None:
        """Respond to a parsing error; called by uvicorn."""
        exceeds_limit = (
            self._header_bytes > MAX_HEADER_BYTES or self._header_lines > MAX_HEADER_LINES
        )
        if self._is_busy:
            # The previous request still gets its response.
            self._ignores_input = True
            self.cycle.keep_alive = False
            self._refusals.add(None, "the bytes after a request were invalid or too many")
        elif exceeds_limit:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            self._refuse(HTTPStatus.BAD_REQUEST)

    def _refuse(self, status: HTTPStatus) -> None:
        """Respond, then keep reading briefly: closing with unread bytes would lose the response."""
        self._ignores_input = True
        self._header_since = None
        self._refusals.add(status, f"of the header ({status.phrase})")
        if not self.transport.is_closing():
            self.transport.write(closing_response(status))
            self.transport.write_eof()
            self.loop.call_later(LINGERING_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """Close the connection after the current request or, if it is idle, after a delay.

        Closing an idle connection at once would lose a request that is being sent.
        """
        self._is_shutting_down = True
        if self._is_busy:
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(
                IDLE_SHUTDOWN_SECONDS, lambda: None if self._is_busy else self.transport.close()
            )

    @property
    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def waits_for_client(self) -> bool:
        """Return whether the connection waits for its client: for a request, or for a body."""
        return not self._is_busy or self.waits_for_body

    def close_for_another(self, reason: str) -> None:
        self._refusals.add(None, reason, level=logging.WARNING)
        self.transport.abort()

    def check(self, now: float) -> None:
        """Abort the connection if its client is too slow."""
        if self._header_since is not None and now - self._header_since > MAX_HEADER_SECONDS:
            self._refusals.add(None, f"there was no request for {MAX_HEADER_SECONDS} seconds")
            self.transport.abort()
        if self._is_busy or not self.transport.get_write_buffer_size():
            self._unread_since = None
        else:
            self._unread_since = self._unread_since or now
            if now - self._unread_since > MAX_UNREAD_SECONDS:
                self._refusals.add(None, "the end of a response was not read")
                self.transport.abort()


class Connections:
    """The open connections, oldest first.

    At the limit, a connection that waits for its client is closed to accept a new one. A client
    that opens hundreds of connections and sends nothing loses them, without blocking others, even
    at the same address.
    """

    def __init__(self, limit: int, limit_per_address: int) -> None:
        self._limit, self._limit_per_address = limit, limit_per_address
        self._connections: dict[Connection, None] = {}
        self._by_address: dict[str, dict[Connection, None]] = {}

    def admit(self, connection: Connection) -> bool:
        """Add the connection. Return False if there is no space for it."""
        same_address = self._by_address.get(connection.address, {})
        if len(same_address) >= self._limit_per_address:
            reason = f"an address can have at most {self._limit_per_address} connections"
            if not self._make_room(same_address, reason):
                return False
        if len(self._connections) >= self._limit:
            reason = f"a process can have at most {self._limit} connections"
            if not self._make_room(self._connections, reason):
                return False
        self._connections[connection] = None
        self._by_address.setdefault(connection.address, {})[connection] = None
        return True

    def _make_room(self, connections: Iterable[Connection], reason: str) -> bool:
        for connection in islice(connections, _MAX_CANDIDATES):
            if connection.waits_for_client():
                self.remove(connection)
                connection.close_for_another(reason)
                return True
        return False

    def remove(self, connection: Connection) -> None:
        """Remove the connection, if it is still known."""
        if connection in self._connections:
            del self._connections[connection]
            same_address = self._by_address[connection.address]
            del same_address[connection]
            if not same_address:
                del self._by_address[connection.address]
