"""Any file is settled without a crash, and every valid line is answered."""

import io
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.bulk.card_texts import card_bytes
from showdown.evaluator.games import GAMES
from showdown.files.block_arrays import room_for_deals
from showdown.files.blocks import settle_block, settle_in_python
from showdown.files.streams import settle_stream
from tests.evaluator.dealing import random_deal
from tests.files.test_both_ways import text_of
from tests.scope import quick_first

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
def test_good_lines_keep_their_answers(slug, before, between):
    game = GAMES[slug]
    good, answer = GOOD[slug]
    block = b"\n".join([before, good, between, good, b""])
    readably, compiled = settle_in_python(block, game), settle_block(block, game)
    assert compiled[:3] == readably[:3]
    assert readably.deals >= 2
    assert readably.output.splitlines().count(answer) >= 2


@pytest.fixture(scope="module")
def find():
    """Return the kernels that find deals, by game. Importing one imports the compiler."""
    from showdown.files.kernels.badugi import find_badugi
    from showdown.files.kernels.deal_lines import find_deal_lines
    from showdown.files.kernels.holdem import find_holdem

    return {"omaha-hilo": find_deal_lines, "badugi": find_badugi, "holdem": find_holdem}


TABLE_OF_TEN = b"10\n2s 9c Ad 4h Ts\n"


@pytest.mark.parametrize("slug", ["omaha-hilo", "badugi", "holdem"])
@given(cut=st.integers(0, 70), before=st.sampled_from([b"", TABLE_OF_TEN]))
def test_a_deal_that_is_cut_off_stays_within_its_room(find, slug, cut, before):
    """Kernels have no bounds checks, so no other test would detect a write outside the arrays."""
    game = GAMES[slug]
    block = np.frombuffer(before + GOOD[slug][0][:cut], np.uint8)
    deals = room_for_deals(block.size, game)
    beyond = np.full(deals.cards.size + 64, 99, np.uint8)
    guarded = deals._replace(cards=beyond[: deals.cards.size])
    players, boards = game.players, len(game.boards)
    least, most = players[0], players[-1]
    find[slug](block, game.hole, boards, least, most, True, card_bytes(game), guarded)
    assert set(beyond[deals.cards.size :].tolist()) == {99}


@pytest.mark.parametrize("count", [1, 14, 40])
def test_an_impossible_number_of_hands_is_an_error(count):
    line = b" - ".join([GOOD["badugi"][0][:11]] * count)
    for settle in (settle_in_python, settle_block):
        settled = settle(line, GAMES["badugi"])
        hands = b"1 hand" if count == 1 else b"%d hands" % count
        error = b"Error: line 1: %b; Badugi is for 2 to 13 players\n" % hands
        assert settled.output == error


def test_chips_of_too_many_players_are_an_error():
    """The error comes before the players are read."""
    gone = [f"x{number}" for number in range(20_000)]
    put_in = ",".join(["HandA=1", "HandB=1", *(f"{label}=1" for label in gone)])
    line = GOOD["omaha-hilo"][0].decode() + f" In:{put_in} Fold:{','.join(gone)}"
    settled = settle_in_python(line.encode(), GAMES["omaha-hilo"])
    assert [error.message for error in settled.errors] == [
        "contributions can have at most 26 entries"
    ]


@pytest.mark.parametrize("slug", quick_first(*GOOD))
@pytest.mark.parametrize("junk", [b"x", b"\0", b"\xff", b"Ah-", b"7", b" ", b"a: "])
@pytest.mark.parametrize("megabytes", quick_first(2, 10))
def test_megabytes_without_a_line_end_are_one_error(slug, junk, megabytes):
    good, answer = GOOD[slug]
    junk = b"x" + junk * (megabytes * 1_000_000 // len(junk)) + b"x"
    content = good + b"\n" + junk + b"\n" + good + b"\n"
    output, errors = b"", []
    for settled in settle_stream(io.BytesIO(content), GAMES[slug]):
        output += settled.output
        errors += settled.errors
    assert output.splitlines().count(answer) == 2
    assert len(errors) == 1


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
def test_a_full_table_cut_off_anywhere_is_settled_alike(slug, data):
    game = GAMES[slug]
    most = min(game.players[-1], (len(game.deck) - game.board) // game.hole)
    whole = text_of(random_deal(random.Random(slug), game, most)).encode()
    block = whole[: data.draw(st.integers(0, len(whole)))]
    readably, compiled = settle_in_python(block, game), settle_block(block, game)
    assert compiled[:3] == readably[:3]
