"""Attacks on the stages of a request: its header, its body, waiting, answering and sending."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from time import sleep
from typing import Any

from tests.campaign.attacks import LARGE, PAGE, SETTLE, Row, beside, cpu_of, latency, site, web
from tests.campaign.clients import Seen, request

_OTHERS = "127.0.0.2"
"""An address other than the visitors'."""
_PAGES_UNDER = 0.5
"""Maximum seconds for 99 of 100 pages during an attack."""


def _attack(up: Any, name: str, seconds: float, begin: Callable[[int], Any], count: int) -> Row:
    """Measure pages for two visitors during an attack."""

    async def run() -> Seen:
        return await beside(up.port, seconds, [begin(up.port) for _ in range(count)])

    return latency(f"{name}: pages meanwhile", asyncio.run(run()), _PAGES_UNDER)


async def _send(port: int, *parts: bytes, stays: bool = True, source: str = "127.0.0.1") -> None:
    """Send data, and wait until the server closes the connection; or disconnect at once."""
    with suppress(OSError):
        opening = asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        reader, writer = await opening
        for part in parts:
            writer.write(part)
            await writer.drain()
        while stays and await reader.read(1 << 16):
            pass
        writer.transport.abort()


def _memory(up: Any) -> int:
    return sum(process.memory_info().rss for process in web(up))


def headers(home: Path, seconds: float) -> Iterator[Row]:
    """Send headers of a million lines, and headers that never end."""
    begin = b"GET /showdown/ HTTP/1.1\r\nHost: localhost\r\n"
    with site(home) as up:
        asyncio.run(beside(up.port, 2, []))
        for name, parts in (
            ("four headers of a million lines", [b"X:a\r\n" * 10_000] * 100),
            ("four headers of 100 MB without an end", [b"a" * (1 << 20)] * 100),
        ):
            before, memory = cpu_of(up), _memory(up)
            asyncio.run(_together(_send(up.port, begin, *parts) for _ in range(4)))
            cost, grown = cpu_of(up) - before, (_memory(up) - memory) >> 20
            measured = f"{cost:.2f} s of CPU, {grown} MB of memory"
            yield Row(name, measured, "1 s, 20 MB", cost < 1 and grown < 20)


async def _together(sending: Any) -> None:
    await asyncio.gather(*sending)


def crowds(home: Path, seconds: float) -> Iterator[Row]:
    """Open many connections that send too little, or send many requests at once."""
    head = b"POST /api/showdowns/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"
    with site(home, LOG_LEVEL="WARNING") as up:
        asyncio.run(beside(up.port, 2, []))
        part = max(5, seconds / 4)
        log = home / "log"
        before = log.stat().st_size
        yield _attack(
            up,
            "1,400 bodies of one byte, from the same address",
            part,
            lambda port: _send(port, head),
            1400,
        )
        lines = log.read_bytes()[before:].count(b"\n")
        most = 4 * int(part + 60)
        yield Row("their lines in the log", str(lines), f"under {most}", lines < most)
        yield _attack(up, "1,400 silent connections, from the same address", part, _send, 1400)
        for name, asked in (("/api/schema/", request("GET", "/api/schema/")), ("the table", PAGE)):
            yield _attack(
                up,
                f"100 times 20 pipelined requests for {name}",
                part,
                lambda port, asked=asked: _send(port, asked * 20, source=_OTHERS),
                100,
            )


def leavers(home: Path, seconds: float) -> Iterator[Row]:
    """Send requests and disconnect before the response."""
    with site(home) as up:
        asyncio.run(beside(up.port, 2, []))
        part = max(5, seconds / 3)

        async def leave(port: int, asked: bytes) -> None:
            for _ in range(20):
                await _send(port, asked, stays=False, source=_OTHERS)

        for name, asked in (("deals", SETTLE), ("pages", PAGE)):
            attack = f"50 clients that ask for {name} and leave"
            yield _attack(up, attack, part, lambda port, asked=asked: leave(port, asked), 50)
        for _ in range(6):
            with socket.create_connection(("127.0.0.1", up.port)) as line:
                line.sendall(request("GET", LARGE))
                line.recv(1 << 16)
        sleep(1)
        before = cpu_of(up)
        sleep(3)
        cost = cpu_of(up) - before
        yield Row("six downloads left", f"then {cost:.2f} s of CPU in 3 s", "0.3 s", cost < 0.3)


def forged(home: Path, seconds: float) -> Iterator[Row]:
    """Test forged log lines, and metrics whose folder is missing."""
    path = "/a%0aFORGED%20line%1b%5b2K"
    options = {"LOG_LEVEL": "INFO", "METRICS_TOKEN": "a token of the campaign"}
    with site(home, **options) as up:
        statuses = [up.ask(path).status, up.ask("/healthz", "no method").status]
        [counts] = home.glob(".metrics-*")
        rmtree(counts)
        for process in web(up):
            process.kill()
        statuses += [up.ask("/healthz").status, up.ask("/showdown/").status]
    log = (home / "log").read_bytes()
    lines = log.split(b"\n")
    forgeries = sum(line.startswith(b"FORGED") or b"\x1b" in line for line in lines)
    is_kept = not forgeries and statuses == [404, 400, 200, 200]
    measured = f"{forgeries} forged; {', '.join(map(str, statuses))}"
    yield Row("a forged line; counts without a folder", measured, "0; 404, 400, 200, 200", is_kept)
