"""Requests that are refused without the application: their responses and log lines."""

import logging
from collections.abc import Callable
from http import HTTPStatus

logger = logging.getLogger("showdown.serving")

_OF_CLIENTS = (None, HTTPStatus.BAD_REQUEST, HTTPStatus.LENGTH_REQUIRED)
"""Statuses that scanners cause all day, logged at INFO only."""


class Refused(Exception):
    """Refuses a request without the application. The reason is for the log."""

    def __init__(self, reason: str, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
        super().__init__(reason)
        self.status = status


class Refusals:
    """Count refusals, and log their numbers and reasons once a second.

    `count` gets each status. Reasons are a fixed set of sentences.
    """

    def __init__(self, count: Callable[[int], None]) -> None:
        self._count = count
        self._new: dict[tuple[HTTPStatus | None, str, int], tuple[int, str]] = {}

    def add(
        self, status: HTTPStatus | None, reason: str, request: str = "", level: int | None = None
    ) -> None:
        """Count a refusal; without a status, the connection was cut off."""
        if status:
            self._count(status)
        level = level or (logging.INFO if status in _OF_CLIENTS else logging.WARNING)
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


def problem(status: HTTPStatus) -> bytes:
    """Return a problem document (RFC 9457)."""
    return b'{"type": "about:blank", "title": "%s", "status": %d}' % (
        status.phrase.encode(),
        status,
    )


def message(status: HTTPStatus) -> bytes:
    """Return the whole HTTP response, after which the connection ends."""
    body = problem(status)
    headers = [*headers_of(status), ("Content-Length", str(len(body))), ("Connection", "close")]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {status.phrase}\r\n{lines}\r\n".encode() + body
