"""backup FILE: write the database, the batch files and the keys to one tar file.

Batch files are written once and never changed. They are copied before the database, and new files
are copied after it, so the backup has every file that the copied database names, even if the site
is running. The last member has the digest of every other member.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from omahasite import VERSION
from omahasite.embedded.cluster import PORT, USER, binaries
from showdown.batches.files import piece_name
from showdown.management.base import (
    BAD_INPUT,
    STANDARD,
    OutputFile,
    ShowdownCommand,
    interrupt,
    on_termination,
    unusable,
)
from showdown.management.outputs import whole_output
from showdown.models import Batch, State
from showdown.models.batch import Block, Export
from showdown.words.ranks import how_many

ROOT = "batches"
MANIFEST, DATABASE, FILES, DIGESTS = "manifest.json", "database.dump", "files/", "sha256.json"
KEYS = {"secret-key": "SECRET_KEY_FILE", "audit-key": "AUDIT_KEY_FILE"}
"""Members of the archive, and the settings with the paths of these keys."""
FORMAT = 2


class Command(ShowdownCommand):
    help = "Write the database, the batch files and the keys to one file, which must stay secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=OutputFile, help="the tar file to write; - for standard output"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        if file == STANDARD and sys.stdout is not None and sys.stdout.isatty():
            raise unusable(
                "a backup is not written to a terminal: give a file or redirect the output"
            )
        with on_termination(interrupt):
            migrations = sorted(map(list, MigrationRecorder(connection).applied_migrations()))
            if not migrations:
                raise CommandError("there is nothing to back up: the database has no tables")
            if _named_files() and not any(_files_in(ROOT)):
                raise CommandError(
                    "the database has batches, but none of their files is in"
                    f" {settings.BATCH_STORAGE_S3_BUCKET or settings.MEDIA_ROOT}: use the settings"
                    " of the site (MEDIA_ROOT, or those of its bucket)"
                )
            with (
                whole_output(file, is_secret=True) as target,
                tarfile.open(fileobj=target, mode="w|") as archive,
            ):
                manifest = Manifest(VERSION, server_version(), migrations)
                written, missing = _write(archive, manifest)
        self.notify(f"{file}: the database and {how_many(len(written), 'batch file')}")
        if missing:
            message = f"{how_many(len(missing), 'batch file')} missing, such as {min(missing)}"
            raise CommandError(message, returncode=BAD_INPUT)


class Manifest(NamedTuple):
    """The versions of the site and of the server (180001 is 18.1), and the migrations."""

    version: str
    postgresql: int
    migrations: list[list[str]]


def server_version() -> int:
    """Return PostgreSQL's version number: 180001 is 18.1."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0])


def postgres_command(program: str, *options: str, socket: str | None = None) -> dict[str, Any]:
    """Return the arguments for `subprocess.run` of a PostgreSQL client on the site's database.

    `socket` is the socket directory of an embedded server to use instead.
    """
    client, server = connection.client_class, connection.settings_dict
    variables: dict[str, str] | None = None
    if socket is None:
        [_, *address], variables = client.settings_to_cmd_args_env(server, [])
    else:
        address = ["-h", socket, "-p", str(PORT), "-U", USER, server["NAME"]]
    words = [str(binaries() / program), *options, *address[:-1], "--dbname", address[-1]]
    return {"args": words, "env": os.environ | (variables or {}), "stderr": subprocess.PIPE}


def _write(archive: tarfile.TarFile, manifest: Manifest) -> tuple[set[str], set[str]]:
    """Write all members. Return the names of the written and of the missing batch files."""
    digests: dict[str, str] = {}

    def add(name: str, stream: IO[bytes] | File) -> None:
        member = tarfile.TarInfo(name)
        member.size = stream.seek(0, os.SEEK_END)
        member.mode = 0o600
        stream.seek(0)
        digests[name] = file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
        stream.seek(0)
        archive.addfile(member, stream)  # type: ignore[arg-type]

    def add_new_files() -> None:
        for name in list(_files_in(ROOT)):
            if name not in written:
                # A file that was removed in the meantime isn't needed.
                with suppress(FileNotFoundError), default_storage.open(name) as file:
                    add(f"{FILES}{name}", file)
                    written.add(name)

    add(MANIFEST, _json_stream({"format": FORMAT, **manifest._asdict()}))
    for name, setting in KEYS.items():
        with suppress(FileNotFoundError), Path(getattr(settings, setting)).open("rb") as key:
            add(name, key)
    written: set[str] = set()
    add_new_files()
    with TemporaryFile() as dump:
        command = postgres_command("pg_dump", "--format=custom", "--no-owner", "--no-privileges")
        done = subprocess.run(**command, stdout=dump, check=False)
        if done.returncode:
            reason = done.stderr.decode(errors="replace").strip()
            raise CommandError(f"pg_dump failed: {reason}")
        add(DATABASE, dump)
    named = _named_files()
    add_new_files()
    # The files of a batch that was canceled or removed in the meantime are gone.
    missing = (named - written) & _named_files() if named - written else set()
    add(DIGESTS, _json_stream(digests))
    return written, missing


def _json_stream(document: Any) -> IO[bytes]:
    return io.BytesIO(json.dumps(document).encode())


def _named_files() -> set[str]:
    """Return the files that the database names, and the first piece of each upload."""
    kept = Batch.objects.exclude(state__in=(State.CANCELLED, State.REMOVED))
    blocks, exports = Block.objects.filter(batch__in=kept), Export.objects.filter(batch__in=kept)
    names = chain(
        (
            piece_name(batch, 0)
            for batch in kept.filter(input_bytes__gt=0).values_list("id", flat=True)
        ),
        kept.values_list("report", flat=True),
        blocks.values_list("output", flat=True),
        blocks.values_list("error_file", flat=True),
        exports.values_list("name", flat=True),
    )
    return set(filter(None, names))


def _files_in(folder: str) -> Iterator[str]:
    with suppress(FileNotFoundError):
        folders, names = default_storage.listdir(folder)
        for name in folders:
            yield from _files_in(f"{folder}/{name}")
        for name in names:
            yield f"{folder}/{name}"
