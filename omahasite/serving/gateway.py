"""An ASGI application that answers with a WSGI one, so that no thread ever waits for a client.

The event loop receives bodies and sends answers, however slow the client is. A thread is taken only
when the whole request has arrived, and given back as soon as there is an answer, or the next part
of one. Only a body too large to be held in memory is read by the application as it arrives, in
threads reserved for that. Similar libraries (a2wsgi, asgiref) keep a thread waiting for the client.
"""

import asyncio
import contextvars
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any

from omahasite.serving.client import Client, Disconnected, Headers, Receive, Scope, Send
from omahasite.serving.environ import Body, environ_of
from omahasite.serving.pace import Pace, TooSlow

logger = logging.getLogger("showdown.serving")

_TAKEN_TOGETHER = 1 << 18
_TAKEN_FOR_SECONDS = 0.1
_HELD_IN_MEMORY = 1 << 18
_TAKERS = 4


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of one process, in seconds, bytes and requests."""

    threads: int
    """Requests that are answered at a time."""
    transfers: int
    """Bodies too large to be held that are received at a time."""
    waiting: int
    """Requests that may wait for a thread."""
    held_body: int
    """Bytes of the largest body that is received before a thread is taken."""
    pace: Pace
    wait_seconds: float
    """How long a request may wait for a thread."""
    answer_seconds: float
    """How long a request may take in a thread before the client gets a 503."""


class Refused(Exception):
    """A request that is answered without the application. The reason is for the log."""

    def __init__(self, status: int, title: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.title = status, title


@dataclass(slots=True)
class Answer:
    """The application's answer; `rest` is the part that has not been taken from it yet."""

    status: int
    headers: Headers
    data: bytes
    rest: "Rest | None" = None


class Rest:
    """The part of an answer that has yet to be taken from the application, piece by piece.

    Each piece may be taken by a different thread, so the application must not depend on one.
    """

    def __init__(self, content: Any) -> None:
        self._content = content
        self._parts: Iterator[bytes] = iter(content)

    def take(self) -> tuple[bytes, bool]:
        """The next bytes, and whether they are the last. An answer that ends or fails is closed."""
        try:
            data, is_last = self._take()
        except BaseException:
            self.close()
            raise
        if is_last:
            self.close()
        return data, is_last

    def _take(self) -> tuple[bytes, bool]:
        taken, length, until = [], 0, monotonic() + _TAKEN_FOR_SECONDS
        for part in self._parts:
            taken.append(part)
            length += len(part)
            if length >= _TAKEN_TOGETHER or monotonic() > until:
                return b"".join(taken), False
        return b"".join(taken), True

    def close(self) -> None:
        if close := getattr(self._content, "close", None):
            close()


