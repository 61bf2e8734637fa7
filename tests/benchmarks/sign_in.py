"""How long a page takes while forty people sign in, with passwords hashed a few or many at a time.

Runs the site for each, on a port and with a database of its own.
Run: uv run python -m tests.benchmarks.sign_in [--seconds 10]
"""

import argparse
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep
from urllib.parse import urlencode

from omahasite.settings import RATE_LIMITS
from tests.settings import changed

ROOT = Path(__file__).resolve().parents[2]
PORT = 8765
SIGNING_IN = 40
MANY = 10**6


@contextmanager
def site(directory: str, **settings: object):
    """The site as `up` runs it, ready to answer."""
    environment = os.environ | changed(
        RATE_LIMITS=dict.fromkeys(RATE_LIMITS, (MANY, 60)),
        AXES_FAILURE_LIMIT=MANY,
        **settings,
    )
    environment |= {
        "POSTGRES_DIRECTORY": f"{directory}/postgres",
        "MEDIA_ROOT": f"{directory}/media",
    }
    command = [sys.executable, ROOT / "manage.py", "up", "--port", str(PORT), "--workers", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as running:
        while ask("GET", "/readyz") != 200:
            sleep(0.2)
        yield
        running.send_signal(signal.SIGTERM)


def ask(method: str, path: str, body: str = "", **headers: str) -> int:
    """The status of the answer; 0 where nobody answers."""
    connection = HTTPConnection("127.0.0.1", PORT, timeout=60)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except OSError:
        return 0
    finally:
        connection.close()


def form() -> tuple[str, dict[str, str]]:
    """A sign-in that is wrong, with the token that every form needs."""
    connection = HTTPConnection("127.0.0.1", PORT, timeout=60)
    connection.request("GET", "/showdown/account/sign-in/")
    answer = connection.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    answer.read()
    token = cookie.partition("=")[2]
    body = {"username": "ann", "password": "wrong", "csrfmiddlewaretoken": token}
    return urlencode(body), {
        "Cookie": cookie,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def sign_in_until(end: Event, body: str, headers: dict, statuses: Counter) -> None:
    while not end.is_set():
        statuses[ask("POST", "/showdown/account/sign-in/", body, **headers)] += 1


def page_times(seconds: float) -> list[float]:
    """Of one who opens the table again and again."""
    times = []
    until = perf_counter() + seconds
    while perf_counter() < until:
        start = perf_counter()
        ask("GET", "/showdown/")
        times.append(perf_counter() - start)
        sleep(0.02)
    return times


def report(name: str, times: list[float], statuses: Counter) -> None:
    p99, median = quantiles(times, n=100)[-1], quantiles(times, n=2)[0]
    answered = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    print(f"{name:34}{median * 1000:9.0f} ms{p99 * 1000:9.0f} ms   {answered}", flush=True)


def measure(name: str, seconds: float, *, crowd: int, **settings: object) -> None:
    with TemporaryDirectory() as directory, site(directory, **settings):
        end, statuses = Event(), Counter[int]()
        body, headers = form()
        people = [
            Thread(target=sign_in_until, args=(end, body, headers, statuses)) for _ in range(crowd)
        ]
        for person in people:
            person.start()
        sleep(1)
        times = page_times(seconds)
        end.set()
        for person in people:
            person.join()
    report(name, times, statuses)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=10)
    seconds = arguments.parse_args().seconds
    print(f"{'the page':34}{'median':>12}{'p99':>12}   answers to sign-ins")
    measure("nobody signs in", seconds, crowd=0)
    measure("40 sign in, as it comes", seconds, crowd=SIGNING_IN)
    unbounded = {"PASSWORD_HASHERS": ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]}
    measure("40 sign in, hashed all at once", seconds, crowd=SIGNING_IN, **unbounded)


if __name__ == "__main__":
    main()
