"""What was backed up is restored in another place, and is the same."""

import io
import json
import os
import subprocess
import sys
import tarfile
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from omahasite.embedded.owner import owner_of
from omahasite.embedded.server import VERSION, binaries
from tests.batches.conftest import deals
from tests.site.conftest import made

ROOT = Path(__file__).resolve().parents[2]

COUNT = """
import json
from django.contrib.auth.models import User
from showdown.models import Batch, Showdown
print(json.dumps([User.objects.count(), Batch.objects.get().deals, Showdown.objects.count()]))
"""


class Place:
    """A site's folder: its database, its files and its key."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def manage(self, *arguments, stdin=b"", ok=True):
        names = {
            "POSTGRES_DIRECTORY": "data base",
            "MEDIA_ROOT": "files",
            "SECRET_KEY_FILE": "key",
            "AUDIT_KEY_FILE": "audit key",
        }
        places = {name: str(self.folder / place) for name, place in names.items()}
        command = [sys.executable, ROOT / "manage.py", *map(str, arguments)]
        ran = subprocess.run(
            command, input=stdin, capture_output=True, check=False, env=os.environ | places
        )
        assert (ran.returncode == 0) is ok, ran.stderr.decode()
        return (ran.stdout if ok else ran.stderr).decode()

    def counts(self):
        return json.loads(self.manage("shell", "-v0", "-c", COUNT))


@contextmanager
def older_server(programs, home, version):
    """Executes statements on a server of another version, which keeps them in this home."""
    cluster = home / version
    home.mkdir()
    owner = owner_of(cluster)
    owner.must_read(programs.parent)
    owner.must_reach(cluster)
    owner.own(cluster)
    owner.run([programs / "initdb", "-D", cluster, "--username=postgres", "--auth=trust"], cluster)
    with TemporaryDirectory() as name:
        owner.own(Path(name))
        options = [
            "-D",
            cluster,
            "-w",
            "-l",
            cluster / "log",
            "-o",
            f"-k {name} -c listen_addresses=",
        ]
        owner.run([programs / "pg_ctl", "start", *options], cluster)
        with psycopg.connect(host=name, user="postgres", autocommit=True) as connection:
            yield connection.execute
        owner.run([programs / "pg_ctl", "stop", "-D", cluster, "-m", "fast"], cluster)


@pytest.fixture
def folder():
    with made() as folder:
        yield folder


def test_a_backup_is_restored_into_an_empty_place(folder):
    first, second = Place(folder / "first"), Place(folder / "second")
    first.manage("migrate", "-v0")
    first.manage("createsuperuser", "--no-input", "--username=ann", "--email=a@example.org")
    text = deals(50)
    batch = first.manage("batch", "submit", "--store", "--user", "ann", "-", stdin=text).strip()
    first.manage("worker", "--until-idle")
    first.manage("backup", folder / "kept.tar")
    assert (folder / "kept.tar").stat().st_mode & 0o077 == 0

    assert "Restored" in second.manage("restore", folder / "kept.tar")
    assert second.counts() == first.counts() == [1, 50, 50]
    assert (second.folder / "key").read_text() == (first.folder / "key").read_text()
    fetched = [place.manage("batch", "fetch", batch, "-") for place in (first, second)]
    assert fetched[0] == fetched[1] != ""
    second.manage("migrate", "--check", "-v0")

    refused = second.manage("restore", folder / "kept.tar", ok=False)
    assert "the database is not empty: a backup is restored into a new one" in refused
    assert second.counts() == [1, 50, 50]


def test_what_is_no_backup_is_refused(folder):
    place = Place(folder / "place")
    (folder / "text").write_text("no backup")
    assert "is not a backup of this site" in place.manage("restore", folder / "text", ok=False)
    for name in ("other", "manifest.json"):
        with tarfile.open(folder / "other.tar", "w") as archive:
            archive.addfile(tarfile.TarInfo(name), io.BytesIO())
        said = place.manage("restore", folder / "other.tar", ok=False)
        assert "CommandError: " in said
        assert "is not a backup of this site" in said


def test_a_backup_that_is_cut_off_restores_nothing(folder):
    place, backup = Place(folder / "place"), folder / "backup.tar"
    place.manage("migrate", "-v0")
    place.manage("backup", backup)
    backup.write_bytes(backup.read_bytes()[:-30_000])
    other = Place(folder / "other")
    assert "is cut off" in other.manage("restore", backup, ok=False)
    assert not other.manage("dbshell", "--", "-tAc", r"\dt").strip()


def test_the_database_of_another_version_is_not_passed_over(folder):
    """It is said, by every command; and one command moves it."""
    place = Place(folder / "place")
    installed = binaries().parents[1].glob("pginstall*")
    older = next(each for each in installed if each != binaries().parent)
    asked = [older / "bin" / "postgres", "-V"]
    said = subprocess.run(asked, capture_output=True, text=True, check=True)
    version = said.stdout.split()[2].split(".")[0]
    assert version != VERSION
    home = place.folder / "data base"
    with older_server(older / "bin", home, version) as kept:
        kept("CREATE TABLE kept AS SELECT 7 AS number")
    refused = place.manage("migrate", "-v0", ok=False)
    assert f"a database of another version of PostgreSQL at {home / version}" in refused
    assert not (home / VERSION).exists()
    assert f"kept at {home / version}.upgraded" in place.manage("upgrade_database")
    asked = place.manage("dbshell", "--", "-tAc", "SELECT number FROM kept")
    assert asked == "7\n"
