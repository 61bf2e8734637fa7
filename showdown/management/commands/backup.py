"""backup FILE: write the database, the batch files and the keys to one tar file.

Batch files are written once and never changed. They are copied after the database, so the backup
has every file that the copied database names, unless a batch is removed in the meantime. The last
member has the SHA-256 of every other member.
"""

import json
import os
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection

from omahasite.embedded.cluster import programs_directory
from showdown.batches.storage import ROOT, list_files, piece_name
from showdown.files.byte_streams import WatchedStream
from showdown.management.base import (
    STANDARD_STREAM,
    OutputFile,
    ShowdownCommand,
    cleaning_up_on_termination,
    unusable_error,
)
from showdown.management.outputs import atomic_output
from showdown.models import Batch, Block, Export, State
from showdown.words.ranks import count_text

DATABASE, FILES, DIGESTS = "database.dump", "files/", "sha256.json"
KEYS = {"secret-key": "SECRET_KEY_FILE", "audit-key": "AUDIT_KEY_FILE"}
"""The members of the archive that are keys, and the settings with the paths of the keys."""


class Command(ShowdownCommand):
    help = "Write the database, the batch files and the keys to one file, which must stay secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        file_help = "the tar file to write; - for standard output"
        parser.add_argument("file", type=OutputFile, help=file_help)

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        if file == STANDARD_STREAM and sys.stdout is not None and sys.stdout.isatty():
            reason = "a backup is not written to a terminal: give a file or redirect the output"
            raise unusable_error(reason)
        digests: dict[str, str] = {}
        with (
            cleaning_up_on_termination(),
            TemporaryFile() as dump,
            atomic_output(file, is_secret=True) as target,
            tarfile.open(fileobj=target, mode="w|") as archive,
        ):
            run_program("pg_dump", "--format=custom", "--no-owner", "--no-privileges", stdout=dump)
            named_files = _find_named_files()
            for name, content in _iterate_members(dump):
                digests[name] = _add_member(archive, name, content)
            written_files = {name.removeprefix(FILES) for name in digests if name.startswith(FILES)}
            if named_files and not written_files:
                raise CommandError(
                    "the database has batches, but none of their files is in"
                    f" {settings.BATCH_STORAGE_S3_BUCKET or settings.MEDIA_ROOT}: use the settings"
                    " of the site (MEDIA_ROOT, or those of its bucket)"
                )
            _add_member(archive, DIGESTS, BytesIO(json.dumps(digests).encode()))
        self.notify(f"{file}: the database and {count_text(len(written_files), 'batch file')}")
        if missing_files := named_files - written_files:
            # The files of a batch that was canceled or removed in the meantime are gone.
            missing_files &= _find_named_files()
        if missing_files:
            count = count_text(len(missing_files), "batch file")
            message = f"{count} missing, such as {min(missing_files)}"
            raise CommandError(message)


def _iterate_members(dump: IO[bytes]) -> Iterator[tuple[str, Any]]:
    """Yield the names and contents of the dump, the keys and the files that exist."""
    yield DATABASE, dump
    for name, setting in KEYS.items():
        with suppress(FileNotFoundError), Path(getattr(settings, setting)).open("rb") as key:
            yield name, key
    for name in list_files(ROOT):
        with suppress(FileNotFoundError), default_storage.open(name) as content:
            yield f"{FILES}{name}", content


def _add_member(archive: tarfile.TarFile, name: str, content: Any) -> str:
    """Add a member to the archive, and return its SHA-256."""
    member = tarfile.TarInfo(name)
    member.size = content.seek(0, os.SEEK_END)
    member.mode = 0o600
    content.seek(0)
    # Hash what is copied: a file that is being written may grow.
    digest = sha256()
    archive.addfile(member, WatchedStream(content, digest.update))  # type: ignore[arg-type]
    return digest.hexdigest()


def run_program(program: str, *options: str, **streams: Any) -> None:
    """Run a client of PostgreSQL on the site's database. Raise CommandError if it fails."""
    server = connection.settings_dict
    [_, *address], variables = connection.client_class.settings_to_cmd_args_env(server, [])
    completed = subprocess.run(
        [str(programs_directory() / program), *options, *address[:-1], "--dbname", address[-1]],
        env=os.environ | (variables or {}),  # type: ignore[operator]
        stderr=subprocess.PIPE,
        check=False,
        **streams,
    )
    if completed.returncode:
        reason = completed.stderr.decode(errors="replace").strip()
        raise CommandError(f"{program} failed: {reason}")


def _find_named_files() -> set[str]:
    """Return the names of the files that the database names, and of each upload's first piece."""
    batches = Batch.objects.exclude(state__in=(State.CANCELLED, State.REMOVED))
    uploads = batches.filter(input_bytes__gt=0).values_list("id", flat=True)
    names = {piece_name(batch, 0) for batch in uploads}
    for rows, field in (
        (batches, "report"),
        (Block.objects.filter(batch__in=batches), "output"),
        (Block.objects.filter(batch__in=batches), "error_file"),
        (Export.objects.filter(batch__in=batches), "name"),
    ):
        names.update(rows.values_list(field, flat=True))
    return names - {""}
