"""Whatever is in a file: it is settled without a fault, and no good line loses its record."""

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.games import GAMES
from showdown.formats.blocks import settle_block, settle_readably
from showdown.formats.streams import settle_stream
from tests.evaluator.dealing import random_deal
from tests.formats.test_in_bulk import text_of

GOOD = {
    "omaha-hilo": (
        b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd",
        b"=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)",
    ),
    "badugi": (b"3c 2s 4d Ah - As 3h 2d 4h", b"3c 2s 4d Ah"),
    "holdem": (b"2\n2s 9c Ad 4h Ts\nAs Ac\n9h 7h", b"1"),
}

pieces = st.lists(
    st.one_of(
        st.binary(max_size=80),
        st.sampled_from([b"\0" * 30, b"\xff\xfe", b"HandA:", b"Board:Ah", b"10", b"\r", b"\n"]),
        st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")),
    ),
    max_size=6,
).map(b"".join)  # fmt: skip


@pytest.mark.parametrize("slug", GOOD)
@given(before=pieces, between=pieces)
def test_good_lines_keep_their_records(slug, before, between):
    game = GAMES[slug]
    good, record = GOOD[slug]
    octets = b"\n".join([before, good, between, good, b""])
    readably, compiled = settle_readably(octets, game), settle_block(octets, game)
    assert compiled[:3] == readably[:3]
    assert readably.deals >= 2
    assert readably.output.splitlines().count(record) >= 2


@given(octets=st.binary(max_size=400))
@pytest.mark.parametrize("slug", GOOD)
def test_random_octets(slug, octets):
    readably, compiled = settle_readably(octets, GAMES[slug]), settle_block(octets, GAMES[slug])
    assert compiled[:3] == readably[:3]


@pytest.mark.parametrize("slug", GOOD)
@pytest.mark.parametrize("junk", [b"x", b"\0", b"\xff", b"Ah-", b"7"])
def test_ten_megabytes_without_a_line_end(slug, junk):
    good, record = GOOD[slug]
    octets = good + b"\n" + junk * (10_000_000 // len(junk)) + b"\n" + good + b"\n"
    settled = list(settle_stream(io.BytesIO(octets), GAMES[slug]))
    output = b"".join(each.output for each in settled).splitlines()
    assert output.count(record) == 2
    assert sum(len(each.errors) for each in settled) == 1


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
def test_a_full_table_cut_off_anywhere(slug, data):
    game = GAMES[slug]
    whole = text_of(random_deal(random.Random(slug), game, game.players[-1])).encode()
    octets = whole[: data.draw(st.integers(0, len(whole)))]
    readably, compiled = settle_readably(octets, game), settle_block(octets, game)
    assert compiled[:3] == readably[:3]
