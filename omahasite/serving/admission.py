"""Limits on connections, bodies and waiting requests, and the responses to refused ones."""

import asyncio
import logging
import resource
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from itertools import islice
from typing import Protocol

from omahasite.requests import network_of

logger = logging.getLogger("showdown.serving")

MAX_OF_ADDRESS = 256
"""Maximum number of bodies being received from an address and, without a proxy, of connections."""
MAX_BODY_BYTES_OF_ADDRESS = 64 << 20
"""Maximum sum of Content-Length over the bodies being received from an address."""
MAX_CONNECTIONS = 4096
_OTHER_DESCRIPTORS = 64
"""File descriptors for the log, libraries, the database and files being sent."""
_MAX_CANDIDATES = 64
"""Maximum number of connections that are checked for one that waits for its client."""
_CLIENT_ERRORS = (None, HTTPStatus.BAD_REQUEST, HTTPStatus.LENGTH_REQUIRED)
"""Statuses that scanners cause all the time, and that are logged at level INFO."""


class Disconnected(Exception):
    """The client has disconnected."""


class TooSlow(Exception):
    """The client sends or receives more slowly than is allowed."""


class Refused(Exception):
    """A request that is refused without running the application. The reason is for the log."""

    def __init__(self, reason: str, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
        super().__init__(reason)
        self.status = status


class Refusals:
    """Counts of refusals by reason. The server calls `log` once a second.

    `count` is called with the status of each refusal. A reason contains nothing that a client
    chooses, so the number of different reasons is small.
    """

    def __init__(self, count: Callable[[int], None]) -> None:
        self._count = count
        self._new: dict[tuple[HTTPStatus | None, str, int], tuple[int, str]] = {}

    def add(
        self, status: HTTPStatus | None, reason: str, request: str = "", level: int | None = None
    ) -> None:
        """Count a refusal. Without a status, the connection was closed."""
        if status:
            self._count(status)
        level = level or (logging.INFO if status in _CLIENT_ERRORS else logging.WARNING)
        number, _ = self._new.get((status, reason, level), (0, ""))
        self._new[status, reason, level] = (number + 1, request)

    def log(self) -> None:
        for (status, reason, level), (number, request) in self._new.items():
            how = f"answered {status}" if status else "cut off"
            last = f" (the last: {request})" if request else ""
            logger.log(level, "%s %s, because %s%s", number, how, reason, last)
        self._new.clear()


def headers_of(status: HTTPStatus) -> list[tuple[str, str]]:
    headers = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(("Retry-After", "5"))
    return headers


def problem_body(status: HTTPStatus) -> bytes:
    """Return a problem document (RFC 9457)."""
    return f'{{"type": "about:blank", "title": "{status.phrase}", "status": {status}}}'.encode()


def closing_response(status: HTTPStatus) -> bytes:
    """Return a complete response that closes the connection."""
    body = problem_body(status)
    headers = [*headers_of(status), ("Content-Length", str(len(body))), ("Connection", "close")]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {status.phrase}\r\n{lines}\r\n".encode() + body


def sender_of(address: str) -> str:
    """Return the network of an address, as `network_of` does; shorten any other text."""
    return network_of(address) or address[:64]


def most_connections() -> int:
    """Return the number of connections that the limit on file descriptors allows.

    Each needs two, as a body may need a file.
    """
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min((descriptors - _OTHER_DESCRIPTORS) // 2, MAX_CONNECTIONS))


class OpenConnection(Protocol):
    """An open connection."""

    address: str

    def waits_for_client(self) -> bool: ...
    def close_for_another(self, reason: str) -> None: ...


class Connections:
    """The open connections, oldest first.

    At the limit, a connection that waits for its client is closed to accept a new one. A client
    that opens hundreds of connections and sends nothing loses them, without blocking others, even
    at the same address.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most, self._most_of_address = most, most_of_address
        self._connections: dict[OpenConnection, None] = {}
        self._by_address: dict[str, dict[OpenConnection, None]] = {}

    def admit(self, connection: OpenConnection) -> bool:
        """Add the connection. Return False if there is no space for it."""
        neighbors = self._by_address.get(connection.address, {})
        if len(neighbors) >= self._most_of_address:
            reason = f"an address can have at most {self._most_of_address} connections"
            if not self._make_room(neighbors, reason):
                return False
        if len(self._connections) >= self._most:
            reason = f"a process can have at most {self._most} connections"
            if not self._make_room(self._connections, reason):
                return False
        self._connections[connection] = None
        self._by_address.setdefault(connection.address, {})[connection] = None
        return True

    def _make_room(self, connections: Iterable[OpenConnection], reason: str) -> bool:
        for connection in islice(connections, _MAX_CANDIDATES):
            if connection.waits_for_client():
                self.remove(connection)
                connection.close_for_another(reason)
                return True
        return False

    def remove(self, connection: OpenConnection) -> None:
        """Remove the connection, if it is still known."""
        if connection in self._connections:
            del self._connections[connection]
            neighbors = self._by_address[connection.address]
            del neighbors[connection]
            if not neighbors:
                del self._by_address[connection.address]


class Bodies:
    """The bodies being received, with limits for each address."""

    def __init__(
        self, most: int = MAX_OF_ADDRESS, most_bytes: int | None = MAX_BODY_BYTES_OF_ADDRESS
    ) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._count: Counter[str] = Counter()
        self._announced: Counter[str] = Counter()

    @contextmanager
    def receiving(self, address: str, announced: int) -> Iterator[None]:
        """Count a body while it is being received. Raise Refused if that exceeds a limit."""
        if self._count[address] >= self._most:
            raise Refused("too many bodies from one address at a time")
        if self._most_bytes and self._announced[address] + announced > self._most_bytes:
            raise Refused("too many bytes from one address at a time")
        self._count[address] += 1
        self._announced[address] += announced
        try:
            yield
        finally:
            self._count[address] -= 1
            self._announced[address] -= announced
            if not self._count[address]:
                del self._count[address], self._announced[address]


class ThreadPermits:
    """Permits to use one of `count` threads; requests wait in the event loop, queued by address.

    The queues take turns, so hundreds of requests from one client delay only that client. A
    waiting request is dropped when its client disconnects; in the queue of an executor, it would
    stay.
    """

    def __init__(self, count: int, waiting: int, seconds: float) -> None:
        self._free_count, self._most, self._seconds = count, waiting, seconds
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._waiting = 0

    async def take(self, address: str, disconnection: asyncio.Future[None]) -> None:
        """Wait for a permit. Raise Disconnected if the client leaves first.

        Raise Refused if no thread becomes free in time, or if too many requests are waiting.
        """
        if self._free_count:
            self._free_count -= 1
            return None
        if self._waiting >= self._most:
            self._make_room(address)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(turn)
        self._waiting += 1
        await asyncio.wait(
            {turn, disconnection}, timeout=self._seconds, return_when="FIRST_COMPLETED"
        )
        if turn.done():
            return turn.result()
        self._remove(address, turn)
        if disconnection.done():
            raise Disconnected
        raise Refused(f"no thread was free for {self._seconds:g} seconds")

    def _make_room(self, newcomer: str) -> None:
        """Refuse the last request of the longest queue.

        Raise Refused for the new request instead if its own queue would become as long as the
        longest.
        """
        refusal = Refused("too many requests are waiting")
        address, queue = max(self._queues.items(), key=lambda item: len(item[1]))
        if len(queue) <= len(self._queues.get(newcomer, ())) + 1:
            raise refusal
        last = queue[-1]
        self._remove(address, last)
        last.set_exception(refusal)

    def _remove(self, address: str, turn: asyncio.Future[None]) -> None:
        queue = self._queues[address]
        queue.remove(turn)
        self._waiting -= 1
        if not queue:
            del self._queues[address]

    def release(self) -> None:
        """Pass the permit to the next request from the address whose turn it is."""
        if not self._queues:
            self._free_count += 1
            return
        address = next(iter(self._queues))
        queue = self._queues.pop(address)
        queue.popleft().set_result(None)
        self._waiting -= 1
        if queue:
            self._queues[address] = queue
