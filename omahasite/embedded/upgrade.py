"""Moves the embedded database from another version of PostgreSQL to the present one."""

import subprocess
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import psycopg
from django.db import OperationalError
from psycopg import sql

from omahasite.embedded.cluster import PORT, USER, Cluster
from omahasite.embedded.programs import AS_ONE_SCRIPT, VERSION, binaries
from omahasite.embedded.server import alone_in, build, cluster_in, other_clusters

_DATABASE = "postgres"


def upgrade(home: Path, programs: Path | None = None) -> Path:
    """Dump the older cluster and restore it into a new one. Returns where the old one is kept.

    The new one is filled beside, compared, and given its name last. `programs` is the folder of the
    older version's programs. Raises OperationalError.
    """
    home = home.resolve()
    clusters = other_clusters(home)
    if cluster_in(home).exists() or not clusters:
        raise OperationalError("there is nothing to upgrade")
    if len(clusters) > 1:
        named = ", ".join(map(str, clusters))
        raise OperationalError(
            f"there are several old databases ({named}): move away all but the one to upgrade"
        )
    [cluster] = clusters
    old = Cluster(cluster, programs or _programs_of((cluster / "PG_VERSION").read_text().strip()))
    with alone_in(home), TemporaryFile() as dump:
        try:
            place = old.start()
            # The newer program can dump older servers, in the format of the newer server.
            _run([binaries() / "pg_dump", *_at(place), _DATABASE], stdout=dump)
            rows = _rows_of_tables(place)
        finally:
            old.stop()
        build(home, partial(_restore, dump, rows))
    kept = cluster.with_name(f"{cluster.name}.upgraded")
    cluster.rename(kept)
    return kept


def _restore(dump: IO[bytes], rows: dict[str, int], place: str) -> None:
    dump.seek(0)
    _run([binaries() / "psql", *AS_ONE_SCRIPT, *_at(place), "-d", _DATABASE], stdin=dump)
    if _rows_of_tables(place) != rows:
        raise OperationalError("the new database differs from the old one, which is still there")


def _rows_of_tables(place: str) -> dict[str, int]:
    """How many rows each table has."""
    with psycopg.connect(host=place, port=PORT, user=USER, dbname=_DATABASE) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        count = sql.SQL("SELECT count(*) FROM {}")
        return {
            ".".join(name): connection.execute(count.format(sql.Identifier(*name))).fetchall()[0][0]
            for name in tables
        }


def _at(place: str) -> list[str]:
    return ["-h", place, "-p", str(PORT), "-U", USER]


def _programs_of(version: str) -> Path:
    """The folder of that version's programs on this machine."""
    if int(version) > int(VERSION):
        raise OperationalError(
            f"the database is PostgreSQL {version}'s, which is newer than this site's {VERSION}:"
            " it can't be downgraded"
        )
    package = binaries().parents[1]
    candidates = [*package.glob("pginstall*/bin"), Path(f"/usr/lib/postgresql/{version}/bin")]
    for programs in candidates:
        if (programs / "postgres").exists() and _release_of(programs) == version:
            return programs
    raise OperationalError(
        f"the programs of PostgreSQL {version} are not on this machine: name their folder with"
        " --programs"
    )


def _release_of(programs: Path) -> str:
    """The version of PostgreSQL that the programs are of: `15`."""
    command = [str(programs / "postgres"), "-V"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return printed.split()[2].split(".")[0]


def _run(command: list[Any], **streams: Any) -> None:
    done = subprocess.run(
        [str(word) for word in command], stderr=subprocess.PIPE, check=False, **streams
    )
    if done.returncode:
        raise OperationalError(done.stderr.decode(errors="replace").strip())
