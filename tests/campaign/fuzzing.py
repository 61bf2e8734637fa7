"""Send random requests for pages, as a visitor and as a user with data of every kind."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from tests.campaign.attacks import DEAL, Row, site
from tests.campaign.clients import Client, Seen, request
from tests.campaign.visitors import Account

_LOG = Path(__file__).resolve().parents[2] / "examples" / "log.txt"
_LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
_MOST = 60_000
"""Maximum number of requests, so that their results fit into memory."""
_RNG = random.Random(14)
_PUBLIC_PAGES = [
    *("/", "/showdown/", "/showdown/rules/", "/showdown/history/", "/showdown/batches/"),
    *("/healthz", "/readyz", "/metrics", "/admin/", "/showdown/account/sign-in/"),
    *("/showdown/history/csv/", "/showdown/combinations/badugi/high/", "/static/../settings.py"),
]
_OWN = {
    "batches": (
        *("/showdown/batches/", "/showdown/batches/{}/", "/showdown/batches/{}/settled.txt"),
        "/showdown/batches/{}/errors.csv",
    ),
    "audits": ("/showdown/audits/", "/showdown/audits/{}/", "/showdown/audits/{}/report.jsonl"),
    "history": (
        *("/showdown/history/", "/showdown/history/csv/"),
        "/showdown/{}/",
    ),
}
"""Pages of a user's objects, by kind; `{}` is the id. tests/api/test_schema.py fuzzes the API."""
_METHODS = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
_HARMLESS = ["GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "PATCH"]
_MEDIA = ["application/json", "text/plain", "application/x-ndjson", "multipart/form-data", "x"]
_MEDIA += ["application/octet-stream", "multipart/form-data; boundary=x", "a/b"]
_WORDS = ["game", "zzz", "older", "newer", "store", "as", "page", "batch", "players"]
_WORDS += ["csv", "winner", "cursor", "%00", "%C3%A9", "%FF"]
_BITS = [b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"1e999", b"-1", b"\x00", b"\xff"]
_BITS += [b"\\ud800", b"--x\r\n", b'"game"', b'"badugi"', b'"omaha-hilo"', b'"hands"']
_BITS += [b'"Ac4h3d2s"', b'"board"', b'"boards"', b'"pots"']


class FuzzedAccount(Account):
    """An account with deals, a finished batch and a finished audit."""

    def __init__(self, port: int) -> None:
        super().__init__(port, "fuzzer", deals=3)
        files = {"batches": _LINE * 50 + b"nobody\n", "audits": _LOG.read_bytes()}
        self.ids = {kind: self._upload(kind, file) for kind, file in files.items()}
        deals = json.loads(self.open("/api/showdowns/"))["results"]
        self.ids["history"] = deals[0]["id"]

    def _upload(self, kind: str, file: bytes) -> str:
        media = {"Content-Type": "application/octet-stream", "X-CSRFToken": self.token}
        submitted = json.loads(self.open(f"/api/{kind}/?store=true", file, media))
        self.wait_until_done(f"/api/{kind}/{submitted['id']}/")
        return submitted["id"]

    def any_request(self) -> tuple[str, bytes]:
        """Return the kind of a user's object, and a random request for it. Nothing is deleted."""
        kind = _RNG.choice(list(_OWN))
        address = _RNG.choice(_OWN[kind]).format(self.ids[kind])
        if _RNG.random() < 0.4:
            address += f"{'&' if '?' in address else '?'}{_any_parameter()}"
        method = _RNG.choice(_HARMLESS)
        body = b"" if method in ("GET", "HEAD") else _any_body()
        return kind, request(method, address, body, _RNG.choice(_MEDIA), cookies=self.cookies)


def fuzzed(home: Path, seconds: float) -> Iterator[Row]:
    """Send half of the requests as a visitor, half as a signed-in user."""
    with site(home) as up:
        account = FuzzedAccount(up.port)
        seen, reached = asyncio.run(_fuzz(up.port, seconds, account))
    measured = f"{seen.count:,}, of these {seen.failed} with 5xx or no response"
    yield Row("fuzzed requests", measured, "0", not seen.failed)
    measured = ", ".join(f"{kind} {reached[kind]:,}" for kind in _OWN)
    is_kept = all(reached[kind] for kind in _OWN)
    yield Row("of these, 2xx for pages of own objects", measured, "some of each", is_kept)


async def _fuzz(port: int, seconds: float, account: FuzzedAccount) -> tuple[Seen, Counter[str]]:
    """Return the responses, and the number of 2xx responses by kind of the user's objects."""
    seen, reached, until = Seen(), Counter[str](), monotonic() + seconds

    async def run_client() -> None:
        client = Client(port)
        while monotonic() < until and seen.count < _MOST:
            is_own = _RNG.random() < 0.5
            kind, asked = account.any_request() if is_own else ("", _any_request())
            status, _ = await client.ask(asked)
            seen.statuses.append(status)
            reached[kind] += status is not None and 200 <= status < 300
        client.close()

    await asyncio.gather(*(run_client() for _ in range(10)))
    return seen, reached


def _any_request() -> bytes:
    address = _RNG.choice(_PUBLIC_PAGES)
    if _RNG.random() < 0.5:
        address += f"?{_any_parameter()}"
    method = _RNG.choice(_METHODS)
    body = b"" if method in ("GET", "HEAD") else _any_body()
    return request(method, address, body, _RNG.choice(_MEDIA))


def _any_parameter() -> str:
    return f"{_RNG.choice(_WORDS)}={_RNG.choice(_WORDS)}"


def _any_body() -> bytes:
    if _RNG.random() < 0.3:
        cut = _RNG.randrange(len(DEAL))
        return DEAL[:cut] + _RNG.choice(_BITS) + DEAL[cut:]
    return b"".join(_RNG.choices(_BITS, k=_RNG.randrange(1, 30)))
