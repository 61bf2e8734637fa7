"""The hands of a log that comes as a stream, compressed or not."""

from collections.abc import Iterator

from showdown.files.readable import Readable
from showdown.files.streams import text_of
from showdown.notation.logs.logged_hand import ReadHand
from showdown.notation.logs.registry import read_log

BLOCK = 1 << 18


def hands_in(stream: Readable) -> Iterator[ReadHand]:
    """Every hand of a log, not judged yet. Raises UnusableInput."""
    return read_log(blocks_of(text_of(stream)))


def blocks_of(text: Readable) -> Iterator[bytes]:
    """The stream in blocks."""
    while block := text.read(BLOCK):
        yield block
