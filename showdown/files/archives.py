"""Files in zip archives, read one after the other in bounded memory."""

import zlib
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from showdown.files.readable import Readable
from showdown.files.unusable import DamagedInput, ExcessiveInput

ZIP_MAGIC = b"PK\x03\x04"
MOST_FILES = 100_000
"""Files in an archive, or in a folder."""
MOST_BYTES = 64 << 30
"""Bytes in all files of an archive together, and in the archive itself."""
MOST_TIMES = 250
"""How many times as large as in the archive a file may be; text is some 5 to 20 times as large."""
SMALL = 1 << 20
"""Shorter files may be as large as they like in comparison."""
_AT_A_TIME = 1 << 18
_DAMAGE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What zipfile raises: RuntimeError for a password, NotImplementedError for a strange method."""


class Member(NamedTuple):
    """A file of an archive. Reading its `text` raises UnusableInput."""

    name: str
    text: Readable


def members_of(stream: Readable) -> Iterator[Member]:
    """The files of a zip archive, in its order. Raises UnusableInput.

    The archive is copied to a temporary file, since its list of files is at its end.
    """
    with TemporaryFile() as archive:
        _copy(stream, archive)
        try:
            with ZipFile(archive) as opened:
                yield from _opened(opened)
        except _DAMAGE as error:
            raise DamagedInput(f"the zip file is damaged ({error})") from error


def _copy(stream: Readable, archive: IO[bytes]) -> None:
    length = 0
    while chunk := stream.read(_AT_A_TIME):
        length += len(chunk)
        if length > MOST_BYTES:
            raise ExcessiveInput(f"a zip file may have at most {MOST_BYTES:,} bytes")
        archive.write(chunk)


def _opened(archive: ZipFile) -> Iterator[Member]:
    files = [member for member in archive.infolist() if not member.is_dir()]
    if len(files) > MOST_FILES:
        raise ExcessiveInput(f"a zip file may have at most {MOST_FILES:,} files")
    if sum(member.file_size for member in files) > MOST_BYTES:
        raise ExcessiveInput(f"the files in a zip file may have at most {MOST_BYTES:,} bytes")
    for member in files:
        yield Member(member.filename, _Text(archive, member))


class _Text:
    """The text of a file, which is as long as the archive says or less."""

    def __init__(self, archive: ZipFile, member: ZipInfo) -> None:
        self._archive = archive
        self._member = member
        self._file: IO[bytes] | None = None
        self._most = max(SMALL, MOST_TIMES * member.compress_size)
        self._length = 0

    def read(self, size: int, /) -> bytes:
        name = self._member.filename
        try:
            if self._file is None:
                self._file = self._archive.open(self._member)
            chunk = self._file.read(size)
        except _DAMAGE as error:
            raise DamagedInput(f"“{name}” can't be read ({error})") from error
        self._length += len(chunk)
        if self._length > self._most:
            raise ExcessiveInput(f"“{name}” is more than {MOST_TIMES} times as large as in the zip")
        if not chunk:
            self._file.close()
        return chunk
