"""The text of an input, expanded step by step if it is compressed, up to the allowed size."""

import io

from django.conf import settings

from showdown.files.compression import Expanded as ExpandedStream
from showdown.files.unusable import ExcessiveInput
from showdown.models import Compression

_STEP = 1 << 20
_ALWAYS_ALLOWED = 64 << 20


class Expanded(io.RawIOBase):
    """The text of an input, up to `most` bytes. `read` raises UnusableInput."""

    def __init__(
        self, source: io.RawIOBase, compression: str, compressed_bytes: int, most: int
    ) -> None:
        super().__init__()
        self._source = source
        self._compression = Compression(compression)
        self._compressed_bytes = compressed_bytes
        self._most = min(_most_by_ratio(compressed_bytes), most)
        raw = io.BufferedReader(source, _STEP)
        self._stream = ExpandedStream(raw, compression) if compression else raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._some(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._source.close()
        super().close()

    def seeming_length(self) -> int:
        """The estimated length of the text, assuming the same compression throughout."""
        if not isinstance(self._stream, ExpandedStream) or not self._stream.compressed_bytes:
            return self._compressed_bytes
        expanded, arrived = self._stream.expanded_bytes, self._stream.compressed_bytes
        return expanded * self._compressed_bytes // arrived

    def skip(self, count: int) -> None:
        """Skip `count` bytes that were read before."""
        while count:
            passed = len(self._some(min(count, _STEP)))
            if not passed:
                return
            count -= passed

    def _some(self, count: int) -> bytes:
        data = self._stream.read(min(count, _STEP))
        if isinstance(self._stream, ExpandedStream) and self._stream.expanded_bytes > self._most:
            raise ExcessiveInput(
                f"the {self._compression.label} file expands to more than {self._most:,} bytes,"
                " the limit for this file"
            )
        return data


def _most_by_ratio(compressed: int) -> int:
    return max(_ALWAYS_ALLOWED, compressed * settings.BATCH_MOST_EXPANSION)
