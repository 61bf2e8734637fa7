"""up: run the whole site on one machine, with its database and workers."""

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.http.request import validate_host

from omahasite import probe, static
from omahasite.embedded.server import create_cluster
from omahasite.serving import listen
from showdown.bulk.capacity import count_usable_cores
from showdown.management.base import ServiceCommand, interrupt
from showdown.management.command_arguments import whole_number
from showdown.management.supervision import Child, end_children, restart_until

_DEFAULT_ENVIRONMENT = {"DATABASE_POOL": "12", "STATEMENT_SECONDS": "10", "LOCK_SECONDS": "5"}
"""Defaults for web processes; variables that are set for this process take precedence."""

_LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SECONDS_AFTER_DRAIN = 5
"""Seconds after DRAIN_SECONDS before child processes are killed."""
_MIGRATION_LOCK = 0x5D0D0
"""The key of the advisory lock that `up` holds while it migrates."""


class Command(ServiceCommand):
    requires_system_checks = "__all__"
    help = "Migrate the database, serve the site and run workers until stopped with Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        cores = count_usable_cores()
        add("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
        add(
            "--port",
            type=whole_number(1, 65535),
            default=8000,
            help="the port (default: %(default)s)",
        )
        add(
            "--processes",
            type=whole_number(1),
            default=min(cores, 4),
            help="the number of web processes (default: %(default)s)",
        )
        add(
            "--workers",
            type=whole_number(0),
            default=1,
            help="the number of workers (default: %(default)s)",
        )

    def handle(
        self, *args: Any, host: str, port: int, processes: int, workers: int, **options: Any
    ) -> None:
        for signal_number in _SIGNALS:
            signal.signal(signal_number, interrupt)
        try:
            with ExitStack() as stack:
                sockets = _listen(host, port, processes)
                for listener in sockets:
                    stack.enter_context(listener)
                str(settings.SECRET_KEY)  # create the key, or fail, before the first request
                data_directory = connection.settings_dict.get("DATA_DIRECTORY")
                if data_directory is not None and create_cluster(data_directory):
                    self.stdout.write(f"Created a database at {data_directory}.")
                # Only one machine migrates at a time, if several share the database.
                try:
                    with connection.cursor() as cursor:
                        cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATION_LOCK])
                    call_command("migrate", interactive=False, verbosity=0)
                finally:
                    connection.close()
                if not settings.BATCH_STORAGE_S3_BUCKET:
                    # Create the folder only here: its loss while the site runs is an error.
                    _make_folder(Path(settings.MEDIA_ROOT), "batch files", "MEDIA_ROOT")
                environment = _DEFAULT_ENVIRONMENT | os.environ | self._prepare_folders(port)
                self._serve(sockets, environment, processes, workers, (host, port))
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        except OSError as error:
            raise CommandError(str(error)) from error

    def _prepare_folders(self, port: int) -> dict[str, str]:
        """Collect static files if necessary. Return the variables that locate the folders."""
        root = Path(settings.STATIC_ROOT or settings.BASE_DIR / ".static").resolve()
        if not static.is_collected(root):
            _make_folder(root, "static files", "STATIC_ROOT")
            self.stdout.write("Preparing static files …")
            ignore_options = [option for name in static.UNUSED for option in ("--ignore", name)]
            command = _manage_command("collectstatic", "--no-input", "-v0", *ignore_options)
            environment = os.environ | {"STATIC_ROOT": str(root)}
            completed = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False)
            if completed.returncode:
                raise CommandError(f"collectstatic failed with status {completed.returncode}")
            static.mark_collected(root)
        folders = {"STATIC_ROOT": str(root)}
        if settings.METRICS_TOKEN and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            metrics_folder = root.parent / f".metrics-{port}"
            shutil.rmtree(metrics_folder, ignore_errors=True)
            folders["PROMETHEUS_MULTIPROC_DIR"] = str(metrics_folder)
        return folders

    def _serve(
        self,
        sockets: list[socket.socket],
        environment: dict[str, str],
        processes: int,
        workers: int,
        address: tuple[str, int],
    ) -> None:
        """Run web processes and workers until this process is interrupted.

        Raise CommandError if a web process ends before it is ready.
        """
        children: list[Child] = []
        try:
            descriptors = [listener.fileno() for listener in sockets]
            for index in range(processes):
                # Give every process a socket, even if systemd passed fewer sockets than processes.
                own_descriptors = descriptors[index::processes] or [
                    descriptors[index % len(descriptors)]
                ]
                command = [sys.executable, "-m", "omahasite.serving", *map(str, own_descriptors)]
                children.append(Child(command, environment, own_descriptors))
            unready_children = set(children)

            def all_ready() -> bool:
                unready_children.difference_update(
                    [child for child in unready_children if child.is_ready]
                )
                if any(child.process.poll() is not None for child in unready_children):
                    raise CommandError("a web process ended before it could serve: see above")
                return not unready_children

            restart_until(children, all_ready)
            children += [Child(_manage_command("worker"), os.environ) for _ in range(workers)]
            self._print_address(*address)
            restart_until(children, lambda: False)
        finally:
            for signal_number in _SIGNALS:
                signal.signal(signal_number, signal.SIG_IGN)
            for listener in sockets:
                listener.close()
            end_children(children, settings.DRAIN_SECONDS + _SECONDS_AFTER_DRAIN)

    def _print_address(self, host: str, port: int) -> None:
        """Print an address for a browser on this machine, and a hint for other machines."""
        is_wildcard = host in ("0.0.0.0", "::")  # noqa: S104
        name = f"[{host}]" if ":" in host else host
        if is_wildcard:
            loopback = "[::1]" if host == "::" else "127.0.0.1"
            is_allowed = validate_host(loopback, settings.ALLOWED_HOSTS)
            name = loopback if is_allowed else probe.own_host()
        self.stdout.write(f"Showdown is at http://{name}:{port}/showdown  (Ctrl-C stops it)")
        if not validate_host(name, settings.ALLOWED_HOSTS):
            self.stdout.write(
                f"The site doesn't accept this name yet: add {name} to ALLOWED_HOSTS."
            )
        elif is_wildcard and set(settings.ALLOWED_HOSTS) <= _LOOPBACK_HOSTS:
            self.stdout.write(
                "Other machines can't open it yet: add this machine's name or address to"
                f" ALLOWED_HOSTS (now {','.join(settings.ALLOWED_HOSTS)})."
            )
        self.stdout.flush()


def _make_folder(root: Path, kind: str, setting: str) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"{kind} can't be stored at {root} ({error.strerror}): set {setting}"
        ) from None


def _listen(host: str, port: int, processes: int) -> list[socket.socket]:
    try:
        return listen(host, port, processes)
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise CommandError(f"port {port} is taken: choose another with --port") from None
        raise CommandError(f"can't listen on {host}, port {port}: {error}") from None


def _manage_command(*arguments: str) -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
