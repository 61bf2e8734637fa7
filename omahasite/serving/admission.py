"""Limits on bodies and waiting requests, and the responses to refused requests."""

import asyncio
import logging
import resource
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus

from omahasite.requests import normalize_address

logger = logging.getLogger("showdown.serving")

MAX_PER_ADDRESS = 256
"""Maximum number of bodies being received from an address and, without a proxy, of connections."""
MAX_BODY_BYTES_PER_ADDRESS = 64 << 20
"""Maximum sum of Content-Length over the bodies being received from an address."""
MAX_CONNECTIONS = 4096
_OTHER_DESCRIPTORS = 64
"""File descriptors for the log, libraries, the database and files being sent."""
_INFO_STATUSES = (None, HTTPStatus.BAD_REQUEST, HTTPStatus.LENGTH_REQUIRED)
"""Statuses that scanners cause all the time, so they are logged at level INFO.

None stands for a connection that was closed without a response.
"""


class Disconnected(Exception):
    """The client has disconnected."""


class TooSlow(Exception):
    """The client sends or receives more slowly than is allowed."""


class Refused(Exception):
    """The gateway responds instead of the application. The reason is for the log."""

    def __init__(self, reason: str, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
        super().__init__(reason)
        self.status = status


class Refusals:
    """Counts of refusals by reason. The server calls `log` once a second.

    `on_refusal` is called with the status of each refusal. A reason contains nothing that a client
    chooses, so the number of different reasons is small.
    """

    def __init__(self, on_refusal: Callable[[int], None]) -> None:
        self._on_refusal = on_refusal
        self._not_logged: dict[tuple[HTTPStatus | None, str, int], tuple[int, str]] = {}

    def add(
        self, status: HTTPStatus | None, reason: str, request: str = "", level: int | None = None
    ) -> None:
        """Count a refusal. Without a status, the connection was closed."""
        if status:
            self._on_refusal(status)
        level = level or (logging.INFO if status in _INFO_STATUSES else logging.WARNING)
        count, _ = self._not_logged.get((status, reason, level), (0, ""))
        self._not_logged[status, reason, level] = (count + 1, request)

    def log(self) -> None:
        """Write a log line for each reason since the last call, with the number of refusals."""
        for (status, reason, level), (count, request) in self._not_logged.items():
            response = f"answered {status}" if status else "cut off"
            last = f" (the last: {request})" if request else ""
            logger.log(level, "%s %s, because %s%s", count, response, reason, last)
        self._not_logged.clear()


def problem_headers(status: HTTPStatus) -> list[tuple[str, str]]:
    """Return the headers of a problem document (RFC 9457)."""
    headers = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(("Retry-After", "5"))
    return headers


def problem_body(status: HTTPStatus) -> bytes:
    """Return the body of a problem document."""
    return f'{{"type": "about:blank", "title": "{status.phrase}", "status": {status}}}'.encode()


def closing_response(status: HTTPStatus) -> bytes:
    """Return a complete response that closes the connection."""
    body = problem_body(status)
    headers = [
        *problem_headers(status),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {status.phrase}\r\n{lines}\r\n".encode() + body


def client_address(address: str) -> str:
    """Return the normalized address of a client; shorten text that isn't an address."""
    return normalize_address(address) or address[:64]


def max_connections() -> int:
    """Return how many connections the limit on file descriptors allows, 8 to MAX_CONNECTIONS.

    Each connection needs two descriptors, because a body may need a file.
    """
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min((descriptors - _OTHER_DESCRIPTORS) // 2, MAX_CONNECTIONS))


class Bodies:
    """The bodies being received, with limits for each address."""

    def __init__(
        self, limit: int = MAX_PER_ADDRESS, limit_bytes: int | None = MAX_BODY_BYTES_PER_ADDRESS
    ) -> None:
        self._limit, self._limit_bytes = limit, limit_bytes
        self._count: Counter[str] = Counter()
        self._content_length: Counter[str] = Counter()

    @contextmanager
    def receiving(self, address: str, content_length: int) -> Iterator[None]:
        """Count a body while it is being received. Raise Refused if that exceeds a limit."""
        if self._count[address] >= self._limit:
            raise Refused("too many bodies from one address at a time")
        if self._limit_bytes and self._content_length[address] + content_length > self._limit_bytes:
            raise Refused("too many bytes from one address at a time")
        self._count[address] += 1
        self._content_length[address] += content_length
        try:
            yield
        finally:
            self._count[address] -= 1
            self._content_length[address] -= content_length
            if not self._count[address]:
                del self._count[address], self._content_length[address]


class ThreadPool:
    """A pool of `count` threads; requests wait for one in the event loop, queued by address.

    The queues take turns, so hundreds of requests from one client delay only that client. A
    waiting request is dropped when its client disconnects; in the queue of an executor, it would
    stay.
    """

    def __init__(self, name: str, count: int, max_waiting: int, timeout: float) -> None:
        self.executor = ThreadPoolExecutor(count, name)
        self._free_count, self._max_waiting, self._timeout = count, max_waiting, timeout
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._waiting = 0

    async def take(self, address: str, disconnection: asyncio.Future[None]) -> None:
        """Wait for a free thread, and reserve it. Raise Disconnected if the client leaves first.

        Raise Refused if no thread becomes free in time, or if too many requests are waiting.
        """
        if self._free_count:
            self._free_count -= 1
            return None
        if self._waiting >= self._max_waiting:
            self._make_room(address)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(turn)
        self._waiting += 1
        await asyncio.wait(
            {turn, disconnection}, timeout=self._timeout, return_when="FIRST_COMPLETED"
        )
        if turn.done():
            return turn.result()
        self._remove(address, turn)
        if disconnection.done():
            raise Disconnected
        raise Refused(f"no thread was free for {self._timeout:g} seconds")

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
        """Pass the thread to the next request from the address whose turn it is."""
        if not self._queues:
            self._free_count += 1
            return
        address = next(iter(self._queues))
        queue = self._queues.pop(address)
        queue.popleft().set_result(None)
        self._waiting -= 1
        if queue:
            self._queues[address] = queue
