"""A database that hangs costs only those requests that need it."""

import signal
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

import psutil
import pytest

from tests.site.running import running

NEEDS_NO_DATABASE = ["/healthz", "/static/showdown/icon.svg", "/showdown/rules/"]
NOTICED = 12
"""Seconds after which the site has noticed, with some to spare on a busy machine."""


@contextmanager
def stopped(processes):
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)


def timed(site, address):
    start = monotonic()
    return site.ask(address).status, monotonic() - start


@pytest.mark.long
@pytest.mark.parametrize("also_the_postmaster", [False, True])
def test_pages_that_need_no_database_are_served_while_it_hangs(home, also_the_postmaster):
    with running(home, "--processes", "1", "--workers", "0") as site:
        for address in (*NEEDS_NO_DATABASE, "/readyz"):
            assert site.ask(address).status == 200, address
        postmaster = site.processes()[-1]
        assert isinstance(postmaster, psutil.Process)
        servers = [*postmaster.children(), *([postmaster] if also_the_postmaster else [])]
        with stopped(servers):
            crowd = [Thread(target=site.ask, args=["/readyz"]) for _ in range(20)]
            for client in crowd:
                client.start()
            sleep(NOTICED)
            for _ in range(3):
                for address in NEEDS_NO_DATABASE:
                    status, seconds = timed(site, address)
                    assert (status, seconds < 2) == (200, True), (address, status, seconds)
            if also_the_postmaster:
                status, seconds = timed(site, "/readyz")
                assert (status, seconds < 7) == (503, True), (status, seconds)
            for client in crowd:
                client.join()
        until = monotonic() + 60
        while site.ask("/readyz").status != 200:
            assert monotonic() < until
            sleep(0.5)
