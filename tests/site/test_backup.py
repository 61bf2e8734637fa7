"""Test that a backup that is restored elsewhere yields the same site."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from omahasite.embedded.cluster import VERSION, Cluster, programs_directory, run_as_owner
from showdown.batches import storage
from showdown.models import State
from showdown.models.batch import Block
from tests import ROOT, run_program
from tests.batches.conftest import deals
from tests.factories import BatchFactory, UserFactory
from tests.site.conftest import new_directory

SUBMIT_SCRIPT = """
import sys
from django.contrib.auth.models import User
from showdown.batches.uploads import UploadSession
from showdown.evaluator.games import OMAHA_HILO
from showdown.models.people import Person
with UploadSession(Person(account=User.objects.get())) as session:
    session.read_from(sys.stdin.buffer.read)
    session.submit(name="deals.txt", game=OMAHA_HILO, stores=True)
"""
SUMMARY_SCRIPT = """
import json
from django.contrib.auth.models import User
from showdown.batches.results import SettledRecords
from showdown.models import Batch, Showdown
batch = Batch.objects.get()
output = b"".join(SettledRecords(batch).read()).decode()
print(json.dumps([User.objects.count(), batch.deals, Showdown.objects.count(), output]))
"""


RESTORE_SCRIPT = """
from django.contrib.auth.models import User
from django.core.management import call_command
call_command("restore", {!r})
print(User.objects.get().username)
"""


class SiteFolder:
    def __init__(self, folder):
        self.folder = folder
        self.variables = {}
        folder.mkdir()

    def manage(self, *arguments, stdin=b"", ok=True):
        completed = self.run(*arguments, stdin=stdin)
        assert (completed.returncode == 0) is ok, completed.stderr.decode()
        return (completed.stdout if ok else completed.stderr).decode()

    def run(self, *arguments, stdin=b""):
        names = {
            "POSTGRES_DIRECTORY": "data base",
            "MEDIA_ROOT": "files",
            "SECRET_KEY_FILE": "key",
            "AUDIT_KEY_FILE": "audit key",
        }
        paths = {name: str(self.folder / path) for name, path in names.items()}
        command = [sys.executable, ROOT / "manage.py", *map(str, arguments)]
        options = {"env": os.environ | paths | self.variables, "input": stdin}
        return subprocess.run(command, capture_output=True, check=False, **options)

    def copy_database_from(self, new_site):
        shutil.copytree(new_site / "data base", self.folder / "data base")
        (self.folder / "key").write_text("k" * 50)
        return self

    def summary(self):
        return json.loads(self.manage("shell", "-v0", "-c", SUMMARY_SCRIPT))


@contextmanager
def older_server(programs, home, version):
    home.mkdir()
    cluster = Cluster(home / version, programs)
    cluster.directory.mkdir()
    run_as_owner(
        [programs / "initdb", "-D", ".", "--username=postgres", "--auth=trust"], cluster.directory
    )
    socket = cluster.start()
    with psycopg.connect(host=socket, user="postgres", autocommit=True) as connection:
        yield connection.execute, socket
    cluster.stop()


def older_programs():
    folders = programs_directory().parents[1].glob("pginstall*")
    programs = next(folder for folder in folders if folder != programs_directory().parent) / "bin"
    version_line = run_program([programs / "postgres", "-V"], check=True).stdout
    return programs, version_line.split()[2].split(".")[0]


@pytest.fixture
def folder():
    with new_directory() as folder:
        yield folder


@pytest.fixture
def backup(folder, settings, transactional_db):
    settings.MEDIA_ROOT = str(folder / "media")
    settings.SECRET_KEY_FILE = folder / "key"
    settings.SECRET_KEY_FILE.write_text("k" * 50)
    UserFactory(username="ann")
    call_command("backup", str(folder / "kept.tar"))
    return folder / "kept.tar"


@pytest.mark.long
def test_a_backup_is_restored_into_an_empty_folder(folder, new_site):
    first = SiteFolder(folder / "first").copy_database_from(new_site)
    second = SiteFolder(folder / "second")
    first.manage("createsuperuser", "--no-input", "--username=ann", "--email=a@example.org")
    first.manage("shell", "-v0", "-c", SUBMIT_SCRIPT, stdin=deals(50))
    first.manage("worker", "--until-idle")
    first.manage("backup", folder / "kept.tar")
    assert (folder / "kept.tar").stat().st_mode & 0o077 == 0
    completed = first.run("backup", "-")
    assert re.fullmatch(rb"-: the database and \d batch files?\n", completed.stderr)
    with tarfile.open(fileobj=io.BytesIO(completed.stdout)) as archive:
        assert archive.getnames()[-1] == "sha256.json"

    third = SiteFolder(folder / "third")
    assert "Restored" in third.manage("restore", "-", stdin=completed.stdout)
    assert "Restored" in second.manage("restore", folder / "kept.tar")
    expected = first.summary()
    assert expected[:3] == [1, 50, 50]
    assert "=> Hand" in expected[3]
    assert second.summary() == third.summary() == expected
    key = second.folder / "key"
    assert key.read_text() == (first.folder / "key").read_text()
    assert key.stat().st_mode & 0o077 == 0
    second.manage("migrate", "--check", "-v0")

    error = second.manage("restore", folder / "kept.tar", ok=False)
    assert "the database is not empty: a backup is restored into a new one" in error
    assert second.summary() == expected


@pytest.mark.parametrize("has_manifest", [False, True])
def test_a_backup_is_restored_with_its_accounts(folder, backup, has_manifest):
    """Backups of earlier versions begin with a manifest and the keys."""
    if has_manifest:
        manifest = {"manifest.json": b'{"format": 2}'}
        rewrite(backup, lambda members: manifest | {"secret-key": members["secret-key"]} | members)
    output = SiteFolder(folder / "site").manage(
        "shell", "-v0", "-c", RESTORE_SCRIPT.format(str(backup))
    )
    first, *_, username = output.splitlines()
    assert (first, username) == ("Restored the database and 0 batch files.", "ann")


def rewrite(backup, change):
    with tarfile.open(backup) as archive:
        members = {member.name: archive.extractfile(member).read() for member in archive}
    members = change(members)
    del members["sha256.json"]
    digests = {name: sha256(content).hexdigest() for name, content in members.items()}
    members["sha256.json"] = json.dumps(digests).encode()
    with tarfile.open(backup, "w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


@pytest.fixture
def unused_database(folder, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "DATA_DIRECTORY", folder / "site")
    yield folder / "site"
    assert not (folder / "site").exists()


def restore_error(file):
    with pytest.raises(CommandError) as error:
        call_command("restore", str(file))
    return str(error.value)


def test_an_unusable_backup_leaves_no_files(folder, backup, monkeypatch, settings):
    settings.MEDIA_ROOT = str(folder / "new media")
    new, other = (Path(settings.MEDIA_ROOT) / "batches" / str(uuid4()) for _ in range(2))
    other.mkdir(parents=True)
    (other / "report").touch()
    uploads = {f"files/batches/{batch.name}/input/000000": b"deals" for batch in (new, other)}
    rewrite(backup, lambda members: members | uploads | {"database.dump": b"no dump"})
    monkeypatch.setitem(connection.settings_dict, "DATA_DIRECTORY", folder / "site")
    key = settings.SECRET_KEY_FILE.read_text()
    settings.SECRET_KEY_FILE.write_text("another key")
    assert restore_error(backup) == "the database of the backup can't be read"
    assert list(new.parent.iterdir()) == [other]
    assert (other / "report").exists(), "the folder of another site was deleted"
    assert settings.SECRET_KEY_FILE.read_text() != key


def test_a_file_that_is_not_a_backup_is_refused(backup, folder, unused_database):
    assert "nothere: No such file" in restore_error(folder / "nothere")
    other, text = folder / "other.tar", folder / "text"
    with tarfile.open(other, "w") as archive:
        archive.add(folder / "key", "secret-key")
    text.write_text("no backup")
    for file in (other, text):
        assert "or isn't a backup of this site" in restore_error(file)


def test_a_damaged_byte_is_detected_before_restoring(backup, folder, unused_database):
    damaged_backup = folder / "damaged.tar"
    content = backup.read_bytes()
    with tarfile.open(backup) as archive:
        middle_offsets = {member.name: member.offset_data + member.size // 2 for member in archive}
    assert {"secret-key", "database.dump", "sha256.json"} <= set(middle_offsets)
    for name in ("secret-key", "database.dump", "sha256.json"):
        damaged_content = bytearray(content)
        damaged_content[middle_offsets[name]] ^= 0x80
        damaged_backup.write_bytes(damaged_content)
        assert "is damaged" in restore_error(damaged_backup)
    for length in (middle_offsets["database.dump"], middle_offsets["sha256.json"] - 600):
        damaged_backup.write_bytes(content[:length])
        assert re.search("is damaged|is cut off", restore_error(damaged_backup))


@pytest.mark.long
def test_no_backup_is_made_without_a_database(folder):
    site = SiteFolder(folder / "site")
    error = site.manage("backup", folder / "kept.tar", ok=False)
    assert "there is no database at" in error
    assert "Traceback" not in error
    assert list(folder.iterdir()) == [site.folder]
    assert list(site.folder.iterdir()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_backup_that_is_terminated_leaves_nothing(number, folder, monkeypatch):
    """The signal arrives while the dump is being written."""
    monkeypatch.setattr(subprocess, "run", lambda *_, **options: signal.raise_signal(number))
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        call_command("backup", str(folder / "kept.tar"))
    assert list(folder.iterdir()) == []


@pytest.fixture
def output_name(settings, folder):
    """Create two batches with files and a canceled one without. Return the name of an output."""
    settings.MEDIA_ROOT = str(folder / "media")
    first, second = BatchFactory(input_bytes=5), BatchFactory(input_bytes=5)
    name = storage.save_part(first.id, "output", 0, b"settled")
    Block.objects.create(batch=first, number=0, offset=0, length=5, line=1, output=name)
    for batch in (first, second):
        storage.overwrite(storage.piece_name(batch.id, 0), b"deals")
    BatchFactory(input_bytes=5, state=State.CANCELLED)
    return name


@pytest.mark.django_db
def test_missing_files_of_batches_are_counted_in_a_backup(folder, output_name, capsys):
    target = str(folder / "kept.tar")
    call_command("backup", target)
    assert "the database and 3 batch files" in capsys.readouterr().err
    storage.remove_file(output_name)
    with pytest.raises(CommandError, match=f"1 batch file missing, such as {output_name}") as error:
        call_command("backup", target)
    assert error.value.returncode == 1
    assert "the database and 2 batch files" in capsys.readouterr().err


@pytest.mark.django_db
def test_a_backup_from_a_folder_without_the_files_is_refused(folder, output_name, settings):
    settings.MEDIA_ROOT = str(folder / "elsewhere")
    with pytest.raises(CommandError, match=r"none of their files is in .*elsewhere: use .*MEDIA"):
        call_command("backup", str(folder / "kept.tar"))
    assert not (folder / "kept.tar").exists()


@pytest.mark.long
def test_a_backup_of_an_older_server_is_restored(folder):
    """The older PostgreSQL can't restore everything that the newest pg_dump writes."""
    site, other = SiteFolder(folder / "site"), SiteFolder(folder / "other")
    programs, version = older_programs()
    assert version != VERSION
    home = site.folder / "data base"
    with older_server(programs, home, version) as (execute, socket):
        execute("CREATE DATABASE restored")
        for site_folder, name in ((site, "postgres"), (other, "restored")):
            server = f"host={quote(socket)}&user=postgres"
            site_folder.variables["DATABASE_URL"] = f"postgresql:///{name}?{server}"
        site.manage("migrate", "-v0")
        site.manage("createsuperuser", "--no-input", "--username=ann", "--email=a@example.org")
        site.manage("backup", folder / "kept.tar")
        assert_restored(other, folder / "kept.tar")
    del site.variables["DATABASE_URL"]

    for command in (["migrate"], ["restore", folder / "kept.tar"]):
        error = site.manage(*command, ok=False)
        assert f"the database in {home / version} was created by PostgreSQL {version}" in error
        assert f"this version of the site needs PostgreSQL {VERSION}" in error
        assert "move this folder away" in error
        assert "`manage.py restore FILE`" in error
    assert not (home / VERSION).exists()

    (home / version).rename(folder / "away")
    assert_restored(site, folder / "kept.tar")


def assert_restored(site, backup):
    assert "Restored" in site.manage("restore", backup)
    script = "from django.contrib.auth.models import User; print(User.objects.get().username)"
    assert site.manage("shell", "-v0", "-c", script).strip() == "ann"
    site.manage("migrate", "--check", "-v0")
