"""Test streams of deals: compressed, in another encoding, in small pieces, or endless."""

import gzip
import io
import random
from functools import cache

import pytest
from backports import zstd

from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.files.blocks import settle_in_python
from showdown.files.byte_streams import DamagedInput, ExcessiveInput
from showdown.files.streams import settle_stream
from tests.evaluator.dealing import random_deal
from tests.scope import quick_first

MEGABYTE = 1 << 20


@cache
def deals(count):
    rng = random.Random(count)
    return "".join(f"{random_deal(rng, OMAHA_HILO, 2)}\n" for _ in range(count)).encode()


SIZES = {"small": 40, "large": 2000}
"""Numbers of deals. The small stream is settled without kernels, the large one with them."""


def output_of(data, game=OMAHA_HILO):
    return b"".join(bytes(settled.output) for settled in settle_stream(io.BytesIO(data), game))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("compress", [gzip.compress, zstd.compress])
def test_a_compressed_file_is_settled_like_its_content(compress, size):
    text = deals(SIZES[size])
    assert output_of(compress(text)) == output_of(text)
    assert output_of(compress(text) + compress(text)) == output_of(text + text)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("compress", [gzip.compress, zstd.compress])
def test_a_damaged_file_is_refused_with_the_position(compress, size):
    compressed = compress(deals(SIZES[size]))
    with pytest.raises(DamagedInput, match=r"file is damaged: reading stopped at byte [\d,]+"):
        output_of(compressed[: len(compressed) // 2])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("encoding", quick_first("utf-16", "utf-16-le", "utf-16-be"))
def test_utf_16_is_read(encoding, size):
    text = deals(SIZES[size]).decode().replace("s", "♠")
    byte_order_mark = "\ufeff" if size == "small" and encoding != "utf-16" else ""
    for compress in (bytes, gzip.compress, zstd.compress):
        assert output_of(compress((byte_order_mark + text).encode(encoding))) == output_of(
            text.encode()
        )


@pytest.mark.parametrize("junk", [b"\0", b"\0\0\0\0", b"\xff\xfd", b"\0a\0b\0c\n", b"a\0\0b\n"])
def test_stray_bytes_are_not_mistaken_for_utf_16(junk):
    text = deals(SIZES["small"])
    assert output_of(junk + b"\n" + text).endswith(b"\n" + output_of(text))


class ShortReadStream(io.BytesIO):
    """A stream that returns a few bytes at a time, as pipes do."""

    def read(self, size):
        return super().read(min(size, self.max_bytes))


@pytest.mark.parametrize(
    ("slug", "line_ending"), quick_first(("holdem", "\r\n"), ("omaha-hilo", "\n"))
)
@pytest.mark.parametrize(("size", "max_bytes"), [("small", 1), ("large", 7000)])
def test_short_reads_do_not_end_the_stream(slug, line_ending, size, max_bytes):
    game = GAMES[slug]
    text = deals(SIZES[size])
    if slug == "holdem":
        deal = line_ending.join(["2", "3s 4s 5s As Ad", "6h 7h", "7d 6c", ""]).encode()
        text = deal * SIZES[size]
    stream = ShortReadStream(text)
    stream.max_bytes = max_bytes
    outputs = [bytes(settled.output) for settled in settle_stream(stream, game)]
    assert b"".join(outputs) == settle_in_python(text, game).output


class EndlessStream:
    """A stream that returns `beginning` and then a line without end."""

    def __init__(self, beginning):
        self._beginning = beginning
        self.returned_bytes = 0

    def read(self, size):
        chunk = self._beginning or b"x" * size
        self._beginning = b""
        self.returned_bytes += len(chunk)
        return chunk


@pytest.mark.parametrize("slug", ["omaha-hilo", "holdem", "badugi"])
def test_an_endless_line_is_refused_before_it_fills_the_memory(slug):
    for beginning in (b"nonsense\n" * 1000, deals(SIZES["large"])):
        stream = EndlessStream(beginning)
        error = f"a line is longer than 16,777,216 bytes; it begins at byte {len(beginning):,}$"
        with pytest.raises(ExcessiveInput, match=error):
            list(settle_stream(stream, GAMES[slug]))
        assert stream.returned_bytes < 20 * MEGABYTE


@pytest.mark.parametrize("line_ending", [b"\r", b"\r\n", b"\n"])
def test_every_line_ending_is_read(line_ending):
    for text in map(deals, SIZES.values()):
        assert output_of(text.replace(b"\n", line_ending)) == output_of(text)


def test_lines_with_mixed_line_endings_are_numbered_correctly():
    lines = [b"nonsense"] * 3000
    ends = [(b"\n", b"\r", b"\r\n")[number % 3] for number in range(len(lines))]
    mixed = b"".join(line + end for line, end in zip(lines, ends, strict=True))
    text = deals(SIZES["large"])
    settled = settle_stream(io.BytesIO(text + mixed), OMAHA_HILO)
    assert [error.line for block in settled for error in block.errors] == [*range(2001, 5001)]
