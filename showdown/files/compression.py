"""Read compressed files, recognized by their first bytes, in bounded memory."""

import gzip
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from backports import zstd

from showdown.files.byte_streams import (
    DamagedInput,
    ExcessiveInput,
    Readable,
    UnsupportedArchive,
    WatchedStream,
)

ZIP_MAGIC = b"PK\x03\x04"
MAX_MAGIC_LENGTH = 4
_DECOMPRESSION_ERRORS = (gzip.BadGzipFile, zlib.error, zstd.ZstdError, EOFError)


class _Compression(NamedTuple):
    magic: bytes
    label: str
    open: Callable[[Any], Any]


_COMPRESSIONS = {
    "gzip": _Compression(b"\x1f\x8b", "gzip", lambda stream: gzip.GzipFile(fileobj=stream)),
    "zstd": _Compression(b"\x28\xb5\x2f\xfd", "Zstandard", zstd.ZstdFile),
}


def detect_compression(head: bytes) -> str:
    """Return `gzip`, `zstd` or an empty string for a file that begins with `head`."""
    for name, compression in _COMPRESSIONS.items():
        if head.startswith(compression.magic):
            return name
    return ""


_UNSUPPORTED_SIGNATURES = {
    ZIP_MAGIC: "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!\x1a\x07": "RAR",
    b"\x1f\x9d": "compress",
}
"""Signatures and names of the formats that an expanded file must not have."""
_BZIP2_BLOCK = b"1AY&SY"
_TAR, _TAR_POSITION = b"ustar", 257
ARCHIVE_SAMPLE_BYTES = _TAR_POSITION + len(_TAR)
"""Number of bytes that `refuse_archive` needs to recognize an archive."""


def refuse_archive(head: bytes) -> None:
    """Raise UnsupportedArchive if an expanded file begins like an archive."""
    label = next(
        (label for magic, label in _UNSUPPORTED_SIGNATURES.items() if head.startswith(magic)), ""
    )
    if label == "bzip2" and head[4:10] != _BZIP2_BLOCK:
        label = ""
    if head[_TAR_POSITION:ARCHIVE_SAMPLE_BYTES] == _TAR:
        label = "tar"
    if label:
        raise UnsupportedArchive(
            f"{label} files are not supported: expand the file, or compress it with gzip or"
            " Zstandard instead"
        )


def _is_compressed(head: bytes) -> bool:
    """Return whether a file that begins with `head` is compressed or a zip file."""
    return bool(detect_compression(head)) or head.startswith(ZIP_MAGIC)


class DecompressedStream:
    """The text of a compressed stream. `read` raises DamagedInput if the stream is damaged.

    It raises ExcessiveInput if the text has more than `max_bytes` bytes. `compressed_bytes` counts
    the bytes read from the stream, `expanded_bytes` those of the text.
    """

    def __init__(self, stream: Readable, compression: str, max_bytes: int | None = None) -> None:
        self.compressed_bytes = self.expanded_bytes = 0
        self._max_bytes = max_bytes
        _, self._label, open_stream = _COMPRESSIONS[compression]
        self._text = open_stream(WatchedStream(stream, self._count))

    def _count(self, chunk: bytes) -> None:
        self.compressed_bytes += len(chunk)

    def read(self, size: int, /) -> bytes:
        try:
            chunk: bytes = self._text.read(size)
        except _DECOMPRESSION_ERRORS as error:
            raise DamagedInput(
                f"the {self._label} file is damaged: reading stopped at byte"
                f" {self.compressed_bytes:,} of the file, after {self.expanded_bytes:,} bytes of"
                f" text ({error})"
            ) from error
        if not self.expanded_bytes and _is_compressed(chunk):
            raise DamagedInput(
                f"the {self._label} file contains another compressed file, which isn't supported"
            )
        self.expanded_bytes += len(chunk)
        if self._max_bytes is not None and self.expanded_bytes > self._max_bytes:
            raise ExcessiveInput(
                f"the {self._label} file expands to more than {self._max_bytes:,} bytes, the limit"
                " for this file"
            )
        return chunk
