"""Serve a WSGI application over ASGI without threads that wait for clients.

The event loop receives bodies and sends responses, however slow the client is. A request takes a
thread only after its last byte has arrived, and releases it after each part of the response. The
application accepts or refuses a large upload before it is received (`omahasite.bodies`). Similar
libraries (a2wsgi, asgiref) keep a thread waiting for the client.
"""

import asyncio
import contextvars
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any

from django.db import close_old_connections

from omahasite.bodies import BODY_ADMITTED, BODY_AWAITED, BODY_TOO_LARGE, Treatment, treatment_of
from omahasite.serving.admission import (
    Bodies,
    Refusals,
    Refused,
    ThreadPool,
    client_address,
    problem_body,
    problem_headers,
)
from omahasite.serving.client import (
    Client,
    Disconnected,
    Headers,
    Pace,
    Receive,
    Scope,
    Send,
    TooSlow,
)

_UNPREFIXED_HEADERS = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


def environ_of(scope: Scope, body: IO[bytes]) -> dict[str, Any]:
    """Return the WSGI environ of an ASGI request."""
    host, port = scope.get("server") or ("", None)
    client = scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    # Repeated headers are joined; names with `_`, which WSGI can't tell from `-`, are dropped.
    values_by_key: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key = _UNPREFIXED_HEADERS.get(name) or "HTTP_" + name.decode("latin-1").upper().replace(
                "-", "_"
            )
            values_by_key.setdefault(key, []).append(value.decode("latin-1"))
    for key, values in values_by_key.items():
        environ[key] = ("; " if key == "HTTP_COOKIE" else ",").join(values)
    return environ


logger = logging.getLogger("showdown.requests")

_PART_BYTES = 1 << 18
_PART_SECONDS = 0.1
_MAX_MEMORY_BYTES = 1 << 18
_WRITE_BYTES = 1 << 20
_DOWNLOAD_THREADS = 4
_WRITE_THREADS = 2
_MAX_UPLOADS_PER_ADDRESS = 8
"""Maximum number of large uploads of one address that a process receives at a time."""
_WAIT_SECONDS, _UPLOAD_WAIT_SECONDS = 10, 600
"""Maximum times that a request and a received upload wait for a thread."""
_MAX_RUN_SECONDS = 30
"""Maximum run time of a request before the client gets a 503. Received uploads have no limit."""
_MAX_LOGGED_PATH = 200
_PACE = Pace(grace=20, min_bytes_per_second=8192)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of one process."""

    threads: int
    """Number of requests that run at a time."""
    proxies: int
    """Number of trusted proxies in front of the site."""
    max_waiting: int = 500
    """Maximum number of requests, with their bodies, that wait for a thread."""
    treatment: Callable[[str, int], Treatment] = treatment_of
    """A function that decides how to treat a body, from its path and its announced length."""
    uploads: int = 4
    """Number of received large uploads that the application handles at a time."""
    spool: str | None = None
    """The folder for large uploads while they are received; by default the system's."""
    pace: Pace = _PACE


class AppResponse:
    """A response of the application, which appends its status and headers to `started`.

    `body` is the whole body, or its beginning if `is_complete` is false. Each further part may be
    taken in another thread, so the application must not depend on one thread.
    """

    def __init__(self, content: Iterable[bytes], started: list[tuple[str, Headers]]) -> None:
        self._content, self._parts = content, iter(content)
        self.is_complete = False
        self.body = self.take()
        status, self.headers = started[-1]
        self.status = int(status[:3])

    def take(self) -> bytes:
        """Return the next bytes of the body. After the last ones, close the response."""
        taken_parts, length, deadline = [], 0, monotonic() + _PART_SECONDS
        try:
            for part in self._parts:
                taken_parts.append(part)
                length += len(part)
                if length >= _PART_BYTES or monotonic() > deadline:
                    return b"".join(taken_parts)
        except BaseException:
            self.close()
            raise
        self.close()
        return b"".join(taken_parts)

    def close(self) -> None:
        self.is_complete = True
        if close := getattr(self._content, "close", None):
            close()


