"""The hands of a log that comes as a stream: plain, compressed, or in a zip with others."""

from collections.abc import Iterator
from dataclasses import replace

from showdown.files.archives import MOST_BYTES, ZIP_MAGIC, members_of
from showdown.files.readable import Peekable, Readable, Watched
from showdown.files.streams import text_of
from showdown.files.unusable import DamagedInput, ExcessiveInput
from showdown.notation.logs.log_format import LONGEST_NAME, unreadable
from showdown.notation.logs.logged_hand import Origin, ReadHand
from showdown.notation.logs.registry import read_log

BLOCK = 1 << 18
_OF_A_MAC = "__MACOSX"


def hands_in(stream: Readable, most_bytes: int = MOST_BYTES) -> Iterator[ReadHand]:
    """Every hand of a log, not judged yet. Raises UnusableInput.

    The log may be compressed, UTF-16, or a zip of such logs with at most so many bytes together: of
    these, one that is damaged is one unreadable hand. Files that systems hide are passed over.
    """
    text = Peekable(stream)
    if text.peek(len(ZIP_MAGIC)) != ZIP_MAGIC:
        yield from _hands(text)
        return
    allowance = _Allowance(most_bytes)
    for member in members_of(text):
        if is_hidden(member.name):
            continue
        log = Peekable(member.text)
        hands = _hands_in_zip(log, allowance)
        yield from with_name(member.name, hands)


def is_hidden(name: str) -> bool:
    """Whether a file of this name, with its folders, is what a system keeps beside the logs."""
    return any(part.startswith(".") or part == _OF_A_MAC for part in name.split("/"))


def _hands(log: Readable, allowance: "_Allowance | None" = None) -> Iterator[ReadHand]:
    text: Readable = text_of(log)
    yield from read_log(blocks_of(Watched(text, allowance.take) if allowance else text))


def _hands_in_zip(log: Peekable, allowance: "_Allowance") -> Iterator[ReadHand]:
    """Raises DamagedInput, when the first hand is asked for."""
    if log.peek(len(ZIP_MAGIC)) == ZIP_MAGIC:
        raise DamagedInput("a zip in a zip isn't read")
    yield from _hands(log, allowance)


class _Allowance:
    """How much text the logs of an archive may have together, expanded."""

    def __init__(self, most: int) -> None:
        self._most = self._remaining = most

    def take(self, chunk: bytes) -> None:
        """Raises ExcessiveInput."""
        self._remaining -= len(chunk)
        if self._remaining < 0:
            raise ExcessiveInput(f"the logs in a zip file may have at most {self._most:,} bytes")


def with_name(name: str, hands: Iterator[ReadHand]) -> Iterator[ReadHand]:
    """The hands with the name of their file. Damage to it is one more, which is unreadable."""
    file = name[-LONGEST_NAME:]
    try:
        for hand in hands:
            inner = f"{file}/{hand.origin.file}" if hand.origin.file else file
            yield replace(hand, origin=hand.origin._replace(file=inner))
    except DamagedInput as error:
        yield unreadable(Origin(format="", line=1, file=file), str(error))


def blocks_of(text: Readable) -> Iterator[bytes]:
    """The stream in blocks."""
    while block := text.read(BLOCK):
        yield block
