"""The input as it was before it was compressed, read in bounded steps and no further than allowed.

Damage is said with the place in the uploaded file where reading had arrived.
"""

import gzip
import io
import zlib
from collections.abc import Callable
from typing import Any

from backports import zstd
from django.conf import settings

from showdown.models import Compression

_STEP = 1 << 20
_ALWAYS_ALLOWED = 64 << 20

_MAGIC = {b"\x1f\x8b": Compression.GZIP, b"\x28\xb5\x2f\xfd": Compression.ZSTD}
_OPENED: dict[str, Callable[[Any], Any]] = {
    Compression.GZIP: lambda stream: gzip.GzipFile(fileobj=stream),
    Compression.ZSTD: zstd.ZstdFile,
}
_DAMAGE = (gzip.BadGzipFile, zlib.error, zstd.ZstdError, EOFError)


class UnusableInput(Exception):
    """The file itself is at fault: trying again would not help."""


class DamagedInput(UnusableInput):
    """A compressed file that cannot be read to its end."""


class ExcessiveInput(UnusableInput):
    """A file that is far larger than it looks, or a line without end."""


def compression_of(head: bytes) -> Compression:
    """How a file that begins like this is compressed."""
    for magic, compression in _MAGIC.items():
        if head.startswith(magic):
            return compression
    return Compression.NONE


class Expanded(io.RawIOBase):
    """The lines of an input, at most so many bytes of them. Raises UnusableInput from `read`."""

    def __init__(
        self, source: io.RawIOBase, compression: str, compressed_bytes: int, most: int
    ) -> None:
        super().__init__()
        self._source = source
        self._compression = Compression(compression)
        opened = _OPENED.get(compression)
        self._compressed_bytes = compressed_bytes
        self._stream = opened(source) if opened else io.BufferedReader(source, _STEP)
        self._most = min(_most_by_ratio(compressed_bytes), most) if opened else None
        self._read = 0
        self._since_line_end = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._some(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        self._source.close()
        super().close()

    def seeming_length(self) -> int:
        """How long the text is, if all of it is compressed as what was read of it."""
        arrived = self._source.tell()
        if self._compression == Compression.NONE or not arrived:
            return self._compressed_bytes
        return self._read * self._compressed_bytes // arrived

    def skip(self, count: int) -> None:
        """Pass over what was read before."""
        while count:
            passed = len(self._some(min(count, _STEP)))
            if not passed:
                return
            count -= passed

    def _some(self, count: int) -> bytes:
        try:
            data = self._stream.read(min(count, _STEP))
        except _DAMAGE as error:
            raise DamagedInput(
                f"the {self._compression.label} file is damaged: reading stopped at byte"
                f" {self._source.tell():,} of the file, after {self._read:,} bytes of text"
                f" ({error})"
            ) from error
        self._read += len(data)
        self._refuse_excess(data)
        return data

    def _refuse_excess(self, data: bytes) -> None:
        if self._most is not None and self._read > self._most:
            raise ExcessiveInput(
                f"the {self._compression.label} file expands to more than {self._most:,} bytes,"
                " which is the most for this file"
            )
        end = data.rfind(b"\n")
        if end >= 0:
            self._since_line_end = len(data) - end - 1
        else:
            self._since_line_end += len(data)
        if self._since_line_end > settings.BATCH_LONGEST_LINE:
            raise ExcessiveInput(
                f"a line is longer than {settings.BATCH_LONGEST_LINE:,} bytes; it begins at byte"
                f" {self._read - self._since_line_end:,}"
            )


def _most_by_ratio(compressed: int) -> int:
    return max(_ALWAYS_ALLOWED, compressed * settings.BATCH_MOST_EXPANSION)
