"""Clients that send and read slowly, and requests that cost more to answer than to send."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.campaign.attacks import LARGE, PAGE, SETTLE, Row, beside, cpu_of, latency, site
from tests.campaign.clients import Client, Seen, ask_for, head, read_slowly, request, write_slowly
from tests.campaign.visitors import Account, Visitor
from tests.site.running import ROOT

_FORMS = ("/showdown/", "/showdown/trainer/", "/showdown/account/sign-in/", "/admin/login/")
_FORM = "application/x-www-form-urlencoded"
_SLOW = 60
"""Slow clients of each kind: more than threads, transfers, and connections to the database."""
_ACCOUNTS = 6
_LARGE = 6 << 20
"""Size of an upload that is admitted before its body is received."""
_AT_ONCE = 6
"""Copies of a costly request that are sent at once."""
_REFUSED = {400, 413, 422, 503}
"""Statuses of a log without a hand, too long, unreadable, or one too many at once."""
_OMAHA_SPOT = b'{"game": "omaha", "hands": ["AsKsQhJh", "*"], "boards": ["Td9d2c"]}'
_THREE_RANGES = {"hand-0": "22+,A2s+", "hand-1": "22+,K2s+", "hand-2": "JJ+"}
_NIGHT_HANDS = 1_000
"""Number of hands of the expensive night; each has two new players."""


def slow(home: Path, seconds: float) -> Iterator[Row]:
    """Measure pages and deals while others send or read as slowly as possible."""
    with site(home) as up:
        asyncio.run(ask_for(up.port, 2, 2, PAGE))
        accounts = [Account(up.port, f"slow{number}") for number in range(_ACCOUNTS)]
        path = "/api/batches/?game=omaha-hilo"
        heads = {
            "forms": [head("POST", form, 1000, _FORM) for form in _FORMS],
            "deals": [head("POST", "/api/showdowns/", 1000)],
            "uploads of six accounts": [account.announces(path, _LARGE) for account in accounts],
        }
        kinds: dict[str, list[Callable[..., Any]]] = {
            kind: [partial(write_slowly, begun=begun) for begun in heads[kind]] for kind in heads
        }
        kinds["downloads"] = [partial(read_slowly, address=LARGE)]
        part = seconds / len(kinds) / 2
        for kind, begin in kinds.items():
            for others, asked in (("pages", PAGE), ("deals", SETTLE)):
                clients = [each(up.port, part) for each in islice(cycle(begin), _SLOW)]
                seen = asyncio.run(beside(up.port, part, clients, asked))
                yield latency(f"{_SLOW} slow {kind}: {others} meanwhile", seen)


def costly_logs(home: Path, seconds: float) -> Iterator[Row]:
    """Send logs to convert, six at a time, while others request pages."""
    logs = _costly()
    with site(home) as up:
        asyncio.run(ask_for(up.port, 2, 2, PAGE))
        for name, log in logs.items():
            asked = request("POST", "/api/logs/convert/?as=phhs", log, "text/plain")
            yield from _at_once(up, f"{name}, to convert", asked, seconds / len(logs))


def costly_answers(home: Path, seconds: float) -> Iterator[Row]:
    """Request rare drills, odds of ranges, long pastes and a night, six at a time."""
    with site(home) as up:
        visitor, account = Visitor(up.port), Account(up.port, "night")
        night = f"/showdown/audits/{_audited(up, account, _night())}/"
        drill = urlencode({"pattern": "counterfeited-low", "game": "omaha-hilo"})
        ranges = urlencode({"game": "holdem", "players": 3} | _THREE_RANGES)
        line = "Anna has AsKs, " * 3_333
        pasted = urlencode({"csrfmiddlewaretoken": visitor.token, "line": line})
        requests = {
            "a rare drill": request("GET", f"/api/drills/?{drill}"),
            "odds of a hand of Omaha against any": request("POST", "/api/odds/", _OMAHA_SPOT),
            "sampled odds of three ranges": request("GET", f"/showdown/live/3/?{ranges}"),
            "a paste of 50,000 characters": request(
                "POST", "/showdown/", pasted.encode(), _FORM, visitor.cookies
            ),
            f"a night of {2 * _NIGHT_HANDS:,} players": account.asks("GET", night),
        }
        for name, asked in requests.items():
            asyncio.run(Client(up.port).ask(asked))
            yield from _at_once(up, name, asked, seconds / len(requests))


def _at_once(up: Any, name: str, asked: bytes, seconds: float) -> Iterator[Row]:
    """Send the request six times at once; measure the pages of others meanwhile."""
    before = cpu_of(up)
    seen, answers = asyncio.run(_send_at_once(up.port, asked, seconds))
    cost = cpu_of(up) - before
    attack = f"six times {name}"
    yield latency(f"{attack}: pages meanwhile", seen)
    statuses = ", ".join(f"{count} times {status}" for status, count in answers.items())
    measured = f"answered {statuses}; {cost:.1f} s of CPU with the pages"
    yield Row(attack, measured, "200, or refused", set(answers) <= {200} | _REFUSED)


async def _send_at_once(
    port: int, asked: bytes, seconds: float
) -> tuple[Seen, Counter[int | None]]:
    """Return measurements of pages meanwhile, and the statuses of the costly requests."""
    pages = ask_for(port, 2, seconds, PAGE, pause=0.05)
    copies = [Client(port).ask(asked) for _ in range(_AT_ONCE)]
    seen, *answers = await asyncio.gather(pages, *copies)
    return seen, Counter(status for status, _ in answers)


def _audited(up: Any, account: Account, log: bytes) -> str:
    """Audit the log, wait for the end, and return the id of the audit."""
    _, body = asyncio.run(Client(up.port).ask(account.uploads("/api/audits/", log)))
    audit = json.loads(body)["id"]
    account.ends(f"/api/audits/{audit}/")
    return audit


def _night() -> bytes:
    """Return a log in which each hand has two new players."""
    return b"".join(
        f"""PokerStars Hand #{number}:  Hold'em No Limit ($1/$2 USD) - 2026/11/20 20:01:00 ET
Table 'Kitchen' 6-max Seat #1 is the button
Seat 1: a{number} ($50 in chips)
Seat 2: b{number} ($50 in chips)
a{number}: posts small blind $1
b{number}: posts big blind $2
*** HOLE CARDS ***
a{number}: folds
Uncalled bet ($1) returned to b{number}
b{number} collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: a{number} (button) (small blind) folded before Flop
Seat 2: b{number} (big blind) collected ($2)


""".encode()
        for number in range(1, _NIGHT_HANDS + 1)
    )


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
