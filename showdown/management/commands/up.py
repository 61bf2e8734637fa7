"""up: the whole site on one machine: its database, pages, API, and batch workers."""

import errno
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, OperationalError, connection

from omahasite import static
from omahasite.cores import core_for_each
from omahasite.serving.sockets import Listening, Succession, listen
from showdown.management.supervision import Child, end, watch

_ENVIRONMENT = {"DATABASE_POOL": "8", "STATEMENT_SECONDS": "10", "LOCK_SECONDS": "5"}
"""Defaults for the processes that answer requests; the environment overrides them."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_LOOK_EVERY = 0.1
_LOOKS_AT_PREDECESSOR = 50
_TO_END_SECONDS = 5
_MIGRATING = 0x5D0D0
"""The key of the lock that lets only one machine migrate at a time."""


class Command(BaseCommand):
    help = "Migrate the database, serve the site and settle batches until stopped with Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        cores = os.process_cpu_count() or 1
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)"
        )
        parser.add_argument(
            "--port", type=int, default=8000, help="the port (default: %(default)s)"
        )
        parser.add_argument(
            "--processes",
            type=int,
            default=min(cores, 4),
            help="the number of processes that answer requests (default: %(default)s)",
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=1,
            help="the number of workers that settle batches (default: %(default)s)",
        )

    def handle(
        self, *args: Any, host: str, port: int, processes: int, workers: int, **options: Any
    ) -> None:
        for number in _SIGNALS:
            signal.signal(number, _stop)
        try:
            listening = _listen(host, port, processes)
            try:
                _migrate()
                environment = _ENVIRONMENT | os.environ | {"STATIC_ROOT": self._collected_files()}
                with TemporaryDirectory(prefix="showdown-metrics-") as counted:
                    environment.setdefault("PROMETHEUS_MULTIPROC_DIR", counted)
                    web = _web(listening, processes, environment)
                    self._serve(listening, web, workers, (host, port))
            finally:
                listening.close()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        except OSError as error:
            raise CommandError(str(error)) from error

    def _collected_files(self) -> str:
        root = Path(settings.STATIC_ROOT or settings.BASE_DIR / ".static").resolve()
        if not static.is_collected(root):
            _make_folder(root)
            self.stdout.write("Preparing static files …")
            _run("collectstatic", "--no-input", "-v0", *_ignored(), STATIC_ROOT=str(root))
            static.mark_collected(root)
        return str(root)

    def _serve(
        self, listening: Listening, web: list[Child], workers: int, address: tuple[str, int]
    ) -> None:
        children, succession = list(web), Succession(listening)
        try:
            self._await_ready(web, listening)
            worker = partial(Child, _manage("worker"), cwd=settings.BASE_DIR, env=os.environ)
            children.extend(worker() for _ in range(workers))
            self.stdout.write(f"Showdown is at {_url(*address)}  (Ctrl-C stops it)")
            self.stdout.flush()
            self._begin_succession(succession, *address)
            watch(children, _LOOK_EVERY, succession.is_over)
            self.stdout.write("Another process has taken over.")
        finally:
            for number in _SIGNALS:
                signal.signal(number, signal.SIG_IGN)
            succession.end()
            listening.close()
            end(children, settings.DRAIN_SECONDS + _TO_END_SECONDS)

    def _await_ready(self, web: list[Child], listening: Listening) -> None:
        """Wait until every process answers, then tell the previous site, if any, to stop."""
        waiting = set(web)

        def are_ready() -> bool:
            waiting.difference_update([child for child in waiting if child.is_ready])
            return not waiting

        watch(web, _LOOK_EVERY, are_ready)
        listening.release_predecessor()

    def _begin_succession(self, succession: Succession, host: str, port: int) -> None:
        """Be ready to hand over in turn, once the previous site has given up its place."""
        for _ in range(_LOOKS_AT_PREDECESSOR):
            with suppress(OSError):
                succession.begin(host, port)
                return
            sleep(_LOOK_EVERY)
        self.stderr.write("Later sites cannot take over from this one: its socket is taken.")


def _make_folder(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"static files cannot be kept at {root} ({error.strerror}): set STATIC_ROOT"
        ) from None


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def _listen(host: str, port: int, processes: int) -> Listening:
    try:
        return listen(host, port, processes)
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise CommandError(f"port {port} is taken: choose another with --port") from None
        raise CommandError(f"cannot listen on {host}, port {port}: {error}") from None


def _migrate() -> None:
    """Migrate the database, one machine at a time if several share it."""
    try:
        connection.ensure_connection()
    except OperationalError as error:
        raise CommandError(f"the database can't be reached: {error}".strip()) from None
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATING])
        call_command("migrate", interactive=False, verbosity=0)
    except Error as error:
        raise CommandError(f"the database could not be migrated: {error}".strip()) from error
    finally:
        connection.close()


def _run(*arguments: str, **variables: str) -> None:
    command = _manage(*arguments)
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=os.environ | variables, check=False)
    if done.returncode:
        raise CommandError(f"{arguments[0]} has failed, with status {done.returncode}")


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]


def _ignored() -> list[str]:
    return [option for name in static.UNUSED for option in ("--ignore", name)]


def _web(listening: Listening, processes: int, environment: dict[str, str]) -> list[Child]:
    made = []
    for place, core in enumerate(core_for_each(processes)):
        share = listening.share_of(place, processes)
        kept = [] if core is None else ["--core", str(core)]
        command = [sys.executable, "-m", "omahasite.serving", *kept, *map(str, share)]
        made.append(Child(command, cwd=settings.BASE_DIR, env=environment, sockets=share))
    return made


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/showdown"