class Gateway:
    """An ASGI server of a WSGI application."""

    def __init__(self, application: Callable[..., Any], limits: Limits, refusals: Refusals) -> None:
        self._application, self._limits, self._refusals = application, limits, refusals
        self._bodies = Bodies()
        self._uploads = Bodies(_MAX_UPLOADS_PER_ADDRESS, None)
        self._request_threads = ThreadPool(
            "request", limits.threads, limits.max_waiting, _WAIT_SECONDS
        )
        self._upload_threads = ThreadPool(
            "upload", limits.uploads, limits.max_waiting, _UPLOAD_WAIT_SECONDS
        )
        self._download_threads = ThreadPoolExecutor(_DOWNLOAD_THREADS, "download")
        self._write_threads = ThreadPoolExecutor(_WRITE_THREADS, "spool")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = Client(scope, receive, send, self._limits.pace)
        try:
            try:
                response = await self._respond(client)
            except Refused as refusal:
                self._refusals.add(refusal.status, str(refusal), _request_line(client))
                started = [(f"{refusal.status}", problem_headers(refusal.status))]
                response = AppResponse([problem_body(refusal.status)], started)
            await self._send_response(client, response)
        except Disconnected:
            await client.abort()
        except TooSlow as error:
            self._refusals.add(None, str(error), _request_line(client))
            await client.abort()
        finally:
            _log_request(client)

    async def _respond(self, client: Client) -> AppResponse:
        """Receive the body and run the application. Raise Refused for a body over a limit."""
        if client.is_chunked:
            raise Refused("a body came in chunks", HTTPStatus.LENGTH_REQUIRED)
        if not client.announced_bytes:
            return await self._run_in_thread(client, BytesIO())
        treatment = self._limits.treatment(client.scope["path"], client.announced_bytes)
        if treatment is Treatment.REFUSE:
            return await self._run_in_thread(client, BytesIO(), BODY_TOO_LARGE)
        if treatment is Treatment.CHECK_FIRST:
            return await self._receive_upload(client)
        with self._bodies.receiving(self._address(client), client.announced_bytes):
            return await self._run_in_thread(
                client, await self._receive_body(client, is_upload=False)
            )

    async def _receive_upload(self, client: Client) -> AppResponse:
        """Receive a large upload if the application accepts it, and return the response."""
        with self._uploads.receiving(self._address(client), client.announced_bytes):
            response = await self._run_in_thread(client, BytesIO(), BODY_AWAITED)
            if response.status != HTTPStatus.CONTINUE:
                return response
            body = await self._receive_body(client, is_upload=True)
        _, future = await self._start(self._upload_threads, client, body, BODY_ADMITTED)
        return await future

    async def _receive_body(self, client: Client, *, is_upload: bool) -> IO[bytes]:
        """Receive a whole body, in memory or, if it is long, in a nameless file.

        Threads write the file in pieces of a megabyte, because a busy disk would block the event
        loop.
        """
        write = asyncio.get_running_loop().run_in_executor
        buffer, file = bytearray(), None
        if client.announced_bytes > _MAX_MEMORY_BYTES:
            with _checking_space():
                file = TemporaryFile(dir=self._limits.spool if is_upload else None)  # noqa: SIM115, closed with the request
        client.connection.waits_for_body = not is_upload
        try:
            while not client.is_body_complete:
                buffer += await client.receive()
                if file and (len(buffer) >= _WRITE_BYTES or client.is_body_complete):
                    with _checking_space():
                        await write(self._write_threads, file.write, bytes(buffer))
                    buffer.clear()
            if file:
                with _checking_space():
                    await write(self._write_threads, file.seek, 0)
        except BaseException as error:
            if file:
                self._write_threads.submit(file.close)
            if isinstance(error, TooSlow):
                raise Refused(str(error), HTTPStatus.REQUEST_TIMEOUT) from error
            raise
        finally:
            client.connection.waits_for_body = False
        return file or BytesIO(buffer)

    def _address(self, client: Client) -> str:
        """Return the client's address; behind proxies, the one that the outermost proxy reports."""
        if not (proxies := self._limits.proxies):
            return client.connection.address
        addresses = client.header(b"x-forwarded-for").split(",")
        return client_address(addresses[-min(proxies, len(addresses))].strip())

    async def _run_in_thread(self, client: Client, body: IO[bytes], flag: str = "") -> AppResponse:
        """Run the application, with the key `flag` set in the environ.

        Raise Disconnected if the client leaves, or Refused if the application takes too long.
        """
        future, response = await self._start(self._request_threads, client, body, flag)
        futures: set[asyncio.Future[Any]] = {response, client.disconnection}
        await asyncio.wait(futures, timeout=_MAX_RUN_SECONDS, return_when="FIRST_COMPLETED")
        if response.done():
            return response.result()
        future.add_done_callback(_close_late_response)
        if client.disconnection.done():
            raise Disconnected
        raise Refused(f"there was no response within {_MAX_RUN_SECONDS} seconds")

    async def _start(
        self, threads: ThreadPool, client: Client, body: IO[bytes], flag: str
    ) -> tuple[Future[AppResponse], asyncio.Future[AppResponse]]:
        """Run the application when a thread is free.

        Return its future response, for other threads and for the event loop. The thread is released
        even if the client has left.
        """
        try:
            await threads.take(self._address(client), client.disconnection)
        except (Disconnected, Refused):
            body.close()
            raise
        environ = environ_of(client.scope, body) | ({flag: True} if flag else {})
        run = contextvars.copy_context().run
        future = threads.executor.submit(run, self._run_application, environ)
        response = asyncio.wrap_future(future)
        response.add_done_callback(lambda _: threads.release())
        return future, response

    def _run_application(self, environ: dict[str, Any]) -> AppResponse:
        """Return the application's response, or its beginning. This runs in a thread."""
        started: list[tuple[str, Headers]] = []

        def start(status: str, headers: Headers, exc_info: Any = None) -> None:
            started.append((status, headers))

        try:
            return AppResponse(self._application(environ, start), started)
        finally:
            environ["wsgi.input"].close()
            close_old_connections()

    async def _send_response(self, client: Client, response: AppResponse) -> None:
        try:
            length = len(response.body) if response.is_complete else None
            await client.start(response.status, response.headers, length)
            await client.write(response.body, is_last=response.is_complete)
            while not response.is_complete:
                part = await self._take_part(response)
                await client.write(part, is_last=response.is_complete)
        finally:
            if not response.is_complete:
                self._download_threads.submit(response.close)

    async def _take_part(self, response: AppResponse) -> bytes:
        def take() -> bytes:
            try:
                return response.take()
            finally:
                close_old_connections()

        run = contextvars.copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self._download_threads, run, take)


