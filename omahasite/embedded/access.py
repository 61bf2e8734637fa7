"""Lets a single account pass through a directory that is closed to others.

An entry of the directory's access control list (acl(5)), in the form in which Linux keeps it: a
version, then for each entry its tag, permissions and account, in the order of the tags.
"""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from typing import NamedTuple

_NAME = "system.posix_acl_access"
_HEAD = Struct("<I")
_ENTRY = Struct("<HHI")
_VERSION = 2
_PASS = 1

_OWNER, _USER, _GROUP_OF_FILE, _GROUP, _MASK, _OTHERS = 1, 2, 4, 8, 16, 32
_NOBODY = 0xFFFFFFFF
_MASKED = (_USER, _GROUP_OF_FILE, _GROUP)


class Entry(NamedTuple):
    """Who (`account` for a named user or group), and what that one may: 4 read, 2 write, 1 pass."""

    tag: int
    permissions: int
    account: int = _NOBODY


def let_pass(directory: Path, user: int) -> None:
    """Let the account with this number pass through. Raises OSError without support for lists."""
    if not hasattr(os, "setxattr"):
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(directory))
    entries = _with_user(_entries(directory), user)
    packed = b"".join(_ENTRY.pack(*entry) for entry in entries)
    os.setxattr(directory, _NAME, _HEAD.pack(_VERSION) + packed)


def _entries(directory: Path) -> list[Entry]:
    """The directory's entries; if it has no list, those equivalent to its mode."""
    try:
        packed = os.getxattr(directory, _NAME)
    except OSError as error:
        if error.errno != errno.ENODATA:
            raise
        return list(_of_mode(stat.S_IMODE(directory.stat().st_mode)))
    return [Entry(*each) for each in _ENTRY.iter_unpack(packed[_HEAD.size :])]


def _of_mode(mode: int) -> Iterator[Entry]:
    yield Entry(_OWNER, mode >> 6 & 7)
    yield Entry(_GROUP_OF_FILE, mode >> 3 & 7)
    yield Entry(_OTHERS, mode & 7)


def _with_user(entries: list[Entry], user: int) -> list[Entry]:
    """The entries with this account added. What the mask denied to others stays denied."""
    mask = next((each.permissions for each in entries if each.tag == _MASK), 7)
    kept = [
        each._replace(permissions=each.permissions & mask) if each.tag in _MASKED else each
        for each in entries
        if each.tag != _MASK and (each.tag, each.account) != (_USER, user)
    ]
    kept.append(Entry(_USER, _PASS, user))
    allowed = 0
    for each in kept:
        allowed |= each.permissions if each.tag in _MASKED else 0
    return sorted([*kept, Entry(_MASK, allowed)], key=lambda each: (each.tag, each.account))
