"""A backup: the database, the batch files and the keys in one tar file.

Batch files are written once and never changed. They are copied before the database, and new ones
again after it, so every file that the copied database names is there even if the site is running.
"""

import io
import json
import os
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection

from omahasite import VERSION
from omahasite.embedded.server import binaries

_ROOT = "batches"
_MANIFEST, _DATABASE, _FILES = "manifest.json", "database.dump", "files/"
_KEYS = {"secret-key": "SECRET_KEY_FILE", "audit-key": "AUDIT_KEY_FILE"}
"""The settings that name the files of keys."""
_FORMAT = 1


def back_up(target: Path) -> int:
    """Write the backup, whole or not at all, readable only by its owner. Returns the file count."""
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}-", delete=False) as file:
        new = Path(file.name)
        try:
            with tarfile.open(fileobj=file, mode="w") as archive:
                count = _write(archive)
            file.flush()
            os.fsync(file.fileno())
            new.replace(target)
        except BaseException:
            new.unlink()
            raise
    return count


def _write(archive: tarfile.TarFile) -> int:
    manifest = {"format": _FORMAT, "version": VERSION, "postgresql": _server_version()}
    _add_bytes(archive, _MANIFEST, json.dumps(manifest).encode())
    for name, setting in _KEYS.items():
        file = getattr(settings, setting)
        if file.exists():
            _add_bytes(archive, name, file.read_bytes())
    written = _add_files(archive, set())
    with TemporaryFile() as dump:
        _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges"], stdout=dump)
        _add_stream(archive, _DATABASE, dump)
    return len(_add_files(archive, written))


def _server_version() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return cursor.fetchone()[0]


def _add_files(archive: tarfile.TarFile, written: set[str]) -> set[str]:
    """Add the files that aren't written yet. A file removed in the meantime isn't needed."""
    for name in list(_files_in(_ROOT)):
        if name not in written:
            with suppress(FileNotFoundError), default_storage.open(name) as file:
                _add_stream(archive, f"{_FILES}{name}", file)
                written.add(name)
    return written


def _files_in(folder: str) -> Iterator[str]:
    with suppress(FileNotFoundError):
        folders, names = default_storage.listdir(folder)
        for name in folders:
            yield from _files_in(f"{folder}/{name}")
        for name in names:
            yield f"{folder}/{name}"


def restore(source: Path) -> int:
    """Restore everything into a database without tables. Returns how many files there were.

    Raises CommandError if there are tables, or the file is not a backup.
    """
    if connection.introspection.table_names():
        raise CommandError("the database is not empty: a backup is restored into a new one")
    count = 0
    with _opened(source) as archive:
        for member in _members(archive, source):
            content = archive.extractfile(member)
            if content is None:
                continue
            if member.name in _KEYS:
                _restore_key(getattr(settings, _KEYS[member.name]), content.read())
            elif member.name == _DATABASE:
                _restore_database(content)
            elif member.name.startswith(f"{_FILES}{_ROOT}/"):
                _restore_file(member.name.removeprefix(_FILES), content)
                count += 1
    return count


def _members(archive: tarfile.TarFile, source: Path) -> list[tarfile.TarInfo]:
    """All of them, found before anything is restored, since the file may be cut off."""
    try:
        return archive.getmembers()
    except (tarfile.TarError, EOFError) as error:
        raise CommandError(f"{source} is cut off: {error}") from None


def _opened(source: Path) -> tarfile.TarFile:
    try:
        archive = tarfile.open(source)  # noqa: SIM115, whoever calls this closes it
    except tarfile.TarError as error:
        raise CommandError(f"{source} is not a backup of this site: {error}") from None
    if _format_of(archive) != _FORMAT:
        archive.close()
        raise CommandError(f"{source} is not a backup of this site")
    return archive


def _format_of(archive: tarfile.TarFile) -> object:
    """What the manifest says, which comes first; None where there is no such thing."""
    with suppress(tarfile.TarError, ValueError):
        first = archive.next()
        content = archive.extractfile(first) if first and first.name == _MANIFEST else None
        said = json.load(content) if content else None
        return said.get("format") if isinstance(said, dict) else None
    return None


def _restore_key(file: Path, key: bytes) -> None:
    with NamedTemporaryFile(dir=file.parent, delete=False) as written:
        written.write(key)
    Path(written.name).replace(file)


def _restore_database(content: IO[bytes]) -> None:
    with TemporaryFile() as dump:
        for data in iter(lambda: content.read(1 << 20), b""):
            dump.write(data)
        dump.seek(0)
        options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
        _run(["pg_restore", *options], stdin=dump, names_database=True)


def _restore_file(name: str, content: IO[bytes]) -> None:
    default_storage.delete(name)
    default_storage.save(name, File(content))


def _add_bytes(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    _add_stream(archive, name, io.BytesIO(data))


def _add_stream(archive: tarfile.TarFile, name: str, stream: IO[bytes] | File) -> None:
    member = tarfile.TarInfo(name)
    member.size = stream.seek(0, os.SEEK_END)
    member.mode = 0o600
    stream.seek(0)
    archive.addfile(member, stream)  # type: ignore[arg-type]


def _run(
    command: Sequence[str],
    *,
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | None = None,
    names_database: bool = False,
) -> None:
    """Run one of PostgreSQL's programs on the database. Raises CommandError with its output."""
    client, said = connection.client_class, connection.settings_dict
    [_, *address], variables = client.settings_to_cmd_args_env(said, [])
    if names_database:
        address = [*address[:-1], "--dbname", address[-1]]
    program, *options = command
    done = subprocess.run(
        [str(binaries() / program), *options, *address],
        env=os.environ | (variables or {}),
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise CommandError(f"{program} has failed: {done.stderr.decode().strip()}")
