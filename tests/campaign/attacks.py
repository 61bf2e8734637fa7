"""The attacks. Each receives a site's folder and a duration, and yields rows of the table."""

import asyncio
import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import psutil

from tests.campaign.clients import (
    Client,
    Seen,
    ask_each,
    ask_for,
    read_slowly,
    request,
    write_slowly,
)
from tests.campaign.proxy import nginx
from tests.campaign.visitors import Visitor
from tests.site.running import running

BEHIND_NGINX = ContextVar("BEHIND_NGINX", default=False)
"""Whether nginx runs in front of each site."""
DEAL = json.dumps({"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}).encode()
SETTLE = request("POST", "/api/showdowns/", DEAL)
PAGE = request("GET", "/showdown/")
LARGE = "/static/large.bin"
_MOST_REQUESTS = "1000000"
"""The largest limit of requests a minute that the settings accept."""
_SLOW = 40
_WRITERS = 8
_LOADS = (1, 10, 50, 200)
_PAGE_OF_HISTORY = 26
"""One deal more than fits on a page of the history."""


class Row(NamedTuple):
    """A row of the table. `is_kept` states whether the target was met, None without a target."""

    attack: str
    measured: str
    promised: str
    is_kept: bool | None


def places(home: Path) -> dict[str, str]:
    """Return the folders of a site, all outside of the clone."""
    folders = {
        "POSTGRES_DIRECTORY": "data base",
        "STATIC_ROOT": "static files",
        "MEDIA_ROOT": "files",
        "SECRET_KEY_FILE": "key",
        "AUDIT_KEY_FILE": "audit key",
    }
    return {name: str(home / folder) for name, folder in folders.items()}


@contextmanager
def site(home: Path, *options: str, held: Any = None, **variables: str) -> Iterator[Any]:
    large = home / "static files" / "large.bin"
    large.parent.mkdir(exist_ok=True)
    if not large.exists():
        large.write_bytes(bytes(32 << 20))
    kinds = ("API_REQUESTS", "API_BULK_REQUESTS", "FORMS", "EXPORTS", "UPLOADS")
    limits = (f"{kind}_A_MINUTE" for kind in kinds)
    unlimited = dict.fromkeys(limits, _MOST_REQUESTS)
    proxied = {"NUM_PROXIES": "1"} if BEHIND_NGINX.get() else {}
    environment = places(home) | unlimited | proxied | variables
    with (
        (home / "log").open("ab") as log,
        running(home, *options, held=held, errors=log, **environment) as up,
        ExitStack() as proxies,
    ):
        if BEHIND_NGINX.get():
            up.port = proxies.enter_context(nginx(home, up.port))
        yield up


def web(up: Any) -> list[psutil.Process]:
    children = psutil.Process(up.process.pid).children()
    return [child for child in children if "omahasite.serving" in " ".join(_words(child))]


def workers(up: Any) -> list[psutil.Process]:
    children = psutil.Process(up.process.pid).children()
    return [child for child in children if "worker" in _words(child)]


def _words(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return process.cmdline()
    return []


def hostile(home: Path, seconds: float) -> Iterator[Row]:
    """Send expensive bodies, and measure the CPU seconds of the web processes for each."""
    with site(home) as up:
        for name, (media, body) in _costly().items():
            before = cpu_of(up)
            asked = request("POST", "/api/showdowns/", body, media)
            status, _ = asyncio.run(Client(up.port).ask(asked))
            cost = cpu_of(up) - before
            measured = f"{cost:.2f} s of CPU, answered {status}"
            yield Row(f"hostile body: {name}", measured, "0.5 s", cost <= 0.5)


def _costly() -> dict[str, tuple[str, bytes]]:
    keys = ",".join(f'"{number}":1' for number in range(30_000))
    pots = ",".join(['{"amount":1}'] * 300_000)
    hands = '"hands":["Ac4h3d2s","AdKc2h9s"]'
    bodies = {
        "30,000 keys, one of them twice": f'{{{keys},"29999":2}}'.encode(),
        "300,000 pots": f'{{"game":"badugi",{hands},"pots":[{pots}]}}'.encode(),
        "lists in lists, 100,000 deep": b"[" * 100_000,
        "a number of a million digits": b'{"game":' + b"9" * 1_000_000 + b"}",
        "a text of four million": b'{"game":"' + b"x" * 4_000_000 + b'"}',
        "200,000 hands": b'{"game":"badugi","hands":[' + b",".join([b'"A"'] * 200_000) + b"]}",
    }
    return {name: ("application/json", body) for name, body in bodies.items()} | {
        "50 KB of cells, pasted": ("text/plain", b"1," * 25_000),
        "50 KB of words, pasted": ("text/plain", b"a " * 25_000),
        "a form without an end": ("multipart/form-data; boundary=x", b"--x\r\n" * 10_000),
    }


def cpu_of(up: Any) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in web(up))


def slow(home: Path, seconds: float) -> Iterator[Row]:
    """Request pages for two visitors while other clients send or read as slowly as possible."""
    with site(home) as up:
        part = seconds / 3
        asyncio.run(ask_for(up.port, 2, 2, PAGE))
        for name, slowly in (
            (f"{_SLOW} slow writers", lambda: write_slowly(up.port, part)),
            (f"{_SLOW} slow readers", lambda: read_slowly(up.port, part, LARGE)),
        ):
            seen = asyncio.run(beside(up.port, part, [slowly() for _ in range(_SLOW)]))
            yield latency(f"{name}: pages meanwhile", seen, 0.5)


async def beside(port: int, seconds: float, others: list[Any], asked: bytes = PAGE) -> Seen:
    """Return the measurements of two visitors while other clients attack."""
    tasks = [asyncio.create_task(request) for request in others]
    await asyncio.sleep(1)
    seen = await ask_for(port, 2, seconds - 1, asked, pause=0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


def latency(attack: str, seen: Seen, most: float | None) -> Row:
    p50, p99 = seen.quantile(0.5), seen.quantile(0.99)
    measured = f"{seen.count:,}, p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms"
    measured += f", {seen.failed} failed"
    if seen.faults:
        faults = ", ".join(f"{why}: {count}" for why, count in seen.faults.most_common(3))
        measured += f" ({faults})"
    promised = f"p99 under {1000 * most:.0f} ms" if most else "-"
    return Row(attack, measured, promised, None if most is None else p99 < most and not seen.failed)


def killed(home: Path, seconds: float) -> Iterator[Row]:
    """Send deals while processes are killed; every acknowledged deal must be stored."""
    for name, find in (("web process", web), ("worker", workers), ("database", _database)):
        with site(home) as up:
            kills, stored = asyncio.run(_kill(up, find, seconds / 4))
            lost = asyncio.run(lost_deals(up.port, stored))
        measured = f"{kills} kills, {len(stored):,} deals acknowledged, {lost} lost"
        yield Row(f"kills of a {name}", measured, "0 lost", bool(kills) and lost == 0)


def _database(up: Any) -> list[psutil.Process]:
    with suppress(OSError, ValueError, psutil.Error):
        return [psutil.Process(int(Path(up.home, "18", "postmaster.pid").read_text().split()[0]))]
    return []


async def _kill(up: Any, find: Any, seconds: float) -> tuple[int, list[str]]:
    until, stored, kills = monotonic() + seconds, [], 0

    async def send() -> None:
        client = Client(up.port)
        while monotonic() < until:
            status, body = await client.ask(SETTLE)
            if status == 201:
                stored.append(json.loads(body)["id"])
            else:
                await asyncio.sleep(0.1)
        client.close()

    sending = [asyncio.create_task(send()) for _ in range(_WRITERS)]
    pause = min(5, seconds / 4)
    while monotonic() < until - pause:
        await asyncio.sleep(pause)
        for victim in find(up)[:1]:
            with suppress(psutil.Error):
                victim.kill()
                kills += 1
    await asyncio.gather(*sending)
    return kills, stored


async def lost_deals(port: int, stored: list[str]) -> int:
    """Return the number of acknowledged deals that the site has lost."""
    client = Client(port)
    ready = request("GET", "/readyz")
    while (await client.ask(ready))[0] != 200:
        await asyncio.sleep(0.5)
    asked = [(await client.ask(request("GET", f"/api/showdowns/{key}/")))[0] for key in stored]
    client.close()
    return sum(status != 200 for status in asked)


def disk_full(home: Path, seconds: float) -> Iterator[Row]:
    """Fill the disk of two megabytes that contains the folder of files."""
    disk = home / "disk"
    disk.mkdir(exist_ok=True)
    attack = "the disk of the files is full"
    mount = shutil.which("mount") or "mount"
    mounting = [mount, "-t", "tmpfs", "-o", "size=2m", "showdown", str(disk)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode:
        yield Row(attack, "not run: no disk may be mounted here", "/readyz 503, deals go on", None)
        return
    try:
        with site(home, MEDIA_ROOT=str(disk)) as up:
            (disk / "filling").write_bytes(b"")
            with suppress(OSError), (disk / "filling").open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 12))
            ready, deal = up.ask("/readyz").status, asyncio.run(Client(up.port).ask(SETTLE))[0]
            (disk / "filling").unlink()
            again = up.ask("/readyz").status
        measured = f"/readyz {ready}, a deal {deal}; with room again /readyz {again}"
        yield Row(attack, measured, "503, 201; 200", (ready, deal, again) == (503, 201, 200))
    finally:
        subprocess.run([shutil.which("umount") or "umount", str(disk)], check=False)


def loaded(home: Path, seconds: float) -> Iterator[Row]:
    """Measure requests per second, their durations, and the memory of the web processes."""
    with site(home, "--workers", "0") as up:
        visitors = [Visitor(up.port) for _ in range(_LOADS[-1])]
        regular = Visitor(up.port, deals=_PAGE_OF_HISTORY)
        kinds = {
            "POST /api/showdowns/": [lambda: SETTLE] * len(visitors),
            "GET /showdown/": [lambda: PAGE] * len(visitors),
            "POST /showdown/": [visitor.settles for visitor in visitors],
            "GET /showdown/history/": [regular.looks_back] * len(visitors),
        }
        part = seconds / len(_LOADS) / len(kinds)
        for kind, asked in kinds.items():
            for clients in _LOADS:
                seen = asyncio.run(ask_each(up.port, asked[:clients], part))
                row = latency(f"{kind}, {clients} client{'s' * (clients > 1)}", seen, None)
                memory = sum(process.memory_info().rss for process in web(up)) >> 20
                measured = f"{seen.count / part:,.0f} a second, {row.measured.partition(', ')[2]}"
                yield row._replace(measured=f"{measured}, {memory} MB", is_kept=not seen.failed)


def restarted(home: Path, seconds: float) -> Iterator[Row]:
    """Restart the site repeatedly while ten clients send requests; the port stays open."""
    count = 0
    with (
        socket.create_server(("127.0.0.1", 0), backlog=2048) as held,
        ThreadPoolExecutor(1) as aside,
    ):
        port = held.getsockname()[1]
        with site(home, "--workers", "0", held=held):
            asked = (port, 10, seconds, request("GET", "/readyz"))
            asking = aside.submit(asyncio.run, ask_for(*asked, pause=0.01))
            sleep(1)
        while not asking.done():
            with site(home, "--workers", "0", held=held):
                count += 1
                sleep(min(5, seconds / 10))
        # One more site answers the last requests.
        with site(home, "--workers", "0", held=held):
            seen = asking.result()
    measured = f"{count} restarts, {seen.count:,} requests, {seen.failed} failed"
    yield Row(
        "restarts under load, the port held as systemd does", measured, "0 failed", not seen.failed
    )
