"""Audits a stream from its first byte to its last."""

from collections.abc import Iterator
from hashlib import sha256

from showdown.audits.array_judging import Judged
from showdown.audits.report import Audit
from showdown.files.readable import Readable
from showdown.files.streams import text_of
from showdown.notation.logs.logged_hand import ReadHand
from showdown.notation.logs.registry import read_log

_BLOCK = 1 << 18


class Hashed:
    """A stream, and the SHA-256 of what has been read of it."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._hash = sha256()

    def read(self, size: int, /) -> bytes:
        chunk = self._stream.read(size)
        self._hash.update(chunk)
        return chunk

    def digest(self) -> str:
        """Of the whole stream, in hex; reads what is left of it."""
        while self.read(_BLOCK):
            pass
        return self._hash.hexdigest()


def judged_hands(audit: Audit, stream: Readable) -> Iterator[Judged]:
    """Every hand of a log, which may be compressed or UTF-16. Raises UnusableInput."""
    return audit.read(hands_in(stream))


def hands_in(stream: Readable) -> Iterator[ReadHand]:
    """Every hand of a log, not judged yet. Raises UnusableInput."""
    return read_log(blocks_of(text_of(stream)))


def blocks_of(text: Readable) -> Iterator[bytes]:
    """The stream in blocks."""
    while block := text.read(_BLOCK):
        yield block
