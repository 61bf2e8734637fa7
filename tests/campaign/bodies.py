"""Bodies that arrive slowly, announce too much, or cost more to read than to send."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from tests.campaign.attacks import MOST_REQUESTS, PAGE, SETTLE, Row, beside, cpu_of, latency, site
from tests.campaign.clients import Client, Seen, ask_for, head, request, write_slowly
from tests.campaign.visitors import Account
from tests.site.running import ROOT

_FORMS = ("/showdown/", "/showdown/trainer/", "/showdown/account/sign-in/", "/admin/login/")
_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data; boundary=x"
_SLOW = 60
"""Slow clients of each kind: more than threads, transfers, and connections to the database."""
_ACCOUNTS = 6
_HUGE = 400 << 20
_LARGE = 6 << 20
"""An upload that is admitted before its body is received."""
_CONVERSIONS = 6
"""Logs that are converted at once."""
_REFUSED = {400, 413, 422, 503}
"""Statuses of a log without a hand, too long, unreadable, or one too many at once."""


def slow_bodies(home: Path, seconds: float) -> Iterator[Row]:
    """Send forms, and files of six accounts, a byte at a time; time pages and deals meanwhile."""
    with site(home, UPLOADS_A_MINUTE=MOST_REQUESTS) as up:
        asyncio.run(ask_for(up.port, 2, 2, PAGE))
        accounts = [Account(up.port, f"slow{number}") for number in range(_ACCOUNTS)]
        path = "/api/batches/?game=omaha-hilo"
        kinds = {
            "forms": [head("POST", form, 1000, _FORM) for form in _FORMS],
            "uploads of six accounts": [account.announces(path, _LARGE) for account in accounts],
        }
        part = seconds / len(kinds) / 2
        for kind, heads in kinds.items():
            for others, asked in (("pages", PAGE), ("deals", SETTLE)):
                begun = islice(cycle(heads), _SLOW)
                writers = [write_slowly(up.port, part, each) for each in begun]
                seen = asyncio.run(beside(up.port, part, writers, asked))
                yield latency(f"{_SLOW} slow {kind}: {others} meanwhile", seen, 0.5)


def huge_forms(home: Path, seconds: float) -> Iterator[Row]:
    """Announce forms of 400 MB, which are refused before they are received."""
    with site(home) as up:
        heads = [head("POST", form, _HUGE, _MULTIPART) for form in _FORMS]
        statuses = [asyncio.run(Client(up.port).ask(each))[0] for each in heads]
    measured = "answered " + ", ".join(map(str, statuses))
    yield Row("forms of 400 MB", measured, "413 each", set(statuses) == {413})


def costly_logs(home: Path, seconds: float) -> Iterator[Row]:
    """Send logs to convert, six at a time, while others ask for pages."""
    logs = _costly()
    with site(home) as up:
        asyncio.run(ask_for(up.port, 2, 2, PAGE))
        for name, log in logs.items():
            asked = request("POST", "/api/logs/convert/?as=phhs", log, "text/plain")
            before = cpu_of(up)
            seen, answers = asyncio.run(_convert(up.port, asked, seconds / len(logs)))
            cost = cpu_of(up) - before
            attack = f"six times {name}, to convert"
            yield latency(f"{attack}: pages meanwhile", seen, 0.5)
            told = ", ".join(f"{count} times {status}" for status, count in answers.items())
            measured = f"answered {told}; {cost:.1f} s of CPU with the pages"
            yield Row(attack, measured, "200, or refused", set(answers) <= {200} | _REFUSED)


async def _convert(port: int, asked: bytes, seconds: float) -> tuple[Seen, Counter[int | None]]:
    """Return how pages fare meanwhile, and the statuses of all conversions."""
    pages = ask_for(port, 2, seconds, PAGE, pause=0.05)
    conversions = [Client(port).ask(asked) for _ in range(_CONVERSIONS)]
    seen, *answers = await asyncio.gather(pages, *conversions)
    return seen, Counter(status for status, _ in answers)


def _costly() -> dict[str, bytes]:
    hands = (ROOT / "examples" / "log.txt").read_bytes()
    number = b"9" * 900_000
    return {
        "476 KB of hands": hands * (476_000 // len(hands)),
        "a number of 900,000 digits": (
            b"variant = 'NT'\nantes = [0, 0]\nmin_bet = 2\nstarting_stacks = [%b, 200]\n" % number
        ),
        "900 KB of blank lines": b"\n" * 900_000,
        "900 KB of carriage returns": b"\r" * 900_000,
        "900 KB of opened braces": b"{\n" * 450_000,
    }
