"""Read the lines of a log from bytes in any encoding, in bounded memory."""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from time import thread_time
from typing import Any

from showdown.notation.encodings import SAMPLE_BYTES, detect_wide_encoding

MAX_HAND_LENGTH = 1 << 20
"""Maximum number of characters of a hand, and of bytes of a line."""

MAX_SECONDS = 2.0
"""Maximum CPU time for reading one hand, in seconds; ordinary hands take a fraction of it."""

_LINES_BETWEEN_CHECKS = 64
_CHUNK_BYTES = 256 << 10
_KEPT_BYTES = 64
_BYTE_ORDER_MARKS = re.compile("^\ufeff+", re.MULTILINE)


def decode_log(blocks: Iterable[bytes]) -> Iterator[str]:
    """Yield the text of whole lines; only the last line of the log may lack a line feed.

    The lines do not depend on the sizes of `blocks`. A line ends with a line feed, a carriage
    return, or both. A line that isn't UTF-8 is decoded as cp1252. A line longer than
    MAX_HAND_LENGTH is shortened, but stays longer than MAX_HAND_LENGTH.
    """
    pending = b""
    for chunk in _recode_to_utf_8(blocks):
        received = pending + chunk
        end = max(received.rfind(b"\n") + 1, received.rfind(b"\r", 0, len(received) - 1) + 1)
        pending = received[end:]
        if end:
            yield _decode_block(received[:end])
        if len(pending) > MAX_HAND_LENGTH + _CHUNK_BYTES:
            pending = pending[: MAX_HAND_LENGTH + 1]
    if pending:
        yield _decode_block(pending)


def _recode_to_utf_8(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the blocks in small parts, recoded to UTF-8 if they are UTF-16 or UTF-32."""
    parts = _join_blocks(blocks)
    head = next(parts, b"")
    encoding = detect_wide_encoding(head[:SAMPLE_BYTES])
    if not encoding:
        yield from chain((head,), parts)
        return
    decode = getincrementaldecoder(encoding)("replace").decode
    for part in chain((head,), parts):
        yield decode(part).encode()
    half = "\ufffd"  # the decoder's text for half of a UTF-16 character at the end of the log
    yield decode(b"", final=True).removesuffix(half).encode()


def _join_blocks(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of the blocks in parts of 256 to 512 KiB; the last part may be smaller."""
    buffer = bytearray()
    for block in blocks:
        for start in range(0, len(block), _CHUNK_BYTES):
            buffer += block[start : start + _CHUNK_BYTES]
            if len(buffer) >= _CHUNK_BYTES:
                yield bytes(buffer)
                buffer.clear()
    if buffer:
        yield bytes(buffer)


def _decode_block(block: bytes) -> str:
    if len(block) > MAX_HAND_LENGTH:
        block = b"".join(map(_shorten, block.splitlines(keepends=True)))
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = block.decode()
    except UnicodeDecodeError:
        text = "\n".join(map(_decode_line, block.split(b"\n")))
    return _BYTE_ORDER_MARKS.sub("", text) if "\ufeff" in text else text


def _decode_line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def _shorten(line: bytes) -> bytes:
    text = line.rstrip(b"\r\n")
    if len(text) <= MAX_HAND_LENGTH:
        return line
    return text[:_KEPT_BYTES].ljust(_KEPT_BYTES + MAX_HAND_LENGTH, b"\0") + line[len(text) :]


class TakesTooLong(Exception):
    """The error for a hand that takes too much CPU time to read."""


def with_time_limit(lines: list[str]) -> Sequence[str]:
    """Return the lines; if there are many, iterating over them has a CPU time limit."""
    return HandLines(lines) if len(lines) > _LINES_BETWEEN_CHECKS else lines


class HandLines(list[str]):
    """The lines of a hand. Iterating over them or over a slice of them may raise TakesTooLong."""

    def __init__(self, lines: Iterable[str], deadline: float | None = None) -> None:
        super().__init__(lines)
        self._deadline = thread_time() + MAX_SECONDS if deadline is None else deadline

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _LINES_BETWEEN_CHECKS):
            if thread_time() > self._deadline:
                raise TakesTooLong
            yield from super().__getitem__(slice(start, start + _LINES_BETWEEN_CHECKS))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return HandLines(super().__getitem__(index), self._deadline)
        return super().__getitem__(index)
