"""Read the files of zip files in order, in bounded memory."""

import io
import zlib
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from showdown.files.byte_streams import DamagedInput, ExcessiveInput, Readable

MAX_FILES = 100_000
"""Maximum number of files in an archive or in a folder."""
MAX_BYTES = 64 << 30
"""Maximum size of all files of an archive together, and of the archive itself."""
MAX_EXPANSION = 250
"""Maximum ratio of a file's size to its compressed size; text reaches 5 to 20."""
MAX_UNCHECKED_BYTES = 1 << 20
"""Maximum size of a file that may exceed the ratio."""
_MAX_DIRECTORY_BYTES = 16 << 20
"""Maximum size of an archive's central directory, which zipfile reads at once.

An entry has about 150 bytes.
"""
_CHUNK_BYTES = 1 << 18
"""Number of bytes of an archive that are copied at a time."""
_SUPPORTED_METHODS = (ZIP_STORED, ZIP_DEFLATED)
"""Methods that zipfile expands in small chunks; bzip2 or LZMA may expand a chunk to gigabytes."""
_UNSUPPORTED_METHOD_NAMES = {ZIP_BZIP2: "bzip2", ZIP_LZMA: "LZMA", 93: "Zstandard", 95: "XZ"}
_ZIP_ERRORS = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""Errors of zipfile: RuntimeError for a password, NotImplementedError for an unknown method."""


class Member:
    """A file of an archive. `read` raises UnusableInput for an unreadable file or a zip bomb."""

    def __init__(self, archive: ZipFile, info: ZipInfo) -> None:
        self.name = info.filename
        self._archive = archive
        self._info = info
        self._file: IO[bytes] | None = None
        self._max_bytes = max(MAX_UNCHECKED_BYTES, MAX_EXPANSION * info.compress_size)
        self._length = 0

    def read(self, size: int, /) -> bytes:
        method = self._info.compress_type
        if method not in _SUPPORTED_METHODS:
            name = _UNSUPPORTED_METHOD_NAMES.get(method, f"method {method}")
            raise DamagedInput(
                f"“{self.name}” is compressed by {name};"
                " a zip file may contain only stored and deflated files"
            )
        try:
            if self._file is None:
                self._file = self._archive.open(self._info)
            chunk = self._file.read(size)
        except _ZIP_ERRORS as error:
            raise DamagedInput(f"“{self.name}” can't be read ({error})") from error
        self._length += len(chunk)
        if self._length > self._max_bytes:
            raise ExcessiveInput(
                f"“{self.name}” is more than {MAX_EXPANSION} times its compressed size"
            )
        if not chunk:
            self._file.close()
        return chunk


def read_members(stream: Readable) -> Iterator[Member]:
    """Yield the files of a zip file in order. Raise UnusableInput if it can't be read.

    The archive is copied to a temporary file, because its directory is at its end.
    """
    with _GuardedFile(TemporaryFile(buffering=0)) as archive:
        length = 0
        while chunk := stream.read(_CHUNK_BYTES):
            length += len(chunk)
            if length > MAX_BYTES:
                raise ExcessiveInput(f"a zip file may have at most {MAX_BYTES:,} bytes")
            archive.write(chunk)
        try:
            with ZipFile(archive) as zip_file:
                files = [member for member in zip_file.infolist() if not member.is_dir()]
                if len(files) > MAX_FILES:
                    raise ExcessiveInput(f"a zip file may have at most {MAX_FILES:,} files")
                if sum(member.file_size for member in files) > MAX_BYTES:
                    raise ExcessiveInput(
                        f"the files in a zip file may have at most {MAX_BYTES:,} bytes together"
                    )
                for member in files:
                    yield Member(zip_file, member)
        except _ZIP_ERRORS as error:
            raise DamagedInput(f"the zip file is damaged ({error})") from error


class _GuardedFile(io.BufferedRandom):
    """A temporary file that raises ExcessiveInput if zipfile reads a huge central directory."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MAX_DIRECTORY_BYTES:
            raise ExcessiveInput("the list of the files in the zip file is too long")
        return super().read(size)
