"""Reading any log never raises, loses nothing silently, and reads every good hand."""

import itertools
import random
import re
import tracemalloc
from pathlib import Path
from time import thread_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from showdown.evaluator.games import GAMES
from showdown.notation.encodings import SAMPLE, wide_encoding_of
from showdown.notation.logs.lines import LONGEST, lines_of_log
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from tests.log_writers import write_open_hand_history, write_phh, write_pokerstars
from tests.logs import well_paid_hand
from tests.scope import quick_first

WRITERS = (write_open_hand_history, write_pokerstars, write_phh)


def good_hand(seed: int, form: int = 1) -> str:
    hand = well_paid_hand(random.Random(seed), GAMES["holdem"], has_rake=False)
    return WRITERS[form](hand)


def ids(text: str) -> set[str]:
    return {hand.origin.hand for hand in read_log([text.encode()]) if isinstance(hand, LoggedHand)}


@given(
    form=st.integers(0, 2),
    next_form=st.integers(0, 2),
    cut=st.floats(0, 1),
    noise=st.binary(max_size=300),
    place=st.floats(0, 1),
)
def test_a_hand_is_read_after_a_cut_off_and_noisy_one(
    form: int, next_form: int, cut: float, noise: bytes, place: float
) -> None:
    broken = good_hand(1, form).encode()
    broken = broken[: int(cut * len(broken))]
    at = int(place * len(broken))
    good = good_hand(2, next_form)
    log = broken[:at] + noise + broken[at:] + b"\n\n" + good.encode()
    assume(next_form != 2 or b"#" not in noise)  # a comment before a hand of PHH is a part of it
    assume(not wide_encoding_of(log[:SAMPLE]))  # changes the good hand's encoding
    assert ids(good) <= {
        hand.origin.hand for hand in read_log([log]) if isinstance(hand, LoggedHand)
    }


@pytest.mark.parametrize(
    "junk",
    [
        "x" * (3 * LONGEST),
        '{"ohh": "' + "x" * (2 * LONGEST),
        "PokerStars Hand #7: " + "x" * LONGEST,
        "PokerStars Hand #7: " + "\nAda: folds" * 200_000,
        '{"ohh":' * 5000,
        "[" * 100_000,
        'variant = "NT"\nactions = ' + "[" * 100_000,
        "{" + '"a": 1,' * 1000,
        "\0" * 5000,
        "\n" * 5000 + "?",
        "[1]\n" * 500 + "x",
        '{"ohh": {"game_number": ' + "9" * 5000 + "}}",
        'variant = "NT"\nhand = ' + "9" * 5000,
    ],
    ids=lambda junk: f"{junk[:20]!r}",
)
def test_junk_is_skipped_with_its_line_and_the_hands_around_it_are_read(junk: str) -> None:
    log = good_hand(1) + "\n" + junk + "\n\n" + good_hand(2)
    read = list(read_log([log.encode()]))
    assert ids(good_hand(1)) | ids(good_hand(2)) <= {
        hand.origin.hand for hand in read if isinstance(hand, LoggedHand)
    }
    skipped = [hand for hand in read if isinstance(hand, SkippedHand)]
    assert skipped
    assert {hand.reason for hand in skipped} <= {Skip.UNREADABLE, Skip.CUT_OFF}
    first = good_hand(1).count("\n") + 1
    assert all(first < hand.origin.line <= log.count("\n") for hand in skipped)


@pytest.mark.parametrize(
    "amount", ["1e99999", "1e" + "9" * 20, "0x" + "f" * 100_000, "9" * 100_000]
)
@pytest.mark.parametrize("place", [r"starting_stacks = \[", "p1 cbr "])
def test_an_amount_beyond_all_chips_is_unreadable(place: str, amount: str) -> None:
    hand = read_hand(re.sub(rf"({place})[\d.]+", rf"\g<1>{amount}", good_hand(1, form=2)))
    assert isinstance(hand, SkippedHand)
    assert hand.reason is Skip.UNREADABLE


def test_a_hand_that_is_too_long_is_skipped_once() -> None:
    long = '{"ohh": {"game_number": 1,\n' + '"notes": "",\n' * 200_000 + "}}\n"
    skipped, hand = read_log([(long + good_hand(1)).encode()])
    assert isinstance(skipped, SkippedHand)
    assert (skipped.reason, skipped.origin.line) == (Skip.UNREADABLE, 1)
    assert "1,048,576 characters" in skipped.detail
    assert isinstance(hand, LoggedHand)