class Gateway:
    """Serves a WSGI application. `release` is called in a thread before it returns to the pool."""

    def __init__(
        self, application: Callable[..., Any], limits: Limits, release: Callable[[], None]
    ) -> None:
        self._application, self._limits, self._release = application, limits, release
        self._threads = ThreadPoolExecutor(limits.threads, "request")
        self._transfers = ThreadPoolExecutor(limits.transfers, "transfer")
        self._takers = ThreadPoolExecutor(_TAKERS, "download")
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = Client(scope, receive, send, self._limits.pace)
        try:
            await self._serve(client)
        except Disconnected:
            await client.abort()
        except TooSlow as error:
            logger.info("%s %s: %s", scope["method"], scope["path"], error)
            await client.abort()

    async def _serve(self, client: Client) -> None:
        try:
            answer = await self._answer(client)
        except Refused as refusal:
            asked = f"{client.scope['method']} {client.scope['path']}"
            logger.warning("%s: %s, because %s", asked, refusal.status, refusal)
            answer = _answer_of(refusal)
        await self._send(client, answer)

    async def _answer(self, client: Client) -> Answer:
        limits = self._limits
        if self._under_way >= limits.threads + limits.transfers + limits.waiting:
            raise _unavailable("too many requests are waiting")
        self._under_way += 1
        try:
            if client.announced > limits.held_body:
                body = Body(partial(_what_comes, client), asyncio.get_running_loop())
                return await self._in_transfer(environ_of(client.scope, body))
            held = await _whole_body(client)
            return await self._in_thread(environ_of(client.scope, held))
        finally:
            self._under_way -= 1

    async def _in_transfer(self, environ: dict[str, Any]) -> Answer:
        """Answer in a transfer thread; only the client's pace limits how long it takes."""
        return await asyncio.wrap_future(self._submit(self._transfers, environ))

    async def _in_thread(self, environ: dict[str, Any]) -> Answer:
        limits = self._limits
        future = self._submit(self._threads, environ)
        answering = asyncio.wrap_future(future)
        if not await _is_done(answering, limits.wait_seconds) and future.cancel():
            raise _unavailable(f"no thread was free for {limits.wait_seconds:g} seconds")
        if not await _is_done(answering, limits.answer_seconds):
            future.add_done_callback(_close)
            raise _unavailable(f"there was no answer for {limits.answer_seconds:g} seconds")
        return answering.result()

    def _submit(self, executor: ThreadPoolExecutor, environ: dict[str, Any]) -> Future[Answer]:
        return executor.submit(contextvars.copy_context().run, self._ask, environ)

    def _ask(self, environ: dict[str, Any]) -> Answer:
        """In a thread: the application's answer, or its beginning."""
        told: list[tuple[str, Headers]] = []

        def start(status: str, headers: Headers, exc_info: Any = None) -> None:
            told.append((status, headers))

        try:
            rest = Rest(self._application(environ, start))
            data, is_last = rest.take()
            status, headers = told[-1]
            return Answer(int(status[:3]), headers, data, None if is_last else rest)
        finally:
            environ["wsgi.input"].close()
            self._release()

    async def _send(self, client: Client, answer: Answer) -> None:
        try:
            is_whole, length = answer.rest is None, len(answer.data)
            await client.start(answer.status, answer.headers, is_whole=is_whole, length=length)
            await client.write(answer.data, is_last=is_whole)
            while answer.rest:
                data, is_last = await self._take(answer.rest)
                if is_last:
                    answer.rest = None
                await client.write(data, is_last=is_last)
        finally:
            if answer.rest:
                self._takers.submit(answer.rest.close)

    async def _take(self, rest: Rest) -> tuple[bytes, bool]:
        def take() -> tuple[bytes, bool]:
            try:
                return rest.take()
            finally:
                self._release()

        run = contextvars.copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self._takers, run, take)


async def _is_done(answering: asyncio.Future[Answer], seconds: float) -> bool:
    """Whether there is an answer, or will be within so many seconds."""
    if not answering.done():
        await asyncio.wait({answering}, timeout=seconds)
    return answering.done()


async def _whole_body(client: Client) -> IO[bytes]:
    """The whole body, in memory or, if it is long, in a nameless file."""
    is_long = client.announced > _HELD_IN_MEMORY
    body = TemporaryFile() if is_long else BytesIO()  # noqa: SIM115, closed by who reads it
    try:
        while not client.is_all_here:
            body.write(await client.some())
    except TooSlow as error:
        raise Refused(408, "Request Timeout", str(error)) from error
    body.seek(0)
    return body


async def _what_comes(client: Client) -> bytes:
    """The next bytes of a body; empty if the client is gone or too slow."""
    try:
        return b"" if client.is_all_here else await client.some()
    except (Disconnected, TooSlow) as error:
        logger.info("%s: %s", client.scope["path"], error)
        return b""


def _unavailable(reason: str) -> Refused:
    return Refused(503, "Service Unavailable", reason)


def _answer_of(refusal: Refused) -> Answer:
    data = b'{"type": "about:blank", "title": "%s", "status": %d}' % (
        refusal.title.encode(),
        refusal.status,
    )
    headers = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
    if refusal.status == 503:
        headers.append(("Retry-After", "5"))
    return Answer(refusal.status, headers, data)


def _close(future: Future[Answer]) -> None:
    """Close an answer that nobody is waiting for any more."""
    if not future.exception() and (rest := future.result().rest):
        rest.close()