@contextmanager
def _checking_space() -> Iterator[None]:
    """Raise Refused if the file of an upload can't be written."""
    try:
        yield
    except OSError as error:
        reason = f"an upload could not be written ({error.strerror})"
        raise Refused(reason, HTTPStatus.INSUFFICIENT_STORAGE) from error


def _request_line(client: Client) -> str:
    """Return the method and the path, shortened, for the log."""
    return f"{client.scope['method']} {client.scope['path'][:_MAX_LOGGED_PATH]}"


def _log_request(client: Client) -> None:
    if not logger.isEnabledFor(logging.INFO):
        return
    fields = {
        "request_id": client.request_id,
        "method": client.scope["method"],
        "path": client.scope["path"][:_MAX_LOGGED_PATH],
        "status": client.status,
        "milliseconds": round((monotonic() - client.started) * 1000, 1),
        "is_whole": client.is_complete,
    }
    ending = "" if client.is_complete else ", cut off"
    line = "%(method)s %(path)s %(status)s in %(milliseconds)s ms"
    logger.info(line + ending, fields, extra=fields)


def _close_late_response(future: Future[AppResponse]) -> None:
    """Close a response that arrives after the client disconnected or got a 503."""
    if not future.exception() and not future.result().is_complete:
        future.result().close()
