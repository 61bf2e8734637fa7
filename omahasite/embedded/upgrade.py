"""Moves the embedded database from another version of PostgreSQL to the present one."""

import subprocess
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import IO, Any

from django.db import OperationalError

from omahasite.embedded.owner import owner_of
from omahasite.embedded.server import PORT, USER, VERSION, Server, binaries, other_clusters

_PATIENCE = 300


def upgrade(home: Path, programs: Path | None = None) -> Path:
    """Dump the older cluster and restore it into a new one. Returns where the old one is kept.

    `programs` is the folder of the older version's programs. Raises OperationalError.
    """
    clusters = other_clusters(home)
    if (home / VERSION).exists() or not clusters:
        raise OperationalError("there is nothing to upgrade")
    if len(clusters) > 1:
        named = ", ".join(map(str, clusters))
        raise OperationalError(
            f"there are several old databases ({named}): move away all but the one to upgrade"
        )
    [cluster] = clusters
    version = _version_of(cluster)
    with TemporaryFile() as dump:
        _dump(cluster, programs or _programs_of(version), dump)
        dump.seek(0)
        server = Server(home, refuses_others=False)
        place = server.socket_directory()
        command = ["psql", "--quiet", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-d", "postgres"]
        _run([binaries() / command[0], *command[1:], *_at(place)], stdin=dump)
    kept = cluster.with_name(f"{cluster.name}.upgraded")
    cluster.rename(kept)
    return kept


def _dump(cluster: Path, programs: Path, dump: IO[bytes]) -> None:
    owner = owner_of(cluster)
    place = Path(mkdtemp(prefix="postgres-"))
    owner.own(place)
    options = ["-D", cluster, "-w", "-t", _PATIENCE]
    listening = f"-k {place} -p {PORT} -c listen_addresses="
    owner.must_read(programs.parent)
    start = [programs / "pg_ctl", "start", "-l", cluster / "server.log", "-o", listening]
    owner.run([*start, *options], cluster)
    try:
        # The newer program can dump older servers, in the format of the newer server.
        _run([binaries() / "pg_dump", *_at(place), "postgres"], stdout=dump)
    finally:
        owner.run([programs / "pg_ctl", "stop", *options, "-m", "fast"], cluster)
        place.rmdir()


def _at(place: Path | str) -> list[str]:
    return ["-h", str(place), "-p", str(PORT), "-U", USER]


def _version_of(cluster: Path) -> str:
    return (cluster / "PG_VERSION").read_text().strip()


def _programs_of(version: str) -> Path:
    """The folder of that version's programs on this machine."""
    package = binaries().parents[1]
    candidates = [*package.glob("pginstall*/bin"), Path(f"/usr/lib/postgresql/{version}/bin")]
    for programs in candidates:
        if (programs / "postgres").exists() and _says(programs).split()[2].split(".")[0] == version:
            return programs
    raise OperationalError(
        f"the programs of PostgreSQL {version} are not on this machine: name their folder with"
        " --programs"
    )


def _says(programs: Path) -> str:
    command = [str(programs / "postgres"), "-V"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _run(command: list[Any], **streams: Any) -> None:
    done = subprocess.run(
        [str(word) for word in command], stderr=subprocess.PIPE, check=False, **streams
    )
    if done.returncode:
        raise OperationalError(done.stderr.decode().strip())
