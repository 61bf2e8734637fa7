"""Compressed files: known by their first bytes, read in steps, so that memory stays bounded."""

import gzip
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from backports import zstd

from showdown.files.readable import Readable, Watched
from showdown.files.unusable import DamagedInput

LONGEST_MAGIC = 4
_DAMAGE = (gzip.BadGzipFile, zlib.error, zstd.ZstdError, EOFError)


class _Compression(NamedTuple):
    magic: bytes
    label: str
    opened: Callable[[Any], Any]


_COMPRESSIONS = {
    "gzip": _Compression(b"\x1f\x8b", "gzip", lambda stream: gzip.GzipFile(fileobj=stream)),
    "zstd": _Compression(b"\x28\xb5\x2f\xfd", "Zstandard", zstd.ZstdFile),
}


def compression_of(head: bytes) -> str:
    """`gzip` or `zstd` if a file that begins like this is compressed; otherwise empty."""
    names = (
        name for name, compression in _COMPRESSIONS.items() if head.startswith(compression.magic)
    )
    return next(names, "")


class Expanded:
    """The text in a compressed stream. Raises DamagedInput.

    `compressed_bytes` are those that were read of the stream, `expanded_bytes` those of the text.
    """

    def __init__(self, stream: Readable, compression: str) -> None:
        self.compressed_bytes = self.expanded_bytes = 0
        _, self._label, opened = _COMPRESSIONS[compression]
        self._text = opened(Watched(stream, self._count))

    def _count(self, chunk: bytes) -> None:
        self.compressed_bytes += len(chunk)

    def read(self, size: int, /) -> bytes:
        try:
            chunk: bytes = self._text.read(size)
        except _DAMAGE as error:
            raise DamagedInput(
                f"the {self._label} file is damaged: reading stopped at byte"
                f" {self.compressed_bytes:,} of the file, after {self.expanded_bytes:,} bytes of"
                f" text ({error})"
            ) from error
        self.expanded_bytes += len(chunk)
        return chunk
