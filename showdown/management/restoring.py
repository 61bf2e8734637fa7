"""Puts a backup back. All of it is checked first, and takes its place when all is there."""

import json
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection

from omahasite.embedded.cluster import VERSION
from omahasite.embedded.server import cluster_in, create
from showdown.management import backups
from showdown.management.backups import Manifest
from showdown.management.postgres import make_script, run

_PIECE = 1 << 20
_TRANSACTION_TIMEOUT_SINCE = 17
_SET_TIMEOUT = b"SET transaction_timeout = 0;"
"""Stands in the first lines of a dump by PostgreSQL's newest programs."""
_AS_ONE_SCRIPT = (
    *("--quiet", "--output=/dev/null", "--no-psqlrc", "--single-transaction"),
    *("-v", "ON_ERROR_STOP=1"),
)
"""Options of psql: run all statements or none, without output."""


def restore(source: Path) -> int:
    """Restore everything into a database without tables. Returns how many files there were.

    Without an embedded database one is made. Raises CommandError if there are tables, or the file
    isn't a backup, is damaged, or newer than this site or its server.
    """
    with _opened(source) as archive:
        manifest = _checked(archive, source)
        home = _home_without_database()
        if home is None and connection.introspection.table_names():
            raise CommandError("the database is not empty: a backup is restored into a new one")
        _refuse_newer(manifest, int(VERSION) if home else _release())
        with (
            _database_dump(archive) as dump,
            _staged_keys(archive) as keys,
            ExitStack() as undone,
        ):
            count = _restore_files(archive, undone)

            def fill(place: str | None = None) -> None:
                _restore_database(dump, place)
                for written, key in keys:
                    written.replace(key)

            if home:
                create(home, fill)
            else:
                fill()
            undone.pop_all()
    return count


def _home_without_database() -> Path | None:
    home = connection.settings_dict.get("DATA_DIRECTORY")
    return home if home and not cluster_in(home).exists() else None


def _release() -> int:
    """The site's server is of this release of PostgreSQL: 18."""
    return backups.server_version() // 10_000


@contextmanager
def _opened(source: Path) -> Iterator[tarfile.TarFile]:
    try:
        archive = tarfile.open(source)  # noqa: SIM115, closed below
    except tarfile.TarError as error:
        raise CommandError(f"{source} is not a backup of this site: {error}") from None
    with archive:
        yield archive


def _checked(archive: tarfile.TarFile, source: Path) -> Manifest:
    """What the backup is of, once every byte of it is known to be as it was written."""
    manifest = _manifest(archive)
    if manifest is None:
        raise CommandError(f"{source} is not a backup of this site")
    try:
        written, digests = _digests(archive)
    except (tarfile.TarError, EOFError, ValueError) as error:
        raise CommandError(f"{source} is damaged or cut off: {error}") from None
    if written != digests:
        names = [name for name in digests | written if written.get(name) != digests.get(name)]
        raise CommandError(f"{source} is damaged or cut off at {names[0]}: nothing was restored")
    return manifest


def _manifest(archive: tarfile.TarFile) -> Manifest | None:
    """It comes first; None where there is none that this site can read."""
    with suppress(tarfile.TarError, ValueError, TypeError, AttributeError):
        first = archive.next()
        content = archive.extractfile(first) if first and first.name == backups.MANIFEST else None
        fields = json.load(content) if content else {}
        if fields.pop("format", None) == backups.FORMAT:
            return Manifest(**fields)
    return None


def _digests(archive: tarfile.TarFile) -> tuple[dict[str, str], dict[str, str]]:
    """The digests at the end of the archive, and those of the members before it."""
    written, digests = {}, {}
    for member, content in _contents(archive):
        if member == backups.DIGESTS:
            written = json.load(content)
            continue
        digests[member] = file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
    return written, digests


def _contents(archive: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    for member in archive.getmembers():
        if (content := archive.extractfile(member)) is not None:
            yield member.name, content


def _refuse_newer(manifest: Manifest, server: int) -> None:
    known = backups.known_migrations()
    if unknown := [name for name in manifest.migrations if name not in known]:
        raise CommandError(
            f"the backup was made by a newer version of this site ({manifest.version}, with"
            f" {'.'.join(unknown[-1])}): update the site first"
        )
    if manifest.postgresql // 10_000 > server:
        raise CommandError(
            f"the backup is of PostgreSQL {manifest.postgresql // 10_000}, and this server is"
            f" PostgreSQL {server}: use a server at least as new"
        )


def _restore_files(archive: tarfile.TarFile, undone: ExitStack) -> int:
    """Batch files come before the database that names them; if it fails, they go."""
    count = 0
    for member, content in _contents(archive):
        if member.startswith(f"{backups.FILES}{backups.ROOT}/"):
            name = member.removeprefix(backups.FILES)
            default_storage.delete(name)
            undone.callback(default_storage.delete, name)
            default_storage.save(name, File(content))
            count += 1
    return count


@contextmanager
def _database_dump(archive: tarfile.TarFile) -> Iterator[IO[bytes]]:
    with TemporaryFile() as dump:
        for member, content in _contents(archive):
            if member == backups.DATABASE:
                shutil.copyfileobj(content, dump, _PIECE)
        yield dump


@contextmanager
def _staged_keys(archive: tarfile.TarFile) -> Iterator[list[tuple[Path, Path]]]:
    """Each key in a file beside its place, and the place."""
    keys: list[tuple[Path, Path]] = []
    try:
        for member, content in _contents(archive):
            if member in backups.KEYS:
                key = Path(getattr(settings, backups.KEYS[member]))
                with NamedTemporaryFile(dir=key.parent, delete=False) as file:
                    keys.append((Path(file.name), key))
                    shutil.copyfileobj(content, file)
        yield keys
    finally:
        for written, _ in keys:
            written.unlink(missing_ok=True)


def _restore_database(dump: IO[bytes], place: str | None) -> None:
    """All of it or nothing."""
    dump.seek(0)
    if place or _release() >= _TRANSACTION_TIMEOUT_SINCE:
        options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
        run("pg_restore", *options, place=place, stdin=dump)
        return
    with NamedTemporaryFile() as file:
        make_script(dump, Path(file.name))
        _blank_out_timeout(Path(file.name))
        run("psql", *_AS_ONE_SCRIPT, f"--file={file.name}")


def _blank_out_timeout(script: Path) -> None:
    """Older servers don't know the setting."""
    with script.open("r+b") as file:
        at = file.read(4096).find(_SET_TIMEOUT)
        if at >= 0:
            file.seek(at)
            file.write(b" " * len(_SET_TIMEOUT))
