"""Test that any file is settled without a crash, and that every valid line is answered."""

import io
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.bulk.card_texts import build_card_bytes
from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.files.block_arrays import allocate_deals
from showdown.files.blocks import settle_block, settle_in_python
from showdown.files.streams import settle_stream
from showdown.notation.deal_line import made_hand_text, read_line
from tests.evaluator.dealing import random_deal
from tests.files.test_both_ways import settle_both_ways, text_of
from tests.scope import quick_first

GOOD_DEALS = {
    "omaha-hilo": (
        b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd",
        b"=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)",
    ),
    "badugi": (b"3c 2s 4d Ah - As 3h 2d 4h", b"3c 2s 4d Ah"),
    "holdem": (b"2\n2s 9c Ad 4h Ts\nAs Ac\n9h 7h", b"1"),
}

junk_bytes = st.lists(
    st.one_of(
        st.binary(max_size=80),
        st.sampled_from([b"\0" * 30, b"\xff\xfe", b"HandA:", b"Board:Ah", b"10", b"\r", b"\n"]),
        st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")),
    ),
    max_size=6,
).map(b"".join)  # fmt: skip


@pytest.mark.parametrize("slug", GOOD_DEALS)
@given(before=junk_bytes, between=junk_bytes)
def test_bad_lines_do_not_change_the_answers_to_good_lines(slug, before, between):
    game = GAMES[slug]
    good, answer = GOOD_DEALS[slug]
    block = b"\n".join([before, good, between, good, b""])
    settled = settle_both_ways(block, game)
    assert settled.deals >= 2
    assert bytes(settled.output).splitlines().count(answer) >= 2


@pytest.fixture(scope="module")
def find_kernels():
    """Return the kernels that find deals, by game. Importing one imports Numba."""
    from showdown.files.kernels.badugi import find_badugi
    from showdown.files.kernels.deal_lines import find_deal_lines
    from showdown.files.kernels.holdem import find_holdem

    return {"omaha-hilo": find_deal_lines, "badugi": find_badugi, "holdem": find_holdem}


START_OF_TEN_HANDS = b"10\n2s 9c Ad 4h Ts\n"


@pytest.mark.parametrize("slug", ["omaha-hilo", "badugi", "holdem"])
@given(length=st.integers(0, 70), before=st.sampled_from([b"", START_OF_TEN_HANDS]))
def test_a_truncated_deal_is_written_within_its_arrays(find_kernels, slug, length, before):
    """Kernels don't check bounds, so no other test would detect a write outside the arrays."""
    game = GAMES[slug]
    block = np.frombuffer(before + GOOD_DEALS[slug][0][:length], np.uint8)
    deals = allocate_deals(block.size, game)
    memory = np.full(deals.cards.size + 64, 99, np.uint8)
    guarded_deals = deals._replace(cards=memory[: deals.cards.size])
    limits = game.hole, len(game.boards), game.players[0], game.players[-1]
    find_kernels[slug](block, *limits, True, build_card_bytes(game), guarded_deals)
    assert set(memory[deals.cards.size :].tolist()) == {99}


@pytest.mark.parametrize("count", [1, 14, 40])
def test_an_impossible_number_of_hands_is_an_error(count):
    line = b" - ".join([GOOD_DEALS["badugi"][0][:11]] * count)
    for settle in (settle_in_python, settle_block):
        settled = settle(line, GAMES["badugi"])
        hands = b"1 hand" if count == 1 else b"%d hands" % count
        error = b"Error: line 1: %b; Badugi is for 2 to 13 players\n" % hands
        assert settled.output == error


def test_chips_of_too_many_players_are_an_error():
    folded = [f"x{number}" for number in range(20_000)]
    put_in = ",".join(["HandA=1", "HandB=1", *(f"{label}=1" for label in folded)])
    line = GOOD_DEALS["omaha-hilo"][0].decode() + f" In:{put_in} Fold:{','.join(folded)}"
    settled = settle_in_python(line.encode(), GAMES["omaha-hilo"])
    assert [error.message for error in settled.errors] == ["In can have at most 26 entries"]


