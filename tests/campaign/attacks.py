"""Attacks on a site. Each receives a folder and a duration in seconds, and yields table rows."""

import asyncio
import json
from collections import Counter
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle, islice
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlencode

import psutil

from tests import ROOT
from tests.audits.night.nights import EVENING, make_pokernow_log
from tests.campaign.clients import (
    Client,
    read_slowly,
    repeat_request,
    request,
    request_head,
    run_clients,
    write_slowly,
)
from tests.campaign.visitors import FORM, Account, Visitor
from tests.site.running import run_site, web_processes, workers

_DEAL = json.dumps({"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}).encode()
SETTLE = request("POST", "/api/showdowns/", _DEAL)
PAGE = request("GET", "/showdown/")
LARGE_FILE = "/static/large.bin"
_MAX_REQUESTS = "1000000"
"""The largest limit of requests per minute that the settings accept."""
_WRITERS = 8
_LOADS = (1, 10, 50, 200)
_DEALS_OF_HISTORY = 26
_OTHER_ADDRESS = "127.0.0.2"
_FORMS = ("/showdown/", "/showdown/trainer/", "/showdown/account/sign-in/", "/admin/login/")
_SLOW_CLIENTS = 60
"""Number of slow clients of each kind: more than threads, transfers, or database connections."""
_ACCOUNTS = 6
_UPLOAD_BYTES = 6 << 20
_COPIES = 6
_REFUSALS = {400, 413, 422, 503}
"""Statuses of responses to requests that are too expensive, or too many at once."""
_OMAHA_SPOT = b'{"game": "omaha", "hands": ["AsKsQhJh", "*"], "boards": ["Td9d2c"]}'
_THREE_RANGES = {"hand-0": "22+,A2s+", "hand-1": "22+,K2s+", "hand-2": "JJ+"}
_NIGHT_HANDS = 1_000
"""Number of hands of the expensive night; each hand has two new players."""


class Row(NamedTuple):
    """A row of the table. `is_kept` states whether the target was met, None without a target."""

    attack: str
    measured: str
    promised: str
    is_kept: bool | None


@contextmanager
def run_unlimited_site(home, *options, **variables):
    """Run a site with the highest limits of requests, and a large static file."""
    large = home / "static files" / "large.bin"
    large.parent.mkdir(exist_ok=True)
    if not large.exists():
        large.write_bytes(bytes(32 << 20))
    kinds = ("API_REQUESTS", "API_BULK_REQUESTS", "FORMS", "EXPORTS", "UPLOADS")
    unlimited = dict.fromkeys((f"{kind}_A_MINUTE" for kind in kinds), _MAX_REQUESTS)
    paths = {"MEDIA_ROOT": "files", "SECRET_KEY_FILE": "key", "AUDIT_KEY_FILE": "audit key"}
    environment = {name: str(home / path) for name, path in paths.items()} | unlimited | variables
    with (
        (home / "log").open("ab") as log,
        run_site(home, *options, errors=log, **environment) as site,
    ):
        yield site


def read_cpu_seconds(site):
    return sum(sum(process.cpu_times()[:2]) for process in web_processes(site))


async def measure_visitors(port, seconds, others, payload=PAGE):
    """Return the results of two clients while the coroutines `others` run."""
    tasks = [asyncio.create_task(other) for other in others]
    await asyncio.sleep(1)
    results = await repeat_request(port, 2, seconds - 1, payload, pause=0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return results


def build_latency_row(attack, results, max_p99=0.5):
    p50, p99 = results.quantile(0.5), results.quantile(0.99)
    measured = f"{results.count:,}, p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms"
    measured += f", {results.failures} failed"
    if results.faults:
        faults = ", ".join(f"{why}: {count}" for why, count in results.faults.most_common(3))
        measured += f" ({faults})"
    promised = f"p99 under {1000 * max_p99:.0f} ms" if max_p99 else "-"
    return Row(
        attack,
        measured,
        promised,
        None if max_p99 is None else p99 < max_p99 and not results.failures,
    )


def _attack(site, name, seconds, begin, count):
    async def run():
        return await measure_visitors(site.port, seconds, [begin(site.port) for _ in range(count)])

    return build_latency_row(f"{name}: pages meanwhile", asyncio.run(run()))


async def _send(port, payload=b"", source="127.0.0.1"):
    with suppress(OSError):
        opening = asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        reader, writer = await opening
        writer.write(payload)
        await writer.drain()
        while await reader.read(1 << 16):
            pass
        writer.transport.abort()


def crowd(home, seconds):
    """Open many connections that send little or nothing, or many requests at once."""
    unfinished_request = request_head("POST", "/api/showdowns/", 1000) + b"x"
    schema = request("GET", "/api/schema/")
    with run_unlimited_site(home, LOG_LEVEL="WARNING") as site:
        asyncio.run(measure_visitors(site.port, 2, []))
        attack_seconds = max(5, seconds / 4)
        log = home / "log"
        before = log.stat().st_size
        attack = "1,400 bodies of one byte, from the same address"
        yield _attack(
            site, attack, attack_seconds, partial(_send, payload=unfinished_request), 1400
        )
        lines = log.read_bytes()[before:].count(b"\n")
        max_lines = 4 * int(attack_seconds + 60)
        yield Row("their lines in the log", str(lines), f"under {max_lines}", lines < max_lines)
        yield _attack(
            site, "1,400 silent connections, from the same address", attack_seconds, _send, 1400
        )
        for name, payload in (("/api/schema/", schema), ("the table", PAGE)):
            attack = f"100 times 20 pipelined requests for {name}"
            send = partial(_send, payload=payload * 20, source=_OTHER_ADDRESS)
            yield _attack(site, attack, attack_seconds, send, 100)


def slow_clients(home, seconds):
    """Measure pages and deals while other clients send or read very slowly."""
    with run_unlimited_site(home) as site:
        asyncio.run(repeat_request(site.port, 2, 2, PAGE))
        accounts = [Account(site.port, f"slow{number}") for number in range(_ACCOUNTS)]
        path = "/api/batches/?game=omaha-hilo"
        heads = {
            "forms": [request_head("POST", form, 1000, FORM) for form in _FORMS],
            "deals": [request_head("POST", "/api/showdowns/", 1000)],
            "uploads of six accounts": [
                account.upload_head(path, _UPLOAD_BYTES) for account in accounts
            ],
        }
        kinds = {
            kind: [partial(write_slowly, beginning=head) for head in heads[kind]] for kind in heads
        }
        kinds["downloads"] = [partial(read_slowly, path=LARGE_FILE)]
        kind_seconds = seconds / len(kinds) / 2
        for kind, begin in kinds.items():
            for others, payload in (("pages", PAGE), ("deals", SETTLE)):
                clients = [
                    each(site.port, kind_seconds) for each in islice(cycle(begin), _SLOW_CLIENTS)
                ]
                results = asyncio.run(measure_visitors(site.port, kind_seconds, clients, payload))
                yield build_latency_row(f"{_SLOW_CLIENTS} slow {kind}: {others} meanwhile", results)


def costly_requests(home, seconds):
    """Request conversions of a log, odds of ranges, and a large night, six at a time."""
    log = (ROOT / "examples" / "log.txt").read_bytes()
    to_convert, hands = "/api/logs/convert/?as=phhs", log * (476_000 // len(log))
    ranges = urlencode({"game": "holdem", "players": 3} | _THREE_RANGES)
    with run_unlimited_site(home) as site:
        account = Account(site.port, "night")
        folds = (
            (f"a{number} @ {number}", f"b{number} @ b{number}", 10, EVENING)
            for number in range(_NIGHT_HANDS)
        )
        night = f"/showdown/audits/{_run_audit(site, account, make_pokernow_log(*folds))}/"
        requests = {
            "476 KB of hands to convert": request("POST", to_convert, hands, "text/plain"),
            "odds of a hand of Omaha against any": request("POST", "/api/odds/", _OMAHA_SPOT),
            "sampled odds of three ranges": request("GET", f"/showdown/live/3/?{ranges}"),
            f"a night of {2 * _NIGHT_HANDS:,} players": account.request("GET", night),
        }
        for name, payload in requests.items():
            asyncio.run(Client(site.port).send(payload))
            yield from _measure_costly(site, name, payload, seconds / len(requests))


def _measure_costly(site, name, payload, seconds):
    before = read_cpu_seconds(site)
    results, status_counts = asyncio.run(_send_costly(site.port, payload, seconds))
    cpu_seconds = read_cpu_seconds(site) - before
    attack = f"six times {name}"
    yield build_latency_row(f"{attack}: pages meanwhile", results)
    statuses = ", ".join(f"{count} times {status}" for status, count in status_counts.items())
    measured = f"answered {statuses}; {cpu_seconds:.1f} s of CPU with the pages"
    yield Row(attack, measured, "200, or refused", set(status_counts) <= {200} | _REFUSALS)


async def _send_costly(port, payload, seconds):
    pages = repeat_request(port, 2, seconds, PAGE, pause=0.05)
    copies = [Client(port).send(payload) for _ in range(_COPIES)]
    results, *responses = await asyncio.gather(pages, *copies)
    return results, Counter(status for status, _ in responses)


def _run_audit(site, account, log):
    _, body = asyncio.run(Client(site.port).send(account.upload("/api/audits/", log)))
    audit = json.loads(body)["id"]
    account.wait_until_done(f"/api/audits/{audit}/")
    return audit


def kill_processes(home, seconds):
    """Send deals while processes are killed; every acknowledged deal must be stored."""
    victims = {
        "web process": web_processes,
        "worker": workers,
        "database": lambda site: site.processes()[-1:],
    }
    for name, find in victims.items():
        with run_unlimited_site(home) as site:
            kills, stored_ids = asyncio.run(_kill(site, find, seconds / 4))
            lost = asyncio.run(count_lost_deals(site.port, stored_ids))
        measured = f"{kills} kills, {len(stored_ids):,} deals acknowledged, {lost} lost"
        yield Row(f"kills of a {name}", measured, "0 lost", bool(kills) and lost == 0)


async def _kill(site, find, seconds):
    until, stored_ids, kills = monotonic() + seconds, [], 0

    async def send():
        client = Client(site.port)
        while monotonic() < until:
            status, body = await client.send(SETTLE)
            if status == 201:
                stored_ids.append(json.loads(body)["id"])
            else:
                await asyncio.sleep(0.1)
        client.close()

    sending = [asyncio.create_task(send()) for _ in range(_WRITERS)]
    pause = min(5, seconds / 4)
    while monotonic() < until - pause:
        await asyncio.sleep(pause)
        with suppress(OSError, LookupError, ValueError, psutil.Error):
            find(site)[0].kill()
            kills += 1
    await asyncio.gather(*sending)
    return kills, stored_ids


async def count_lost_deals(port, stored_ids):
    client = Client(port)
    ready = request("GET", "/readyz")
    while (await client.send(ready))[0] != 200:
        await asyncio.sleep(0.5)
    statuses = [
        (await client.send(request("GET", f"/api/showdowns/{pk}/")))[0] for pk in stored_ids
    ]
    client.close()
    return sum(status != 200 for status in statuses)


def load_site(home, seconds):
    """Measure requests per second, their durations, and the memory of the web processes."""
    with run_unlimited_site(home, "--workers", "0") as site:
        visitors = [Visitor(site.port) for _ in range(_LOADS[-1])]
        regular = Visitor(site.port, deals=_DEALS_OF_HISTORY)
        kinds = {
            "POST /api/showdowns/": [lambda: SETTLE] * len(visitors),
            "GET /showdown/": [lambda: PAGE] * len(visitors),
            "POST /showdown/": [visitor.settle_request for visitor in visitors],
            "GET /showdown/history/": [regular.history_request] * len(visitors),
        }
        load_seconds = seconds / len(_LOADS) / len(kinds)
        for kind, payload in kinds.items():
            for clients in _LOADS:
                results = asyncio.run(run_clients(site.port, payload[:clients], load_seconds))
                row = build_latency_row(
                    f"{kind}, {clients} client{'s' * (clients > 1)}", results, None
                )
                memory = sum(process.memory_info().rss for process in web_processes(site)) >> 20
                rate = results.count / load_seconds
                measured = f"{rate:,.0f} a second, {row.measured.partition(', ')[2]}"
                yield row._replace(
                    measured=f"{measured}, {memory} MB", is_kept=not results.failures
                )
