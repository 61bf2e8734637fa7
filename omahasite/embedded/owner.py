"""The account that runs the embedded server: the site's own, or another if that is root."""

import os
import pwd
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from django.db import OperationalError

from omahasite.embedded.access import let_pass

_STAND_IN = "pgserver"


class Account(NamedTuple):
    """A system account, by its numbers."""

    user: int
    group: int


@dataclass(frozen=True)
class Owner:
    """The owner of the server; if `stand_in` is None, the account that runs the site."""

    stand_in: Account | None = None

    def own(self, directory: Path) -> None:
        """Give the directory to the owner alone."""
        directory.mkdir(mode=0o700, exist_ok=True)
        if self.stand_in:
            os.chown(directory, *self.stand_in)

    def must_reach(self, path: Path) -> None:
        """Let the owner, and nobody else, pass through the directories that lead to the path.

        Raises OperationalError if the system can't grant that to a single account.
        """
        if self.stand_in:
            for directory in path.parents:
                found = directory.stat()
                if self.stand_in.user != found.st_uid and not found.st_mode & stat.S_IXOTH:
                    _pass_through(directory, self.stand_in.user)

    def must_read(self, directory: Path) -> None:
        """Make a directory of programs readable by everyone, with its files: root's may not be."""
        self.must_reach(directory)
        if self.stand_in and not directory.stat().st_mode & stat.S_IROTH:
            for inner in [*directory.glob("**/"), directory]:
                inner.chmod(inner.stat().st_mode | stat.S_IROTH | stat.S_IXOTH)

    def run(self, command: Sequence[object], directory: Path) -> None:
        """Run a program. Raises OperationalError with its output if it fails."""
        identity: dict[str, Any] = {}
        if self.stand_in:
            identity = self.stand_in._asdict() | {"extra_groups": []}
        done = subprocess.run(
            [str(word) for word in command],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            check=False,
            **identity,
        )
        if done.returncode:
            raise OperationalError(f"the embedded server has failed: {done.stdout.strip()}")


def _pass_through(directory: Path, user: int) -> None:
    try:
        let_pass(directory, user)
    except OSError as error:
        raise OperationalError(
            f"root runs the embedded server as {_STAND_IN}, to whom {directory} is closed:"
            " set POSTGRES_DIRECTORY to a directory elsewhere, or DATABASE_URL"
        ) from error


def owner_of(cluster: Path) -> Owner:
    """The owner of the cluster, or the one that a new cluster will get."""
    if os.geteuid() != 0:
        return Owner()
    if cluster.exists():
        found = cluster.stat()
        return Owner(Account(found.st_uid, found.st_gid))
    with suppress(KeyError):
        return Owner(_account())
    subprocess.run(["useradd", "--system", "--user-group", _STAND_IN], check=True)
    return Owner(_account())


def _account() -> Account:
    found = pwd.getpwnam(_STAND_IN)
    return Account(found.pw_uid, found.pw_gid)
