"""A backup: the database, the batch files and the keys in one tar file.

Batch files are written once and never changed. They are copied before the database, and new ones
again after it, so every file that the copied database names is there even if the site is running.
The last member has the digest of every other one.
"""

import io
import json
import os
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from omahasite import VERSION
from showdown.management.postgres import run

ROOT = "batches"
MANIFEST, DATABASE, FILES, DIGESTS = "manifest.json", "database.dump", "files/", "sha256.json"
KEYS = {"secret-key": "SECRET_KEY_FILE", "audit-key": "AUDIT_KEY_FILE"}
"""The settings that name the files of keys."""
FORMAT = 2


class Manifest(NamedTuple):
    """What a backup is of: the site's version, the server's (180001), and the migrations."""

    version: str
    postgresql: int
    migrations: list[list[str]]


class _Archive:
    """A tar file being written, and the digests of its members."""

    def __init__(self, archive: tarfile.TarFile) -> None:
        self._archive = archive
        self._digests: dict[str, str] = {}

    def add(self, name: str, stream: IO[bytes] | File) -> None:
        member = tarfile.TarInfo(name)
        member.size = stream.seek(0, os.SEEK_END)
        member.mode = 0o600
        stream.seek(0)
        self._digests[name] = file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
        stream.seek(0)
        self._archive.addfile(member, stream)  # type: ignore[arg-type]

    def add_json(self, name: str, document: Any) -> None:
        self.add(name, io.BytesIO(json.dumps(document).encode()))

    def close(self) -> None:
        self.add_json(DIGESTS, self._digests)


def back_up(target: Path) -> int:
    """Write the backup, whole or not at all, readable only by its owner. Returns the file count.

    Raises CommandError if there is nothing to back up.
    """
    manifest = _manifest()
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}-", delete=False) as file:
        new = Path(file.name)
        try:
            with tarfile.open(fileobj=file, mode="w") as archive:
                count = _write(_Archive(archive), manifest)
            file.flush()
            os.fsync(file.fileno())
            new.replace(target)
        except BaseException:
            new.unlink()
            raise
    return count


def _manifest() -> Manifest:
    migrations = sorted(map(list, MigrationRecorder(connection).applied_migrations()))
    if not migrations:
        raise CommandError("there is nothing to back up: the database has no tables")
    return Manifest(VERSION, server_version(), migrations)


def server_version() -> int:
    """PostgreSQL's, as it counts: 180001 is 18.1."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0])


def known_migrations() -> list[list[str]]:
    """Those that this version of the site has."""
    return [list(name) for name in MigrationLoader(None).disk_migrations or ()]


def _write(archive: _Archive, manifest: Manifest) -> int:
    archive.add_json(MANIFEST, {"format": FORMAT, **manifest._asdict()})
    for name, setting in KEYS.items():
        with suppress(FileNotFoundError), Path(getattr(settings, setting)).open("rb") as key:
            archive.add(name, key)
    written = _add_files(archive, set())
    with TemporaryFile() as dump:
        run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", stdout=dump)
        archive.add(DATABASE, dump)
    count = len(_add_files(archive, written))
    archive.close()
    return count


def _add_files(archive: _Archive, written: set[str]) -> set[str]:
    """Add the files that aren't written yet. A file removed in the meantime isn't needed."""
    for name in list(_files_in(ROOT)):
        if name not in written:
            with suppress(FileNotFoundError), default_storage.open(name) as file:
                archive.add(f"{FILES}{name}", file)
                written.add(name)
    return written


def _files_in(folder: str) -> Iterator[str]:
    with suppress(FileNotFoundError):
        folders, names = default_storage.listdir(folder)
        for name in folders:
            yield from _files_in(f"{folder}/{name}")
        for name in names:
            yield f"{folder}/{name}"
