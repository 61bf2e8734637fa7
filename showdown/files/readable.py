"""Streams of bytes, as files, pipes and requests have them in common."""

from typing import Protocol


class Readable(Protocol):
    """What can be read. Fewer bytes than were asked for are not the end; no bytes are."""

    def read(self, size: int, /) -> bytes: ...


class Peekable:
    """A stream whose beginning can be looked at before it is read.

    Its end is met once: on a terminal, reading on would wait for more.
    """

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._head = b""
        self._is_at_end = False

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, or all there are."""
        while len(self._head) < size and (chunk := self._next(size - len(self._head))):
            self._head += chunk
        return self._head[:size]

    def read(self, size: int, /) -> bytes:
        if not self._head:
            return self._next(size)
        given, self._head = self._head[:size], self._head[size:]
        return given

    def _next(self, size: int) -> bytes:
        chunk = b"" if self._is_at_end else self._stream.read(size)
        self._is_at_end = not chunk
        return chunk
