"""Files in another encoding than UTF-8: read as UTF-8, or refused."""

from codecs import getincrementaldecoder

from showdown.files.readable import Readable
from showdown.files.unusable import ForeignText
from showdown.notation.encodings import utf_16_of


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
