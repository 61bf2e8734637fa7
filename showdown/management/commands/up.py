"""up: the whole site on one machine: its database, its pages and API, and who settles batches."""

import errno
import os
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from time import sleep
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, OperationalError, connection

from omahasite import static
from showdown.management.supervision import Child

_THREADS = 16
"""For each process that answers requests; every thread may hold a connection to the database."""

_LOOK_EVERY = 0.2
_GRACE_SECONDS = 10
_MIGRATING = 0x5D0D0
"""Names the lock by which several machines wait for each other."""


class Command(BaseCommand):
    help = "Migrate the database, serve the site and settle batches, until stopped by Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        cores = os.process_cpu_count() or 1
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--processes",
            type=int,
            default=min(cores, 4),
            help="how many processes answer requests (default: %(default)s)",
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=1,
            help="how many workers settle batches (default: %(default)s)",
        )

    def handle(
        self, *args: Any, host: str, port: int, processes: int, workers: int, **options: Any
    ) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _stop)
        try:
            _check_that_it_is_free(host, port)
            _migrate()
            environment = os.environ | {"STATIC_ROOT": self._collected_files()}
            self._serve(_web(host, port, processes), workers, environment, host, port)
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")

    def _collected_files(self) -> str:
        root = Path(settings.STATIC_ROOT or settings.BASE_DIR / ".static").resolve()
        if not static.is_collected(root):
            self.stdout.write("Preparing static files …")
            _run("collectstatic", "--no-input", "-v0", *_ignored(), STATIC_ROOT=str(root))
            static.mark_collected(root)
        return str(root)

    def _serve(
        self, web: list[str], workers: int, environment: dict[str, str], host: str, port: int
    ) -> None:
        children: list[Child] = []
        try:
            children.extend(
                Child(command, cwd=settings.BASE_DIR, env=environment)
                for command in [web, *[_manage("worker")] * workers]
            )
            self._watch(children, host, port)
        finally:
            _end(children)

    def _watch(self, children: list[Child], host: str, port: int) -> None:
        """Until the web server ends, which it should not. A worker that ends is replaced."""
        web, *workers = children
        is_announced = False
        while web.status is None:
            if not is_announced and _answers(host, port):
                is_announced = True
                self.stdout.write(f"Showdown is at {_url(host, port)}  (Ctrl-C stops it)")
                self.stdout.flush()
            for worker in workers:
                if worker.status is not None:
                    worker.restart_when_due()
            sleep(_LOOK_EVERY)
        raise CommandError(f"the web server has ended, with status {web.status}")


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def _end(children: list[Child]) -> None:
    """All at the same time; those that do not end are killed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for child in children:
        child.ask_to_end()
    for child in children:
        child.kill(_GRACE_SECONDS)


def _check_that_it_is_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise CommandError(f"port {port} is taken: choose another with --port") from None
        raise CommandError(f"cannot listen at {host}, port {port}: {error}") from None


def _migrate() -> None:
    """One at a time, where several machines share the database."""
    try:
        connection.ensure_connection()
    except OperationalError as error:
        raise CommandError(f"the database is away: {error}".strip()) from None
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


def _web(host: str, port: int, processes: int) -> list[str]:
    options = {
        "--interface": "wsgi",
        "--http": "1",
        "--host": host,
        "--port": str(port),
        "--workers": str(processes),
        "--blocking-threads": str(_THREADS),
        "--workers-kill-timeout": "5",
        "--log-level": "error",
    }
    return [
        *(sys.executable, "-m", "granian", "omahasite.wsgi:application"),
        *(word for option in options.items() for word in option),
        *("--no-ws", "--respawn-failed-workers"),
    ]


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/showdown"