def test_lines_in_two_encodings_in_one_file() -> None:
    text = Path("tests/data/logs/pokerstars.txt").read_text().partition("\n\n")[0] + "\n\n"
    windows, utf_8 = text.replace("Ada", "Zoë € 5"), text.replace("Ada", "名前 ♠")
    hands = list(read_log([windows.encode("cp1252"), utf_8.encode()]))
    assert all(isinstance(hand, LoggedHand) for hand in hands)
    names = [hand.seats[1] for hand in hands if isinstance(hand, LoggedHand)]
    assert names == ["Zoë € 5", "名前 ♠"]


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "#hello\n", "AhKd QhQd", "Hand: 1\nBoard"])
def test_text_in_no_format_is_not_a_hand(text: str) -> None:
    assert read_hand(text) is None


def test_a_long_log_is_read_in_little_memory() -> None:
    hands = (good_hand(1) + good_hand(2, 0)).encode() * 100

    def peak_of(count: int) -> int:
        tracemalloc.start()
        try:
            read = read_log(itertools.repeat(hands, count))
            assert sum(isinstance(each, LoggedHand) for each in read) == 200 * count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak_of(9) < 1.2 * peak_of(4)


LOGS = Path("tests/data/logs")
SIZE = 1 << 18
HAND = good_hand(1).encode()


@pytest.mark.parametrize("before", quick_first(HAND, b""), ids=["after a hand", "alone"])
@pytest.mark.parametrize(
    "line", [b"\n", b" \n", b"\r", b"\r\n", b"\xe9\n", b"{\n", b"x\n", b"<\n", b'"\n', b"*****\n"]
)
def test_many_short_lines_are_cheap(before: bytes, line: bytes) -> None:
    """A small zip may contain millions of blank lines, which compress a thousand to one."""
    text = before + line * (SIZE // len(line))
    begun = thread_time()
    hands = list(read_log([text]))
    assert thread_time() - begun < 5 * SIZE / len(line) / 1e6 + 1
    assert len(hands) <= 3


@pytest.mark.parametrize("filler", [" ", "a", "a ", "| A", "1"])
@pytest.mark.parametrize(
    ("line", "hostile"),
    [(r"posts .*", "posts a{}!"), (r"Total pot .*", "Total pot $1 | Rake $1 | A{}!")],
    ids=["post", "total"],
)
def test_a_long_line_is_searched_in_linear_time(line: str, hostile: str, filler: str) -> None:
    sample = (LOGS / "pokerstars.txt").read_text()
    long = hostile.format(filler * (900 // len(filler)))
    log = re.sub(line, long, sample).encode() * 20
    begun = thread_time()
    assert list(read_log([log]))
    assert thread_time() - begun < len(log) / 200_000


def test_lines_that_are_not_utf_8_are_read_as_cp1252_and_others_are_not() -> None:
    blocks = [b"caf\xe9\r\xc3\xa9t\xc3\xa9\r\n", b"\x81 \xff\n\xe2\x82\xac \x80\n", b"\xed\xb2\x80"]
    assert "".join(lines_of_log(blocks)) == "café\nété\n\ufffd ÿ\nâ‚¬ €\ní²€"


@pytest.mark.parametrize("opened", ["{\n", "{\n\n", "[{\n", "[ {\n\n{\n"])
def test_unmatched_braces_are_one_entry(opened: str) -> None:
    (only,) = read_log([opened.encode() * 50])
    assert isinstance(only, SkippedHand)
    for good in (good_hand(2, 0), good_hand(2, 0).replace("{", "{\n", 1)):
        skipped, read = read_log([(opened * 50 + good).encode()])
        assert (type(skipped), skipped.origin.line) == (SkippedHand, 1)
        assert (type(read), read.origin.line) == (LoggedHand, 1 + (opened * 50).count("\n"))


@pytest.mark.parametrize(("before", "line"), [(0, 1), (999, 1), (1_000, 2)])
def test_a_hand_may_begin_without_a_prefix_in_the_first_thousand_lines(before, line) -> None:
    """Only the first 1,000 lines are compared with every format; blank lines don't count."""
    fields = b'antes = [0, 0]\nvariant = "NT"\n'
    *_, hand = read_log([b"hello\n\n" * before + fields])
    assert (hand.origin.format, hand.origin.line) == ("phh", 2 * before + line)
