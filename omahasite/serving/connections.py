"""Client connections: uvicorn's, with deadlines for what the gateway does not see."""

import asyncio
from time import monotonic
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS = 10
"""From a connection's first moment, or a request's first byte, to the end of its header."""
LEAVING_SECONDS = 2
"""How long an idle connection may still bring a request while the process stops."""
LEFT_UNREAD_SECONDS = 20
"""How long the last bytes of a response may stay in the system's buffer."""


class Connection(HttpToolsProtocol):
    """Cuts off clients that never finish a request header, or never take the end of a response.

    `check` is called every second for every connection.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._header_since: float | None = monotonic()
        self._unread_since: float | None = None
        self._is_leaving = False

    def data_received(self, data: bytes) -> None:
        if self._header_since is None and not self._is_busy:
            self._header_since = monotonic()
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        extensions: dict[str, Any] = {"showdown.abort": self.transport.abort}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]

    def on_headers_complete(self) -> None:
        self._header_since = None
        super().on_headers_complete()
        if self._is_leaving:
            self.cycle.keep_alive = False

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

    def check(self, now: float) -> None:
        if self._header_since is not None and now - self._header_since > HEADER_SECONDS:
            self.transport.abort()
        if self._is_busy or not self.transport.get_write_buffer_size():
            self._unread_since = None
        else:
            self._unread_since = self._unread_since or now
            if now - self._unread_since > LEFT_UNREAD_SECONDS:
                self.transport.abort()
