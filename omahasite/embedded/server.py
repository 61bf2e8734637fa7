"""The embedded PostgreSQL server, which several processes share.

The server's home contains the cluster, a lock for creating, starting and stopping the cluster, and
a lock that every process holds in shared mode while it uses the server. The system releases the
shared lock even if a process is killed, so that each process can detect whether it is the last one.
"""

import atexit
import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO

import psutil
from django.db import OperationalError

from omahasite.embedded.cluster import VERSION, Cluster, stop

_START_LOCK, _USERS_LOCK = "start.lock", "users.lock"


def cluster_in(home: Path) -> Cluster:
    """Return the cluster of this home, which may not exist."""
    return Cluster(home.resolve() / VERSION)


def create_cluster(home: Path) -> bool:
    """Create the cluster of this home, completely or not at all. Return False if it exists.

    The cluster is built in a temporary directory beside its own and renamed at the end. Raise
    OperationalError if nothing can be written there, or if the home has a cluster of another
    version.
    """
    home = home.resolve()
    unfinished = Cluster(home / f"{VERSION}.unfinished")
    with _explain_errors(home):
        _refuse_other_version(home)
        home.mkdir(parents=True, exist_ok=True)
        with _hold_lock(home / _START_LOCK):
            if cluster_in(home).exists():
                return False
            try:
                unfinished.remove()
                unfinished.create()
                unfinished.directory.rename(cluster_in(home).directory)
            except BaseException:
                unfinished.remove()
                raise
    return True


@cache
def server_in(home: Path) -> "Server":
    """Return the server of this home: one object for all connections of the process."""
    return Server(home)


class Server:
    """This process's access to a server that other processes may use, too."""

    def __init__(self, home: Path) -> None:
        self._home = home.resolve()
        self._cluster = cluster_in(home)
        self._process: psutil.Process | None = None
        self._users_file: IO[str] | None = None
        self._thread_lock = Lock()

    def socket_directory(self) -> str:
        """Return the directory of the server's socket. Start the server if it isn't running.

        Raise OperationalError if that fails, or if there is no cluster: none is created here.
        """
        with self._thread_lock, _explain_errors(self._home):
            if self._users_file and (directory := self._cluster.socket_directory()):
                return directory
            self.require_cluster()
            with _hold_lock(self._home / _START_LOCK):
                if self._users_file is None:
                    self._users_file = (self._home / _USERS_LOCK).open("a")
                    fcntl.flock(self._users_file, fcntl.LOCK_SH)
                    atexit.register(self.release)
                directory = self._cluster.start()
                self._process = self._cluster.process()
                return directory

    def require_cluster(self) -> None:
        """Raise OperationalError if the cluster doesn't exist."""
        if not self._cluster.exists():
            _refuse_other_version(self._home)
            raise OperationalError(
                f"there is no database at {self._home}: `manage.py up` creates one; or set"
                " POSTGRES_DIRECTORY or DATABASE_URL"
            )

    def release(self) -> None:
        """Stop the server if no other process uses it, even if its directory has been moved."""
        users_file, self._users_file = self._users_file, None
        if users_file is None:
            return
        with users_file, suppress(OSError):
            fcntl.flock(users_file, fcntl.LOCK_UN)
            with _hold_lock(self._home / _START_LOCK) if self._home.exists() else nullcontext():
                fcntl.flock(users_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._cluster.stop()
                if self._process is not None and self._process.is_running():
                    stop(self._process)


def _refuse_other_version(home: Path) -> None:
    if cluster_in(home).exists():
        return
    for file in sorted(home.glob("*/PG_VERSION")):
        directory = file.parent
        if directory.name.isdecimal() and directory.name != VERSION:
            raise OperationalError(
                f"the database in {directory} was created by PostgreSQL {directory.name}, and this"
                f" version of the site needs PostgreSQL {VERSION}: write a backup with the version"
                " of the site that created it (`manage.py backup FILE`), move this folder away, and"
                " restore the backup with the new version (`manage.py restore FILE`)"
            )


@contextmanager
def _explain_errors(home: Path) -> Iterator[None]:
    """Convert OSErrors in the home into OperationalErrors that name the settings to change."""
    try:
        yield
    except PermissionError as error:
        raise OperationalError(
            f"this user can't use the embedded database ({error}):"
            " set DATABASE_URL or POSTGRES_DIRECTORY"
        ) from None
    except OSError as error:
        raise OperationalError(
            f"the embedded database can't be stored at {home} ({error.strerror}):"
            " set POSTGRES_DIRECTORY or DATABASE_URL"
        ) from None


@contextmanager
def _hold_lock(file: Path) -> Iterator[None]:
    with file.open("a") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        yield
