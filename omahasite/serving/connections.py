"""Client connections: uvicorn's, with the bounds that it lacks, from the first byte to the last."""

import asyncio
import logging
from http import HTTPStatus
from time import monotonic
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from omahasite.serving.admission import Connections, sender_of
from omahasite.serving.refusals import Refusals, message

HEADER_SECONDS = 10
"""From a connection's first moment, or a request's first byte, to the end of its header."""
HEADER_BYTES = 32 << 10
"""Of the address, the names and the values."""
HEADER_LINES = 100
PIPELINED = 8
"""Requests that may wait in a connection; after them it is closed."""
LEAVING_SECONDS = 2
"""How long an idle connection may still bring a request while the process stops."""
LEFT_UNREAD_SECONDS = 20
"""How long the last bytes of a response may stay in the system's buffer."""
LINGERING_SECONDS = 2
"""How long a client that was refused has to read why."""

_CHUNKED = b"transfer-encoding"


class _TooMuch(Exception):
    """Raised while parsing, which ends it."""


class Connection(HttpToolsProtocol):
    """Bounds what the gateway does not see: headers, pipelined requests and unread responses.

    `check` is called every second for every connection. `gone` is done once the client has left.
    """

    def __init__(self, connections: Connections, refusals: Refusals, **options: Any) -> None:
        super().__init__(**options)
        self._known, self._refusals = connections, refusals
        self.gone: asyncio.Future[None] = self.loop.create_future()
        self.address = ""
        self.waits_for_body = False
        self._is_leaving = self._is_deaf = False
        self._is_in_header = self._is_new = False
        self._bytes = self._lines = 0
        self._unfinished = self._first = 0
        """What came of a header that the parser has not told yet."""
        self._header_since: float | None = None
        self._unread_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._header_since = monotonic()
        self.address = sender_of(self.client[0] if self.client else "")
        if not self._known.admit(self):
            self._is_deaf = True
            self._refusals.add(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections are open")
            transport.write(message(HTTPStatus.SERVICE_UNAVAILABLE))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave_it()
        self._known.remove(self)
        super().connection_lost(exc)

    def eof_received(self) -> None:
        self._leave_it()

    def _leave_it(self) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        if self._header_since is None and not self._is_busy:
            self._header_since = monotonic()
        self._first = 0 if self._is_in_header or self._is_busy else len(data)
        super().data_received(data)
        if self._is_in_header and not self._is_deaf:
            self._unfinished += 0 if self._is_new else len(data)
            self._is_new = False
            if self._unfinished > HEADER_BYTES:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            raise _TooMuch
        super().on_message_begin()
        self._is_in_header = self._is_new = True
        self._bytes = self._lines = 0
        # Where it begins in the midst of what came, it is counted from what comes next.
        self._unfinished, self._first = self._first, 0
        extensions: dict[str, Any] = {"showdown.connection": self}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._lines += 1
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, length: int) -> None:
        self._bytes += length
        if self._bytes > HEADER_BYTES or self._lines > HEADER_LINES:
            raise _TooMuch

    def on_headers_complete(self) -> None:
        self._header_since = None
        self._is_in_header = False
        super().on_headers_complete()
        if self._is_leaving:
            self.cycle.keep_alive = False
        # The gateway refuses such a body, which is neither parsed nor kept.
        self._is_deaf |= any(name == _CHUNKED for name, _ in self.headers)

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn where parsing has ended with an error."""
        too_much = self._bytes > HEADER_BYTES or self._lines > HEADER_LINES
        if self._is_busy:
            # What came before is answered.
            self._is_deaf = True
            self.cycle.keep_alive = False
            self._refusals.add(None, "what came after a request was wrong or too much")
        elif too_much:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            self._refuse(HTTPStatus.BAD_REQUEST)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer, and read on for a while: closing with unread bytes would lose the answer."""
        self._is_deaf = True
        self._header_since = None
        self._refusals.add(status, f"of the header ({status.phrase})")
        if not self.transport.is_closing():
            self.transport.write(message(status))
            self.transport.write_eof()
            self.loop.call_later(LINGERING_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """Let a request that is on its way be answered as the last one of its connection.

        Closing idle connections at once would lose a request that a client is just sending.
        """
        self._is_leaving = True
        if self._is_busy:
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(LEAVING_SECONDS, self._leave)

    def _leave(self) -> None:
        if not self._is_busy:
            self.transport.close()

    @property
    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def can_give_way(self) -> bool:
        """Whether it waits for its client: for a request, or for a body that the gateway holds."""
        return not self._is_busy or self.waits_for_body

    def give_way(self, reason: str) -> None:
        self._refusals.add(None, reason, level=logging.WARNING)
        self.transport.abort()

    def check(self, now: float) -> None:
        if self._header_since is not None and now - self._header_since > HEADER_SECONDS:
            self._refusals.add(None, f"there was no request for {HEADER_SECONDS} seconds")
            self.transport.abort()
        if self._is_busy or not self.transport.get_write_buffer_size():
            self._unread_since = None
        else:
            self._unread_since = self._unread_since or now
            if now - self._unread_since > LEFT_UNREAD_SECONDS:
                self._refusals.add(None, "the end of an answer was not taken")
                self.transport.abort()
