"""HTTP/1.1 clients in one event loop, each with its own socket."""

import asyncio
import socket
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

TIMEOUT_SECONDS = 30


@dataclass
class Measurements:
    """The durations of requests in seconds, and the statuses of their responses.

    A status is None if there was no response.
    """

    seconds: list[float] = field(default_factory=list)
    statuses: list[int | None] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    """Number of failed requests by status or connection error, together with the duration."""

    @property
    def count(self):
        return len(self.statuses)

    @property
    def failures(self):
        return sum(status is None or status >= 500 for status in self.statuses)

    def quantile(self, fraction):
        durations = sorted(self.seconds)
        if not durations:
            return 0.0
        return durations[min(len(durations) - 1, int(fraction * len(durations)))]


class Client:
    def __init__(self, port):
        self._port = port
        self.fault = ""
        self._streams = None

    async def send(self, request):
        """Return the status and the body of the response; the status is None without a response."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._send(request)
        except (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError) as error:
            self.fault = type(error).__name__
            self.close()
            return None, b""

    async def _send(self, request):
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        body = await read_body(reader, head)
        if b"connection: close" in head:
            self.close()
        return int(head.split()[1]), body

    def close(self):
        if self._streams:
            self._streams[1].close()
        self._streams = None


async def read_body(reader, head):
    if head.split()[1] in (b"204", b"304"):
        return b""
    if b"content-length: " in head:
        return await reader.readexactly(int(head.partition(b"content-length: ")[2].split()[0]))
    body = b""
    while length := int(await reader.readline(), 16):
        body += await reader.readexactly(length)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body


_JSON = "application/json"


def request_head(method, path, length=0, content_type=_JSON, cookies=""):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if cookies:
        lines.append(f"Cookie: {cookies}")
    if length:
        lines += [f"Content-Type: {content_type}", f"Content-Length: {length}"]
    return "\r\n".join([*lines, "", ""]).encode()


def request(method, path, body=b"", content_type=_JSON, cookies=""):
    return request_head(method, path, len(body), content_type, cookies) + body


async def repeat_request(port, clients, seconds, request, pause=0.0):
    return await run_clients(port, [lambda: request] * clients, seconds, pause)


async def run_clients(port, requests, seconds, pause=0.0):
    results, until = Measurements(), monotonic() + seconds

    async def run_client(next_request):
        client = Client(port)
        while monotonic() < until:
            request = next_request()
            started = monotonic()
            status, _ = await client.send(request)
            results.statuses.append(status)
            results.seconds.append(monotonic() - started)
            if status is None or status >= 500:
                results.faults[f"{status or client.fault} after {results.seconds[-1]:.1f} s"] += 1
            await asyncio.sleep(pause)
        client.close()

    await asyncio.gather(*map(run_client, requests))
    return results


async def write_slowly(port, seconds, beginning):
    """Send the beginning of a request, then a byte every four seconds.

    Connect again if the server closes the connection.
    """
    until = monotonic() + seconds
    while monotonic() < until:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(beginning)
            while monotonic() < until:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(4)
            writer.close()
        except OSError:
            await asyncio.sleep(1)


async def read_slowly(port, seconds, path):
    """Read 64 bytes of a download per second, with a receive buffer of 4 KB."""
    until = monotonic() + seconds
    while monotonic() < until:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=sock, limit=1024)
            writer.write(request("GET", path))
            while monotonic() < until and await reader.read(64):
                await asyncio.sleep(1)
            writer.close()
        except OSError:
            await asyncio.sleep(1)
