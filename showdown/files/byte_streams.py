"""Byte streams of files, pipes and requests, and the errors of unreadable ones."""

from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import Protocol


class UnusableInput(Exception):
    """Base class of errors of files that can't be read; a retry would fail too."""


class DamagedInput(UnusableInput):
    """A compressed file that can't be read to its end."""


class UnsupportedArchive(UnusableInput):
    """An archive or a compressed file of an unsupported kind."""


class ExcessiveInput(UnusableInput):
    """An input that exceeds a limit of size, of expansion, or of the number of files."""


class ForeignText(UnusableInput):
    """Text in an unsupported encoding."""


class Readable(Protocol):
    """A stream of bytes. `read` may return fewer than requested, and returns none at the end."""

    def read(self, size: int, /) -> bytes: ...


class WatchedStream:
    """A stream that passes every chunk to a function."""

    def __init__(self, stream: Readable, on_chunk: Callable[[bytes], object]) -> None:
        self._stream = stream
        self._on_chunk = on_chunk

    def read(self, size: int, /) -> bytes:
        chunk = self._stream.read(size)
        self._on_chunk(chunk)
        return chunk


class Peekable:
    """A stream whose beginning can be inspected before it is read.

    The end is read only once: on a terminal, reading again would wait for more.
    """

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._head = b""
        self._is_at_end = False

    def peek(self, size: int) -> bytes:
        """Return the next `size` bytes, or fewer at the end, without consuming them."""
        while len(self._head) < size and (chunk := self._next(size - len(self._head))):
            self._head += chunk
        return self._head[:size]

    def read(self, size: int, /) -> bytes:
        if not self._head:
            return self._next(size)
        chunk, self._head = self._head[:size], self._head[size:]
        return chunk

    def _next(self, size: int) -> bytes:
        chunk = b"" if self._is_at_end else self._stream.read(size)
        self._is_at_end = not chunk
        return chunk


class RecodedStream:
    """A stream in another encoding, recoded to UTF-8."""

    def __init__(self, stream: Readable, encoding: str) -> None:
        self._stream = stream
        self._decode = getincrementaldecoder(encoding)("replace").decode

    def read(self, size: int, /) -> bytes:
        while chunk := self._stream.read(size):
            if text := self._decode(chunk):
                return text.encode()
        return self._decode(b"", final=True).encode()


class Sink:
    """A writable file whose content can be taken while it is being written."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self.closed = False

    def write(self, content: bytes) -> int:
        self._chunks.append(bytes(content))
        return len(content)

    def flush(self) -> None:
        """Do nothing, because nothing is buffered."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        content, self._chunks = b"".join(self._chunks), []
        return content