@pytest.mark.parametrize("slug", quick_first(*GOOD_DEALS))
@pytest.mark.parametrize("junk", [b"x", b"\0", b"\xff", b"Ah-", b"7", b" ", b"a: "])
@pytest.mark.parametrize("megabytes", quick_first(2, 10))
def test_megabytes_without_a_line_end_are_one_error(slug, junk, megabytes):
    good, answer = GOOD_DEALS[slug]
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
    players = min(game.players[-1], (len(game.deck) - game.board) // game.hole)
    whole = text_of(random_deal(random.Random(slug), game, players)).encode()
    block = whole[: data.draw(st.integers(0, len(whole)))]
    settle_both_ways(block, game)


LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
WITHOUT_HAND_C = "HandA:As-Ks-Qs-Js HandB:Ad-Kd-Qd-Jd HandD:Ac-Kc-Qc-Jc Board:2h-3h-9d-9c-Td"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("Pot:105 Rake:500", "the rake is larger than all the pots together (105)"),
        ("Pot:105 Rake:100 Jackpot:6", "the rake is larger than all the pots together (105)"),
        ("In:HandA=10,HandB=10 Rake:21", "the rake is larger than all the pots together (20)"),
        ("In:HandA=10,HandB=0 Rake:1", "the rake is larger than all the pots together (0)"),
        ("Pot:105 Fold:HandA,HandB", "everyone has folded, so nobody can win"),
        ("Pot:10=HandC", "HandC has no hand"),
        ("Pot:10=", "the pot has no eligible player"),
        ("Pot:5 Button:HandZ", "the button is at “HandZ”"),
        ("Pot:5 Rules:1999", "unknown rule set “1999”; the rule sets are "),
    ],
)
@pytest.mark.parametrize("settle", [settle_in_python, settle_block])
def test_the_answer_to_impossible_chips_is_an_error(settle, words, error):
    settled = settle("\n".join([LINE, f"{LINE} {words}", LINE]).encode(), OMAHA_HILO)
    first, bad, last = bytes(settled.output).decode().split("\n\n")
    assert first.splitlines()[1] == last.splitlines()[1]
    assert bad.splitlines()[1].startswith(f"=> Error: {error}")
    assert [error.line for error in settled.errors] == [2]
    assert settled.deals == 2


@pytest.mark.parametrize("settle", [settle_in_python, settle_block])
@pytest.mark.parametrize(
    ("words", "paid"),
    [
        # The odd chips of 17 go to the first players left of the button: HandD and HandA.
        ("In:HandA=5,HandB=5,HandC=2,HandD=5 Fold:HandC Button:HandC", "6; HandB 5; HandC 0"),
        ("In:HandA=5,HandB=5,HandC=2,HandD=5 Fold:HandC Button:HandD", "6; HandB 6; HandC 0"),
    ],
)
def test_a_player_who_folded_needs_no_cards_between_others(settle, words, paid):
    answer = bytes(settle(f"{WITHOUT_HAND_C} {words}".encode(), OMAHA_HILO).output).decode()
    assert f"=> HandA {paid}; HandD " in answer


def test_a_skipped_label_that_has_not_folded_is_missing():
    for words in ("", " Pot:10", " Pot:10 Fold:HandB", " In:HandA=1,HandB=1,HandC=1,HandD=1"):
        settled = settle_in_python(f"{WITHOUT_HAND_C}{words}".encode(), OMAHA_HILO)
        assert settled.errors[0].message == "HandC is missing"


def test_an_impossible_rake_is_refused_where_the_line_is_read():
    with pytest.raises(InvalidWagers) as error_info:
        read_line(f"{LINE} Pot:105 Rake:500", OMAHA_HILO)
    assert error_info.value.position == len(f"{LINE} Pot:105 ")


def test_the_error_for_invalid_utf_8_names_the_encoding():
    settled = settle_in_python(LINE.replace("Ac", "A\xe9").encode("latin-1"), OMAHA_HILO)
    assert settled.errors[0].message == "“A\ufffd” isn't readable: the text isn't in UTF-8"


@pytest.mark.parametrize(
    ("game", "rank", "text"),
    [
        ("drawmaha-49", (10,), "Draw (10 points)"),
        ("deuce-to-seven", (-4, -10), "Lo (queen-high straight)"),
        ("deuce-to-seven", (0, -8, -5, -3, -2, -0), "Lo (T7542)"),
        ("badugi", (3, -9, -2, 0), "Badugi (three cards, T3A)"),
    ],
)
def test_answers_omit_hyphens_between_cards(game, rank, text):
    contest = GAMES[game].contests[0]
    assert made_hand_text(contest, rank) == text
