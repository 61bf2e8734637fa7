"""Uploads of a signed-in browser: logs that are costly to read, and archives that expand."""

import asyncio
import bz2
import gzip
import io
import json
import secrets
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil

from tests.campaign.attacks import Row, cpu_of, site
from tests.campaign.clients import Client
from tests.campaign.visitors import Account
from tests.site.running import ROOT, workers

_DEALS = b"Ac-Kd-Jd-3d 5c-5d-6c-7d Ah-Kh-5s-2s-Qd\n" * 1000
LOG = (ROOT / "examples" / "log.txt").read_bytes()
_OTHERS_SECONDS = 20
"""Time limit in seconds for a small batch or log while another user's log is read."""
_MEMORY = 500 << 20
"""Maximum memory of a worker in bytes."""


def uploads(home: Path, seconds: float) -> Iterator[Row]:
    """Upload a log with many seats beside another user's batch, and delete it."""
    with site(home) as up:
        one, other = (Account(up.port, name) for name in ("one", "other"))
        status, audit = _ask(up, one.uploads("/api/audits/", _log_of_many_seats()))
        began = monotonic()
        path = "/api/batches/?game=omaha-hilo"
        _, batch = _ask(up, other.uploads(path, _DEALS))
        is_done = other.ends(f"/api/batches/{batch['id']}/")
        took = monotonic() - began
        measured = f"answered {status}; a batch of 1,000 deals done in {took:.0f} s"
        is_kept = status == 202 and is_done and took < _OTHERS_SECONDS
        promised = f"202; {_OTHERS_SECONDS} s"
        yield Row("a log of 26,000 seats, and another's batch", measured, promised, is_kept)
        status, cost = _delete(up, one, audit["id"])
        measured = f"answered {status}, 2 s later {cost:.2f} s of CPU in 3 s"
        yield Row("that log is deleted", measured, "204, 0.5 s", status == 204 and cost < 0.5)


def _log_of_many_seats() -> bytes:
    """Return a few megabytes as gzip; each hand has more seats and actions than possible."""
    hand = [b"PokerStars Hand #1:  Hold'em No Limit ($1/$2) - 2026/11/20 20:01:00 ET"]
    hand.append(b"Table 'Kitchen' 6-max Seat #1 is the button")
    names = [secrets.token_hex(4).encode() for _ in range(2_000)]
    hand += [b"Seat %d: %b ($50 in chips)" % (seat, name) for seat, name in enumerate(names, 1)]
    hand += [b"%b: folds" % name for name in names * 8]
    return gzip.compress(b"\n".join([*hand, b"", b"", b""]) * 13)


def archives(home: Path, seconds: float) -> Iterator[Row]:
    """Send small archives that expand to 100 MB while another user's log is audited."""
    with site(home) as up:
        for number, (name, archive) in enumerate(_archives().items()):
            one, other = (Account(up.port, f"{who}{number}") for who in ("one", "other"))
            status, audit = _ask(up, one.uploads("/api/audits/", archive))
            began = monotonic()
            _, small = _ask(up, other.uploads("/api/audits/", LOG))
            is_done = other.ends(f"/api/audits/{small['id']}/")
            took = monotonic() - began
            sleep(2)
            memory = _memory(up)
            cost = _delete(up, one, audit["id"])[1] if status == 202 else 0.0
            measured = f"answered {status}; another's audit done in {took:.0f} s"
            measured += f"; worker {memory >> 20} MB; deleted, {cost:.2f} s of CPU in 3 s"
            is_kept = is_done and took < _OTHERS_SECONDS and memory < _MEMORY and cost < 0.5
            is_kept = is_kept and status is not None and status < 500
            promised = f"no 5xx; {_OTHERS_SECONDS} s; {_MEMORY >> 20} MB; 0.5 s"
            yield Row(f"an archive with {name}", measured, promised, is_kept)


def _archives() -> dict[str, bytes]:
    lines = b"\n" * (100 << 20)
    return {
        "100 MB of newlines, deflated": _zip(lines, zipfile.ZIP_DEFLATED),
        "a bzip2 member of 100 MB": _zip(lines, zipfile.ZIP_BZIP2),
        "an LZMA member of 100 MB": _zip(lines, zipfile.ZIP_LZMA),
        "a bzip2 file of 100 MB inside": _zip(bz2.compress(lines), zipfile.ZIP_STORED),
    }


def _zip(text: bytes, method: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("log.txt", text)
    return packed.getvalue()


def _memory(up: Any) -> int:
    """Return the current memory in bytes of the largest worker."""
    sizes = [0]
    for worker in workers(up):
        with suppress(psutil.Error):
            sizes.append(worker.memory_info().rss)
    return max(sizes)


def _delete(up: Any, account: Account, audit: str) -> tuple[int | None, float]:
    """Delete the audit; return the status, and the seconds of CPU from 2 s to 5 s afterwards."""
    status, _ = _ask(up, account.asks("DELETE", f"/api/audits/{audit}/"))
    sleep(2)
    before = _cpu(up)
    sleep(3)
    return status, _cpu(up) - before


def _ask(up: Any, asked: bytes) -> tuple[int | None, Any]:
    status, body = asyncio.run(Client(up.port).ask(asked))
    return status, json.loads(body) if body else {}


def _cpu(up: Any) -> float:
    return cpu_of(up) + sum(sum(worker.cpu_times()[:2]) for worker in workers(up))
