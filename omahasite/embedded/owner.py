"""The account that runs the embedded server: the site's own, or a stand-in where that is root.

PostgreSQL refuses to run as root. So root runs it as a system account. Only where root's closed
directories lie on the way may it pass through them (by the capability `dac_override`, the one for
this that containers have, too), because it could then also write what it doesn't own.
"""

import os
import pwd
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.db import OperationalError

_STAND_IN = "pgserver"
_CAPABILITY = "+dac_override"


class Account(NamedTuple):
    """A system account, by its numbers."""

    user: int
    group: int


def run(command: Sequence[object], cluster: Path) -> None:
    """Run a program as the owner, in this directory. Raises OperationalError with its output."""
    words = [*map(str, command)]
    if account := account_of(cluster):
        words = [*_as(account, is_closed=_is_closed(cluster) or _is_closed(Path(words[0]))), *words]
    try:
        done = subprocess.run(
            words,
            cwd=cluster,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise OperationalError(f"{error.filename} is not there: set DATABASE_URL") from error
    if done.returncode:
        raise OperationalError(f"the embedded server has failed: {done.stdout.strip()}")


def account_of(cluster: Path) -> Account | None:
    """Who runs the server of this directory; None for whoever runs the site.

    What belongs to root, being new or copied by root, is given to the stand-in.
    """
    if os.geteuid() != 0:
        return None
    owner = cluster.stat()
    if owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    account = _stand_in()
    for path in (cluster, *cluster.rglob("*")):
        os.chown(path, *account, follow_symlinks=False)
    return account


def _as(account: Account, *, is_closed: bool) -> list[str]:
    identity = [f"--reuid={account.user}", f"--regid={account.group}", "--clear-groups"]
    passing = [f"--inh-caps={_CAPABILITY}", f"--ambient-caps={_CAPABILITY}"] if is_closed else []
    return ["setpriv", *identity, *passing]


def _is_closed(path: Path) -> bool:
    """Whether a directory on the way there lets nobody but its owner and group pass."""
    return any(not parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)


def _stand_in() -> Account:
    try:
        entry = pwd.getpwnam(_STAND_IN)
    except KeyError:
        subprocess.run(["useradd", "--system", "--user-group", _STAND_IN], check=True)
        entry = pwd.getpwnam(_STAND_IN)
    return Account(entry.pw_uid, entry.pw_gid)
