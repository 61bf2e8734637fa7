"""restore FILE: restore a backup into an empty database."""

import json
import shutil
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection

from omahasite.embedded.cluster import programs_directory
from omahasite.embedded.server import cluster_in, create_cluster
from showdown.batches.storage import ROOT, batches_with_files, remove_folder
from showdown.management.base import (
    STANDARD_STREAM,
    InputFile,
    ShowdownCommand,
    binary_stream,
    cleaning_up_on_termination,
)
from showdown.management.commands.backup import DATABASE, DIGESTS, FILES, KEYS, run_program
from showdown.words.ranks import count_text

_SET_TIMEOUT = b"SET transaction_timeout = 0;"
"""A statement in every script of pg_restore 17 or newer; older servers reject the statement."""


class Command(ShowdownCommand):
    help = "Restore the batch files, the keys and the database from a backup, into a new database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        file_help = "a file written by `backup`; - for standard input"
        parser.add_argument("file", type=InputFile, help=file_help)

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        """Restore the backup. Create the embedded database if it is missing."""
        home: Path | None = connection.settings_dict.get("DATA_DIRECTORY")
        exists = home is None or cluster_in(home).exists()
        if exists and connection.introspection.table_names():
            raise CommandError("the database is not empty: a backup is restored into a new one")
        keys, files = {}, []
        present_folders = {f"{ROOT}/{batch}" for batch in batches_with_files()}
        with cleaning_up_on_termination(), _open_verified(file) as archive, TemporaryFile() as dump:
            try:
                for name, content in _iterate_members(archive):
                    if name in KEYS:
                        keys[Path(getattr(settings, KEYS[name]))] = content.read()
                    elif name == DATABASE:
                        shutil.copyfileobj(content, dump)
                    elif name.startswith(FILES):
                        files.append(name.removeprefix(FILES))
                        default_storage.delete(files[-1])
                        default_storage.save(files[-1], File(content))
                if home:
                    create_cluster(home)
                _restore_dump(dump)
            except BaseException:
                # Folders that were present may be those of another site.
                for folder in {"/".join(name.split("/")[:2]) for name in files} - present_folders:
                    remove_folder(folder)
                raise
        # The keys are replaced only after the database has been restored.
        for path, key in keys.items():
            path.touch(mode=0o600)
            path.write_bytes(key)
        self.stdout.write(f"Restored the database and {count_text(len(files), 'batch file')}.")
        self.stdout.write(
            "The next `manage.py up` migrates the database to the version of this site."
        )


@contextmanager
def _open_verified(source: str) -> Iterator[tarfile.TarFile]:
    """Open the backup. Raise CommandError if a member differs from its digest.

    Standard input is copied to a file, because the backup is read twice.
    """
    stated_digests, digests = None, {}
    with TemporaryFile() if source == STANDARD_STREAM else Path(source).open("rb") as file:
        if source == STANDARD_STREAM:
            shutil.copyfileobj(binary_stream(sys.stdin), file)
            file.seek(0)
        try:
            archive = tarfile.open(fileobj=file)  # noqa: SIM115, closed with its file
            for name, content in _iterate_members(archive):
                if name == DIGESTS:
                    stated_digests = json.load(content)
                else:
                    digests[name] = file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
        except (tarfile.TarError, EOFError, ValueError) as error:
            message = f"{source} is damaged, or isn't a backup of this site: {error}"
            raise CommandError(message) from None
        if stated_digests is None:
            raise CommandError(f"{source} is cut off, or isn't a backup of this site")
        if stated_digests != digests:
            names = [
                name
                for name in digests | stated_digests
                if stated_digests.get(name) != digests.get(name)
            ]
            raise CommandError(f"{source} is damaged at {names[0]}: nothing was restored")
        yield archive


def _iterate_members(archive: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    for member in archive.getmembers():
        if (content := archive.extractfile(member)) is not None:
            yield member.name, content


def _restore_dump(dump: IO[bytes]) -> None:
    dump.seek(0)
    with NamedTemporaryFile(buffering=0) as script:
        # Pass the name of the file: on standard output, pg_restore would set append mode.
        options = ("--no-owner", "--no-privileges", f"--file={script.name}")
        command = [str(programs_directory() / "pg_restore"), *options]
        if subprocess.run(command, stdin=dump, check=False).returncode:
            raise CommandError("the database of the backup can't be read")
        position = script.read(4096).find(_SET_TIMEOUT)
        if position >= 0:
            script.seek(position)
            script.write(b" " * len(_SET_TIMEOUT))
        script.seek(0)
        quiet = ("--quiet", "--output=/dev/null", "--no-psqlrc")
        in_one_transaction = ("--single-transaction", "-v", "ON_ERROR_STOP=1")
        run_program("psql", *quiet, *in_one_transaction, stdin=script)
