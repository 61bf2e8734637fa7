"""Audits a stream from its first byte to its last."""

from collections.abc import Iterator
from hashlib import sha256

from showdown.audits.array_judging import Judged
from showdown.audits.report import Audit
from showdown.files.log_hands import BLOCK, hands_in
from showdown.files.readable import Readable


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
        while self.read(BLOCK):
            pass
        return self._hash.hexdigest()


def judged_hands(audit: Audit, stream: Readable) -> Iterator[Judged]:
    """Every hand of a log, which may be compressed or UTF-16. Raises UnusableInput."""
    return audit.read(hands_in(stream))
