"""restore FILE: check a backup, and restore it into an empty database."""

import json
import shutil
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from omahasite.embedded.cluster import VERSION, binaries
from omahasite.embedded.server import cluster_in, create
from showdown.management.base import (
    STANDARD,
    InputFile,
    ShowdownCommand,
    binary_stream,
    interrupt,
    on_termination,
)
from showdown.management.commands.backup import (
    DATABASE,
    DIGESTS,
    FILES,
    FORMAT,
    KEYS,
    MANIFEST,
    ROOT,
    Manifest,
    postgres_command,
    server_version,
)
from showdown.words.ranks import how_many

_PIECE = 1 << 20
_AS_ONE_SCRIPT = (
    *("--quiet", "--output=/dev/null", "--no-psqlrc", "--single-transaction"),
    *("-v", "ON_ERROR_STOP=1"),
)
"""Options of psql: run all statements or none, and print nothing."""
_SET_TIMEOUT = b"SET transaction_timeout = 0;"
"""A statement in every script of pg_restore 17 or newer, which older servers reject."""


class Command(ShowdownCommand):
    help = "Restore the batch files, the keys and the database from a backup, into a new database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=InputFile, help="a file written by `backup`; - for standard input"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        with on_termination(interrupt), _open(file) as archive:
            count = _restore(archive, _check_members(archive, file))
        self.stdout.write(f"Restored the database and {how_many(count, 'batch file')}.")
        self.stdout.write("The next `manage.py up` migrates it to the version of this site.")


@contextmanager
def _open(source: str) -> Iterator[tarfile.TarFile]:
    """Open the backup. Standard input is copied to a file, because the backup is read twice."""
    with TemporaryFile() if source == STANDARD else Path(source).open("rb") as file:
        if source == STANDARD:
            shutil.copyfileobj(binary_stream(sys.stdin), file, _PIECE)
            file.seek(0)
        try:
            archive = tarfile.open(fileobj=file)  # noqa: SIM115, closed by the block below
        except tarfile.TarError as error:
            raise CommandError(f"{source} is not a backup of this site: {error}") from None
        with archive:
            yield archive


def _check_members(archive: tarfile.TarFile, source: str) -> Manifest:
    """Compare every member with its digest, and return the manifest."""
    fields: dict[str, Any] = {}
    with suppress(tarfile.TarError, ValueError):
        first = archive.next()
        manifest = archive.extractfile(first) if first and first.name == MANIFEST else None
        fields = json.load(manifest) if manifest else {}
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise CommandError(f"{source} is not a backup of this site")
    written, digests = {}, {}
    try:
        for member, content in _contents(archive):
            if member == DIGESTS:
                written = json.load(content)
            else:
                digests[member] = file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
    except (tarfile.TarError, EOFError, ValueError) as error:
        raise CommandError(f"{source} is damaged or cut off: {error}") from None
    if written != digests:
        names = [name for name in digests | written if written.get(name) != digests.get(name)]
        raise CommandError(f"{source} is damaged or cut off at {names[0]}: nothing was restored")
    return Manifest(**fields)


def _contents(archive: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    for member in archive.getmembers():
        if (content := archive.extractfile(member)) is not None:
            yield member.name, content


def _restore(archive: tarfile.TarFile, manifest: Manifest) -> int:
    """Restore everything, and return the number of batch files.

    Create the embedded database if it is missing. Raise CommandError if the database has tables, or
    if the backup is newer than this site or its server.
    """
    home: Path | None = connection.settings_dict.get("DATA_DIRECTORY")
    if home and cluster_in(home).exists():
        home = None
    if home is None and connection.introspection.table_names():
        raise CommandError("the database is not empty: a backup is restored into a new one")
    _refuse_newer(manifest, int(VERSION) if home else server_version() // 10_000)
    with TemporaryFile() as dump, ExitStack() as undone:
        keys: list[tuple[Path, Path]] = []
        count = 0
        for member, content in _contents(archive):
            if member in KEYS:
                # The key is replaced only after the database has been restored.
                key = Path(getattr(settings, KEYS[member]))
                with NamedTemporaryFile(dir=key.parent, delete=False) as staged:
                    undone.callback(Path(staged.name).unlink, missing_ok=True)
                    shutil.copyfileobj(content, staged)
                keys.append((Path(staged.name), key))
            elif member == DATABASE:
                shutil.copyfileobj(content, dump, _PIECE)
            elif member.startswith(f"{FILES}{ROOT}/"):
                name = member.removeprefix(FILES)
                default_storage.delete(name)
                undone.callback(default_storage.delete, name)
                default_storage.save(name, File(content))
                count += 1
        dump.seek(0)

        def fill(socket: str | None = None) -> None:
            _run_dump(dump, socket)
            for staged, key in keys:
                staged.replace(key)

        if home:
            create(home, fill)
        else:
            fill()
        undone.pop_all()
    return count


def _refuse_newer(manifest: Manifest, server: int) -> None:
    known = MigrationLoader(None).disk_migrations or ()
    if unknown := [name for name in manifest.migrations if tuple(name) not in known]:
        raise CommandError(
            f"the backup was made by a newer version of this site ({manifest.version}, with"
            f" {'.'.join(unknown[-1])}): update the site first"
        )
    needed = manifest.postgresql // 10_000
    if needed > server:
        raise CommandError(
            f"the backup was made with PostgreSQL {needed}, and this server is PostgreSQL"
            f" {server}: use PostgreSQL {needed} or newer"
        )


def _run_dump(dump: IO[bytes], socket: str | None) -> None:
    """Restore the dump in one transaction."""
    with NamedTemporaryFile(buffering=0) as script:
        # Pass the name of the file: on standard output, pg_restore would set append mode.
        options = ("--no-owner", "--no-privileges", f"--file={script.name}")
        words = [str(binaries() / "pg_restore"), *options]
        done = subprocess.run(words, stdin=dump, stderr=subprocess.PIPE, check=False)
        if not done.returncode:
            position = script.read(4096).find(_SET_TIMEOUT)
            if position >= 0:
                script.seek(position)
                script.write(b" " * len(_SET_TIMEOUT))
            script.seek(0)
            command = postgres_command("psql", *_AS_ONE_SCRIPT, socket=socket)
            done = subprocess.run(**command, stdin=script, check=False)
        if done.returncode:
            reason = done.stderr.decode(errors="replace").strip()
            raise CommandError(f"the database could not be restored: {reason}")
