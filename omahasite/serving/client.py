"""The client of a request, and the minimum pace of its transfers."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from omahasite.serving.admission import Disconnected, TooSlow
from omahasite.serving.connections import LINGERING_SECONDS, Connection


@dataclass(frozen=True, slots=True)
class Pace:
    """A limit of `grace` seconds, plus a second for every `min_bytes_per_second` bytes received.

    This is the rule of Apache's mod_reqtimeout: a large file may take an hour over a slow line, but
    a client that sends a byte every few seconds is disconnected after the grace period.
    """

    grace: float
    min_bytes_per_second: int


type Scope = MutableMapping[str, Any]
type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Any]]
type Send = Callable[[Any], Awaitable[None]]
type Headers = list[tuple[str, str]]

_PART_BYTES = 1 << 16


class Client:
    """The client of a request, with a time limit for sending the body and reading the response."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, pace: Pace) -> None:
        self.scope, self._receive, self._send, self._pace = scope, receive, send, pace
        self.connection: Connection = scope["extensions"]["showdown.connection"]
        self.started = monotonic()
        self.status: int | None = None
        self.request_id = "-"
        self.is_complete = False
        """True if the whole response was sent."""
        headers = scope["headers"]
        self.is_chunked = any(name == b"transfer-encoding" for name, _ in headers)
        # The server has checked that the length is a number.
        lengths = (int(value) for name, value in headers if name == b"content-length")
        self.announced_bytes = next(lengths, 0)
        """The Content-Length of the request; 0 if the header is missing."""
        self._unread_body_bytes = self.announced_bytes
        self._reading_since: float | None = None

    @property
    def disconnection(self) -> asyncio.Future[None]:
        """Return a future that is done once the client has disconnected."""
        return self.connection.disconnection

    @property
    def is_body_complete(self) -> bool:
        return not self._unread_body_bytes

    def header(self, name: bytes) -> str:
        values = [value for other, value in self.scope["headers"] if other == name]
        return b",".join(values).decode("latin-1")

    async def receive(self) -> bytes:
        """Return the next bytes of the body; `b""` at its end. Raise Disconnected or TooSlow."""
        self._reading_since = self._reading_since or monotonic()
        allowed_seconds = (
            self._pace.grace
            + (self.announced_bytes - self._unread_body_bytes) / self._pace.min_bytes_per_second
        )
        seconds_left = self._reading_since + allowed_seconds - monotonic()
        message = await _in_time(seconds_left, self._receive(), "the body arrives too slowly")
        if message["type"] == "http.disconnect":
            raise Disconnected
        content = message.get("body", b"")
        self._unread_body_bytes = (
            self._unread_body_bytes - len(content) if message.get("more_body") else 0
        )
        return content

    async def start(self, status: int, headers: Headers, length: int | None) -> None:
        """Send the status and headers. `length` is the length of the body; None if unknown.

        If the request has a chunked or unread body, the response closes the connection.
        """
        self.status = status
        self.request_id = dict(headers).get("X-Request-ID", "-")
        encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
        if length is not None and not any(name == b"content-length" for name, _ in encoded):
            encoded.append((b"content-length", str(length).encode()))
        if self._unread_body_bytes or self.is_chunked:
            encoded.append((b"connection", b"close"))
        await self._send_in_time(
            {"type": "http.response.start", "status": status, "headers": encoded}
        )

    async def write(self, content: bytes, *, is_last: bool) -> None:
        """Send a part of the response body.

        After the last part, a client that is still sending gets time to read the response.
        """
        starts = range(0, len(content) or 1, _PART_BYTES)
        *parts, last = [content[start : start + _PART_BYTES] for start in starts]
        for part in parts:
            await self._send_part(part, has_more=True)
        if is_last and (self._unread_body_bytes or self.is_chunked):
            await self._send_part(last, has_more=True)
            # Read remaining bytes, because closing with unread bytes would lose the response.
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGERING_SECONDS):
                    while (await self._receive()).get("more_body"):
                        pass
            last = b""
        await self._send_part(last, has_more=not is_last)
        self.is_complete = is_last

    async def _send_part(self, part: bytes, *, has_more: bool) -> None:
        await self._send_in_time(
            {"type": "http.response.body", "body": part, "more_body": has_more}
        )

    async def abort(self) -> None:
        """Abort the connection, even if there is data left to send."""
        self.connection.transport.abort()
        # The loop first calls `connection_lost`, and then the callbacks of `disconnection`.
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _send_in_time(self, message: Message) -> None:
        """Send a message within the full grace period.

        Each message gets the whole period, because the client may still be reading the previous
        one. Raise TooSlow after the period. Raise Disconnected if the client has disconnected,
        because the server would ignore the message.
        """
        if self.disconnection.done() or self.connection.transport.is_closing():
            raise Disconnected
        await _in_time(self._pace.grace, self._send(message), "the response is read too slowly")


async def _in_time[T](seconds: float, awaitable: Awaitable[T], reason: str) -> T:
    try:
        async with asyncio.timeout(max(0, seconds)):
            return await awaitable
    except TimeoutError:
        raise TooSlow(reason) from None
