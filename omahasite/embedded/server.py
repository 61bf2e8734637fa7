"""The embedded PostgreSQL server: made when it is asked for, shared by the processes that use it.

Its home contains the cluster, a lock for making, starting or stopping it, and a lock that every
process shares while it uses the server. The system releases that lock however a process ends, so
the last user is always known, and users that were killed leave nothing behind.
"""

import atexit
import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO

import psutil
from django.db import OperationalError

from omahasite.embedded.cluster import Cluster, stop
from omahasite.embedded.programs import VERSION

_LOCK, _USERS = "start.lock", "users.lock"


def cluster_in(home: Path) -> Cluster:
    """The cluster of this home, which may not be there."""
    return Cluster(home.resolve() / VERSION)


def other_clusters(home: Path) -> list[Path]:
    """The clusters of other PostgreSQL versions in this home."""
    return [
        file.parent
        for file in sorted(home.glob("[0-9]*/PG_VERSION"))
        if file.parent.name.isdigit() and file.parent.name != VERSION
    ]


def create(home: Path, fill: Callable[[str], None] | None = None) -> bool:
    """Make the cluster of this home, whole or not at all. Returns False if there is one already.

    It is made beside and renamed last. `fill`, given the directory of its socket, puts into it what
    it is to contain. Raises OperationalError.
    """
    home = home.resolve()
    _refuse_other_version(home)
    return build(home, fill)


def build(home: Path, fill: Callable[[str], None] | None) -> bool:
    """As `create`, but beside a cluster of another version."""
    beside = Cluster(home / f"{VERSION}.unfinished")
    with _sentences(home):
        home.mkdir(parents=True, exist_ok=True)
        with _locked(home / _LOCK):
            if cluster_in(home).exists():
                return False
            try:
                beside.remove()
                beside.create()
                if fill:
                    fill(beside.start())
                    beside.stop()
                beside.directory.rename(cluster_in(home).directory)
            except BaseException:
                beside.remove()
                raise
    return True


@contextmanager
def alone_in(home: Path) -> Iterator[None]:
    """Keep other processes from using the server. Raises OperationalError if one does."""
    with _sentences(home), (home / _USERS).open("a") as use:
        try:
            fcntl.flock(use, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperationalError(
                f"the database at {home} is in use: stop the site first"
            ) from None
        yield


@cache
def server_in(home: Path) -> "Server":
    """The server of this home; one object, however many connections the process has."""
    return Server(home)


class Server:
    """This process's use of the server, which it may share with others."""

    def __init__(self, home: Path) -> None:
        self._home = home.resolve()
        self._cluster = cluster_in(home)
        self._process: psutil.Process | None = None
        self._use: IO[str] | None = None
        self._turn = Lock()

    def socket_directory(self) -> str:
        """The directory of the server's socket. Starts the server if it isn't running.

        Raises OperationalError, also if there is no cluster: none is made here.
        """
        with self._turn, _sentences(self._home):
            place = self._cluster.socket_directory() if self._use else None
            return place or self._begin()

    def look_for_cluster(self) -> None:
        """Raises OperationalError, with what to do, if there is none."""
        if not self._cluster.exists():
            _refuse_other_version(self._home)
            raise OperationalError(
                f"there is no database at {self._home}: `manage.py up` makes one, and so does"
                " `manage.py create_database`; or set POSTGRES_DIRECTORY or DATABASE_URL"
            )

    def _begin(self) -> str:
        self.look_for_cluster()
        with _locked(self._home / _LOCK):
            if self._use is None:
                self._use = (self._home / _USERS).open("a")
                fcntl.flock(self._use, fcntl.LOCK_SH)
                atexit.register(self.end)
            place = self._cluster.start()
            self._process = self._cluster.process()
            return place

    def end(self) -> None:
        """Stop the server if no other process uses it, even if its directory has been moved."""
        use, self._use = self._use, None
        if use is None:
            return
        with use, suppress(OSError):
            fcntl.flock(use, fcntl.LOCK_UN)
            with _locked(self._home / _LOCK) if self._home.exists() else nullcontext():
                fcntl.flock(use, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._cluster.stop()
                if self._process is not None and self._process.is_running():
                    stop(self._process)


def _refuse_other_version(home: Path) -> None:
    others = other_clusters(home)
    if others and not cluster_in(home).exists():
        raise OperationalError(
            f"there is a database of another version of PostgreSQL at {others[0]}; this version"
            f" of the site needs PostgreSQL {VERSION}: run manage.py upgrade_database"
        )


@contextmanager
def _sentences(home: Path) -> Iterator[None]:
    """Say in words why nothing can be kept at home."""
    try:
        yield
    except PermissionError as error:
        raise OperationalError(
            f"the embedded database can't be used by this user ({error}):"
            " set DATABASE_URL or POSTGRES_DIRECTORY"
        ) from error
    except OSError as error:
        raise OperationalError(
            f"the embedded database can keep nothing at {home} ({error.strerror}):"
            " set POSTGRES_DIRECTORY or DATABASE_URL"
        ) from error


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("a") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
