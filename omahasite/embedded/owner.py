"""Run PostgreSQL's programs as the right account: the site's own, or a system account for root.

PostgreSQL refuses to run as root. Where directories on the way are closed to other accounts, the
system account gets the capability `dac_override` (which containers grant, unlike
`dac_read_search`) and the secure bit `no_setuid_fixup`, without which access(2) ignores
capabilities; `initdb` and `pg_ctl` call it. Elsewhere the account gets neither, because it could
then write files that it doesn't own.
"""

import os
import pwd
import signal
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from django.db import OperationalError

_SYSTEM_ACCOUNT = "pgserver"
_ENTER_CLOSED_DIRECTORIES = [
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
]


class Account(NamedTuple):
    """The numeric ids of a system account."""

    user: int
    group: int


def run(command: Sequence[object], cluster: Path) -> None:
    """Run a program in the cluster's directory as the owner of the cluster.

    Raise OperationalError with the program's output if it fails.
    """
    words = [*map(str, command)]
    account = account_of(cluster)
    closed = _closed_directory(cluster, Path(words[0]))
    if account:
        identity = [f"--reuid={account.user}", f"--regid={account.group}", "--clear-groups"]
        words = ["setpriv", *identity, *(_ENTER_CLOSED_DIRECTORIES if closed else []), *words]
    status, output = _finish(words, cluster)
    if status and output.startswith("setpriv: "):
        obstacle = f", because {closed} is closed to it" if closed else ""
        raise OperationalError(
            f"root can't run the embedded server as another account{obstacle} ({output}): move"
            " the site and POSTGRES_DIRECTORY to folders that all accounts may enter, start the"
            " site as an ordinary user, or set DATABASE_URL"
        )
    if status:
        raise OperationalError(f"the embedded server failed: {output}")


def _finish(words: list[str], directory: Path) -> tuple[int, str]:
    """Run the program to its end, and return its status and output.

    It has a session of its own, which Ctrl-C doesn't reach. If this process is interrupted, end
    all processes of that session.
    """
    try:
        process = subprocess.Popen(
            words,
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except FileNotFoundError as error:
        raise OperationalError(f"{error.filename} is missing: set DATABASE_URL") from None
    with process:
        try:
            output, _ = process.communicate()
        except BaseException:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, output.strip()


def account_of(cluster: Path) -> Account | None:
    """Return the account that runs this cluster's server; None if it is the current one.

    A cluster that belongs to root, being new or copied by root, is given to the system account.
    """
    if os.geteuid() != 0:
        return None
    owner = cluster.stat()
    if owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    account = _system_account()
    for path in (cluster, *cluster.rglob("*")):
        os.chown(path, *account, follow_symlinks=False)
    return account


def _closed_directory(*paths: Path) -> Path | None:
    """Return the first directory on the way to the paths that other accounts may not enter."""
    parents = (parent for path in paths for parent in path.resolve().parents)
    return next((parent for parent in parents if not parent.stat().st_mode & stat.S_IXOTH), None)


def _system_account() -> Account:
    try:
        entry = pwd.getpwnam(_SYSTEM_ACCOUNT)
    except KeyError:
        subprocess.run(["useradd", "--system", "--user-group", _SYSTEM_ACCOUNT], check=True)
        entry = pwd.getpwnam(_SYSTEM_ACCOUNT)
    return Account(entry.pw_uid, entry.pw_gid)
