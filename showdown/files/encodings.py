"""The encoding of a file: deals are written in UTF-8, but some programs save UTF-16."""

from codecs import getincrementaldecoder

from showdown.files.readable import Readable
from showdown.files.unusable import ForeignText

SAMPLE = 256
"""How many bytes at the beginning of a file are used to detect its encoding."""


def utf_16_of(sample: bytes) -> str:
    """The kind of UTF-16 of a file that begins like this; empty if it isn't UTF-16.

    Deals are mostly ASCII, so in UTF-16 every second byte is zero, and no other.
    """
    for name, letters, zeros in (
        ("utf-16-le", sample[::2], sample[1::2]),
        ("utf-16-be", sample[1::2], sample[::2]),
    ):
        if letters and zeros and 3 * zeros.count(0) >= len(zeros) and 0 not in letters:
            return name
    return ""


def refuse_utf_16(sample: bytes) -> None:
    """Raises ForeignText."""
    if utf_16_of(sample):
        raise ForeignText("this file is UTF-16; save it as UTF-8")


class Recoded:
    """A stream in another encoding, as UTF-8."""

    def __init__(self, stream: Readable, encoding: str) -> None:
        self._stream = stream
        self._decode = getincrementaldecoder(encoding)("replace").decode

    def read(self, size: int, /) -> bytes:
        while chunk := self._stream.read(size):
            if text := self._decode(chunk):
                return text.encode()
        return self._decode(b"", final=True).encode()
