"""A PostgreSQL cluster in a directory, and the server that runs on it, whoever has started it."""

import os
import shlex
import shutil
import signal
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import psutil
from django.db import OperationalError

from omahasite.embedded.owner import account_of, run
from omahasite.embedded.programs import binaries

USER = "postgres"
PORT = 5432
_PATIENCE = 300
_LONGEST_SOCKET_DIRECTORY = 85
"""Bytes. The system allows a little over a hundred for the whole name."""

_DIRECTORY_LINE, _SOCKET_LINE, _STATE_LINE = 1, 4, 7
"""In the server's pid file, after its number."""

_SETTINGS = [
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


class Cluster:
    """All paths are relative to the directory: the programs pass names to a shell."""

    def __init__(self, directory: Path, programs: Path | None = None) -> None:
        self.directory = directory
        self._programs = programs

    def exists(self) -> bool:
        return (self.directory / "PG_VERSION").exists()

    def create(self) -> None:
        self.directory.mkdir(mode=0o700)
        run([self._program("initdb"), "-D", ".", *_SETTINGS], self.directory)

    def remove(self) -> None:
        """Delete it, and end whatever runs on it."""
        if self.directory.exists():
            self._clear_away_what_was_killed()
            shutil.rmtree(self.directory)

    def start(self) -> str:
        """Start the server if it isn't running. Returns the directory of its socket."""
        self._await_one_that_starts_or_stops()
        if self.process() is None:
            self._clear_away_what_was_killed()
            listening = f"-k {shlex.quote(str(self._place_for_socket()))} -p {PORT}"
            options = ["-D", ".", "-l", "server.log", "-w", "-t", _PATIENCE]
            command = [self._program("pg_ctl"), "start", *options]
            run([*command, "-o", f"{listening} -c listen_addresses="], self.directory)
        if (place := self.socket_directory()) is None:
            raise OperationalError("the embedded server stopped as soon as it started")
        return place

    def stop(self) -> None:
        """Stop the server, whatever it is being asked, and wait for its end."""
        if process := self.process():
            place = self._pid_file()[_SOCKET_LINE]
            stop(process)
            self._clear_socket(place)

    def process(self) -> psutil.Process | None:
        """The server's main process, ready or not; None if another has its number by now."""
        with suppress(psutil.NoSuchProcess, ValueError):
            for number in self._pid_file()[:1]:
                process = psutil.Process(int(number))
                return process if self._is_of_this_server(process) else None
        return None

    def socket_directory(self) -> str | None:
        """Where the server listens; None while it can't be asked anything."""
        lines = self._pid_file()
        is_ready = lines[_STATE_LINE : _STATE_LINE + 1] == ["ready"]
        return lines[_SOCKET_LINE] if is_ready and self.process() else None

    def _program(self, name: str) -> Path:
        return (self._programs or binaries()) / name

    def _pid_file(self) -> list[str]:
        """Its lines: the process, the directory, …, where it listens, …, its state."""
        with suppress(FileNotFoundError, NotADirectoryError):
            text = os.fsdecode((self.directory / "postmaster.pid").read_bytes())
            return [line.strip() for line in text.splitlines()]
        return []

    def _is_of_this_server(self, process: psutil.Process) -> bool:
        try:
            return process.name() == "postgres" and process.cwd() == str(self.directory)
        except psutil.Error:
            return False

    def _await_one_that_starts_or_stops(self) -> None:
        """Wait for a start or stop that a process left unfinished when it was killed."""
        until = monotonic() + _PATIENCE
        while self.process() is not None and self.socket_directory() is None:
            if monotonic() > until:
                raise OperationalError("the embedded server is stuck while starting or stopping")
            sleep(0.1)

    def _clear_away_what_was_killed(self) -> None:
        """End leftover processes, which without the main one only block a new server."""
        for process in psutil.process_iter():
            if self._is_of_this_server(process):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        lines = self._pid_file()
        # In a copy of a directory the file speaks of the original.
        if lines[_DIRECTORY_LINE : _DIRECTORY_LINE + 1] == [str(self.directory)]:
            self._clear_socket(*lines[_SOCKET_LINE : _SOCKET_LINE + 1])
        self._clear_socket(str(self.directory))
        (self.directory / "postmaster.pid").unlink(missing_ok=True)

    def _clear_socket(self, place: str) -> None:
        """Remove the socket files that a server left behind, if any."""
        for file in Path(place).glob(".s.PGSQL.*"):
            file.unlink(missing_ok=True)
        if place != str(self.directory):
            with suppress(FileNotFoundError):
                Path(place).rmdir()

    def _place_for_socket(self) -> Path:
        """The cluster's own directory, or another if that name is unsuitable."""
        name = os.fsencode(self.directory)
        is_plain = name.isascii() and not set(name) & set(b",\"'\\")
        if is_plain and len(name) <= _LONGEST_SOCKET_DIRECTORY:
            return self.directory
        place = Path(tempfile.mkdtemp(prefix="postgres-"))
        if account := account_of(self.directory):
            os.chown(place, *account)
        return place


def stop(process: psutil.Process) -> None:
    """Stop a server: transactions are rolled back, and all is written. Raises OperationalError."""
    until = monotonic() + _PATIENCE
    with suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGINT)
        # Whoever has adopted it may never take note of its end.
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            if monotonic() > until:
                raise OperationalError("the embedded server doesn't stop")
            sleep(0.02)
