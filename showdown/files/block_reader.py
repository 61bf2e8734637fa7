"""Divide a stream into blocks of whole deals, which can be settled independently."""

from collections.abc import Iterator

from showdown.files.byte_streams import ExcessiveInput, Readable
from showdown.notation.deal_format import DealFormat, find_end_of_lines

MAX_LINE_LENGTH = 16 << 20
"""Maximum length of a line in bytes, so that an endless line can't fill the memory."""
_MARGIN = 1 << 16
"""Additional size of a new buffer, so that it is rarely replaced."""


class BlockBuffer:
    """A buffer for the text of blocks. Only its first `length` bytes are valid."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.length = 0

    def reset(self, text: bytes) -> None:
        self.length = 0
        self.append(text)

    def append(self, text: bytes) -> None:
        end = self.length + len(text)
        if end > len(self.buffer):
            # A bytearray can't be resized while arrays share its memory.
            old_buffer = self.buffer
            self.buffer = bytearray(max(end + _MARGIN, 2 * len(old_buffer)))
            self.buffer[: self.length] = memoryview(old_buffer)[: self.length]
        self.buffer[self.length : end] = text
        self.length = end

    def cut(self, end: int) -> bytes:
        """Remove the text from `end` on, and return it."""
        rest = bytes(memoryview(self.buffer)[end : self.length])
        self.length = end
        return rest

    def __bytes__(self) -> bytes:
        return bytes(memoryview(self.buffer)[: self.length])


class BlockReader:
    """A reader of a stream in blocks of about `size` bytes.

    `start` is the offset of the stream in its file. `read_into` raises ExcessiveInput for a line
    that is longer than `max_line_length` and doesn't end in the block.
    """

    def __init__(
        self,
        stream: Readable,
        deal_format: DealFormat,
        size: int,
        *,
        max_line_length: int = MAX_LINE_LENGTH,
        start: int = 0,
    ) -> None:
        self._stream = stream
        self._format = deal_format
        self._size = size
        self._max_line_length = max_line_length
        self._start = start
        self._rest = b""

    def read_into(self, block: BlockBuffer) -> bool:
        """Read the next block. Return whether there was one."""
        block.reset(self._rest)
        while chunk := self._stream.read(self._size):
            old_length = block.length
            block.append(chunk)
            end = self._format.find_end_of_deals(block.buffer, old_length, block.length)
            if block.length - end > self._max_line_length:
                line_start = max(end, find_end_of_lines(block.buffer, end, block.length))
                if block.length - line_start > self._max_line_length:
                    raise ExcessiveInput(
                        f"a line is longer than {self._max_line_length:,} bytes; it begins at byte"
                        f" {self._start + line_start:,}"
                    )
            if end:
                self._rest = block.cut(end)
                self._start += end
                return True
        self._rest = b""
        return block.length > 0


def split_blocks(reader: BlockReader) -> Iterator[bytes]:
    """Yield a copy of each block."""
    block = BlockBuffer()
    while reader.read_into(block):
        yield bytes(block)


def count_lines(text: bytes | bytearray, length: int | None = None) -> int:
    """Return the number of line endings in the first `length` bytes, by default in all."""
    returns = text.count(b"\r", 0, length)
    return (
        text.count(b"\n", 0, length) + returns - (text.count(b"\r\n", 0, length) if returns else 0)
    )
