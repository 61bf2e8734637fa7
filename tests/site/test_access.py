"""Of a directory that is closed, one account is let through, and everybody else is not."""

import errno
import os
import stat
import subprocess

import pytest
from django.db import OperationalError

from omahasite.embedded import owner
from omahasite.embedded.access import let_pass
from omahasite.embedded.owner import Account, Owner

pytestmark = pytest.mark.skipif(
    not hasattr(os, "setxattr") or os.geteuid() != 0, reason="root's server on Linux"
)
SERVER, OTHER, ANOTHER = 54321, 54322, 54323


@pytest.fixture
def closed(tmp_path_factory):
    """A directory that is closed to others, in one that is open, and a file in it."""
    for directory in (tmp_path_factory.getbasetemp(), *tmp_path_factory.getbasetemp().parents):
        let_through = directory.stat().st_mode & stat.S_IXOTH
        if not let_through:
            for user in (SERVER, OTHER, ANOTHER):
                let_pass(directory, user)
    directory = tmp_path_factory.mktemp("closed")
    (directory / "file").write_text("deals")
    (directory / "file").chmod(0o644)
    directory.chmod(0o700)
    return directory


def can(user, *command):
    """Whether the command succeeds for this account."""
    identity = {"user": user, "group": user, "extra_groups": []}
    return subprocess.run(command, capture_output=True, check=False, **identity).returncode == 0


def can_read(user, path):
    return can(user, "cat", path)


def test_the_one_account_passes_and_no_other(closed):
    assert not can_read(SERVER, closed / "file")
    let_pass(closed, SERVER)
    assert can_read(SERVER, closed / "file")
    assert not can_read(OTHER, closed / "file")
    assert not closed.stat().st_mode & stat.S_IRWXO


def test_it_may_pass_and_not_look_around(closed):
    let_pass(closed, SERVER)
    assert can(SERVER, "ls", closed / "file")
    assert not can(SERVER, "ls", closed)


def test_who_was_let_through_before_still_is(closed):
    for user in (OTHER, SERVER, SERVER):
        let_pass(closed, user)
    assert can_read(SERVER, closed / "file")
    assert can_read(OTHER, closed / "file")


def test_what_was_closed_meanwhile_stays_closed_to_others(closed):
    let_pass(closed, OTHER)
    closed.chmod(0o700)
    assert not can_read(OTHER, closed / "file")
    let_pass(closed, SERVER)
    assert can_read(SERVER, closed / "file")
    assert not can_read(OTHER, closed / "file")


def test_where_there_are_no_such_lists_nothing_is_opened(closed, monkeypatch):
    def refuse(*args):
        raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr(owner, "let_pass", refuse)
    with pytest.raises(OperationalError, match="set POSTGRES_DIRECTORY to a directory elsewhere"):
        Owner(Account(SERVER, SERVER)).must_reach(closed / "postgres")
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
