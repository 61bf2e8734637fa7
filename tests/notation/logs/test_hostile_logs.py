"""Test that reading any log raises no error, drops nothing silently, and takes linear time."""

import itertools
import json
import random
import re
import sys
from pathlib import Path
from time import thread_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from showdown.evaluator.games import GAMES
from showdown.notation.encodings import SAMPLE_BYTES, detect_wide_encoding
from showdown.notation.logs import lines
from showdown.notation.logs.lines import MAX_HAND_LENGTH, decode_log
from showdown.notation.logs.log_reader import read_hand, read_log
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from tests.log_writers import write_open_hand_history, write_phh, write_pokerstars
from tests.logs import make_correct_hand, peak_memory
from tests.scope import quick_first

WRITERS = (write_open_hand_history, write_pokerstars, write_phh)


def good_hand(seed, writer_index=1):
    hand = make_correct_hand(random.Random(seed), GAMES["holdem"], has_rake=False)
    return WRITERS[writer_index](hand)


def ids(log):
    return {hand.origin.hand for hand in read_log([log]) if isinstance(hand, LoggedHand)}


@given(
    writer_index=st.integers(0, 2),
    next_writer_index=st.integers(0, 2),
    cut=st.floats(0, 1),
    noise=st.binary(max_size=300),
    position=st.floats(0, 1),
)
def test_a_hand_is_read_after_a_cut_off_and_noisy_one(
    writer_index, next_writer_index, cut, noise, position
):
    broken = good_hand(1, writer_index).encode()
    broken = broken[: int(cut * len(broken))]
    split = int(position * len(broken))
    good = good_hand(2, next_writer_index).encode()
    log = broken[:split] + noise + broken[split:] + b"\n\n" + good
    assume(
        next_writer_index != 2 or b"#" not in noise
    )  # a comment before a hand of PHH is a part of it
    assume(not detect_wide_encoding(log[:SAMPLE_BYTES]))  # changes the good hand's encoding
    assert ids(good) <= ids(log)


@pytest.mark.parametrize(
    "junk",
    [
        "x" * (3 * MAX_HAND_LENGTH),
        '{"ohh": "' + "x" * (2 * MAX_HAND_LENGTH),
        "PokerStars Hand #7: " + "x" * MAX_HAND_LENGTH,
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
def test_the_hands_around_junk_are_read(junk):
    before, after = good_hand(1), good_hand(2)
    log = f"{before}\n{junk}\n\n{after}"
    assert ids((before + after).encode()) <= ids(log.encode())
    skipped = [hand for hand in read_log([log.encode()]) if isinstance(hand, SkippedHand)]
    assert skipped
    assert {hand.reason for hand in skipped} <= {Skip.UNREADABLE, Skip.CUT_OFF}
    first = before.count("\n") + 1
    assert all(first < hand.origin.line <= log.count("\n") for hand in skipped)


@pytest.mark.parametrize(
    "amount", ["1e99999", "1e" + "9" * 20, "0x" + "f" * 100_000, "9" * 100_000]
)
@pytest.mark.parametrize("before", [r"starting_stacks = \[", "p1 cbr "])
def test_an_amount_above_the_maximum_is_unreadable(before, amount):
    hand = read_hand(re.sub(rf"({before})[\d.]+", rf"\g<1>{amount}", good_hand(1, writer_index=2)))
    assert hand.reason is Skip.UNREADABLE


def test_a_hand_that_is_too_long_is_skipped_once():
    long = '{"ohh": {"game_number": 1,\n' + '"notes": "",\n' * 200_000 + "}}\n"
    skipped, hand = read_log([(long + good_hand(1)).encode()])
    assert (skipped.reason, skipped.origin.line) == (Skip.UNREADABLE, 1)
    assert "1,048,576 characters" in skipped.detail
    assert isinstance(hand, LoggedHand)


def test_a_long_log_is_read_in_little_memory():
    hands = (good_hand(1) + good_hand(2, 0)).encode() * 100
    assert all(isinstance(hand, LoggedHand) for hand in read_log([hands]))
    peak_of_4, peak_of_9 = (
        peak_memory(read_log(itertools.repeat(hands, count))) for count in (4, 9)
    )
    assert peak_of_9 < 1.2 * peak_of_4


LOGS = Path("tests/data/logs")
SIZE = 1 << 18
HAND = good_hand(1).encode()


@pytest.mark.parametrize("before", quick_first(HAND, b""), ids=["after a hand", "alone"])
@pytest.mark.parametrize(
    "line", [b"\n", b" \n", b"\r", b"\r\n", b"\xe9\n", b"{\n", b"x\n", b"<\n", b'"\n', b"*****\n"]
)
def test_many_short_lines_are_cheap(before, line):
    """A small zip file may contain millions of blank lines, which compress a thousand to one."""
    text = before + line * (SIZE // len(line))
    started = thread_time()
    hands = list(read_log([text]))
    assert thread_time() - started < 20 * SIZE / len(line) / 1e6 + 2
    assert len(hands) <= 3


@pytest.mark.parametrize("filler", [" ", "a", "a ", "| A", "1"])
@pytest.mark.parametrize(
    ("line", "hostile"),
    [(r"posts .*", "posts a{}!"), (r"Total pot .*", "Total pot $1 | Rake $1 | A{}!")],
    ids=["post", "total"],
)
def test_a_long_line_is_searched_in_linear_time(line, hostile, filler):
    sample = (LOGS / "pokerstars.txt").read_text()
    long_line = hostile.format(filler * (900 // len(filler)))
    log = re.sub(line, long_line, sample).encode() * 20
    started = thread_time()
    assert list(read_log([log]))
    assert thread_time() - started < len(log) / 200_000


def test_only_lines_that_are_not_utf_8_are_read_as_cp1252():
    blocks = [b"caf\xe9\r\xc3\xa9t\xc3\xa9\r\n", b"\x81 \xff\n\xe2\x82\xac \x80\n", b"\xed\xb2\x80"]
    assert "".join(decode_log(blocks)) == "café\nété\n\ufffd ÿ\nâ‚¬ €\ní²€"


@pytest.mark.parametrize("braces", ["{\n", "{\n\n", "[{\n", "[ {\n\n{\n"])
def test_unmatched_braces_are_one_entry(braces):
    (only,) = read_log([braces.encode() * 50])
    assert isinstance(only, SkippedHand)
    for good in (good_hand(2, 0), good_hand(2, 0).replace("{", "{\n", 1)):
        skipped, read = read_log([(braces * 50 + good).encode()])
        assert (type(skipped), skipped.origin.line) == (SkippedHand, 1)
        assert (type(read), read.origin.line) == (LoggedHand, 1 + (braces * 50).count("\n"))


@pytest.mark.parametrize(("before", "line"), [(0, 1), (999, 1), (1_000, 2)])
def test_a_hand_may_begin_without_a_prefix_in_the_first_thousand_lines(before, line):
    """Only the first 1,000 lines are compared with every format; blank lines don't count."""
    fields = b'antes = [0, 0]\nvariant = "NT"\n'
    *_, hand = read_log([b"hello\n\n" * before + fields])
    assert (hand.origin.format, hand.origin.line) == ("phh", 2 * before + line)


HEAD = """\
PokerStars Hand #1: Hold'em No Limit ($0.05/$0.10 USD) - 2026/11/21 1:01:00 ET
Table 'Kitchen' 6-max Seat #1 is the button
"""
END = """\
*** SHOW DOWN ***
*** SUMMARY ***
Total pot $1 | Rake $0
"""


def hand_with_seats(count):
    seats = (f"Seat {seat}: a: b{seat} ($1 in chips)\n" for seat in range(1, count + 1))
    return HEAD + "".join(seats)


def open_hand(**fields):
    hand = {"game_number": "1", "game_type": "Holdem", "players": [], "rounds": [], "pots": []}
    return json.dumps({"ohh": hand | fields}) + "\n"


SHAPES = {
    "many seats, and lines about nobody": lambda count: (
        hand_with_seats(count) + "c: d: calls $1\n" * count + END
    ),
    "lines about nobody": lambda count: hand_with_seats(9) + "c: d: calls $1\n" * count + END,
    "players who cashed out": lambda count: (
        hand_with_seats(2) + END + "x: not awarded as player cashed out\n" * count
    ),
    "boards that begin again": lambda count: open_hand(
        rounds=[{"street": "Flop", "actions": [], "cards": ["Ah"] * count}]
        + [{"street": f"{turn % 2}", "actions": [], "cards": ["Kh"]} for turn in range(count)]
    ),
    "many players": lambda count: open_hand(
        players=[{"id": seat, "seat": seat, "name": f"p{seat}"} for seat in range(count)]
    ),
    "objects on one line": lambda count: open_hand().strip() * count + "\n",
    "objects that are cut off": lambda count: '{"\n' * count,
    "headings": lambda count: "[1]\n" * count,
    "a comment, then variants": lambda count: "#\n" * count + 'variant = "NT"\n' * count,
    "fields, then variants": lambda count: "antes = [1]\n" * count + 'variant = "NT"\n' * count,
    "announcements": lambda count: "#Game No : 1\n" * count,
    "sessions": lambda count: "<session>\n" * count,
    "games": lambda count: '<game gamecode="1">\n' * count,
    "games on one line": lambda count: '<game gamecode="1">' * count,
    "blank lines": lambda count: "\n" * count + "?",
}


def calls_while_reading(text):
    calls = itertools.count()
    sys.setprofile(lambda frame, event, argument: next(calls) if "call" in event else None)
    try:
        for _ in read_log([text.encode()]):
            pass
    finally:
        sys.setprofile(None)
    return next(calls)


@pytest.mark.parametrize("shape", SHAPES)
def test_doubling_the_text_at_most_doubles_the_work(shape):
    calls_while_reading(SHAPES[shape](300))  # fills the caches
    once, twice = (calls_while_reading(SHAPES[shape](count)) for count in (300, 600))
    assert twice <= 2.2 * once


@pytest.mark.parametrize("shape", SHAPES)
def test_the_stored_data_of_a_hand_are_small(shape):
    for hand in read_log([SHAPES[shape](5_000).encode()]):
        assert len(repr(hand)) < 10_000


def read_between_hands(junk):
    """Read this text between two good hands, and return its SkippedHand."""
    first = good_hand(1) + "\n"
    before, skipped, after = read_log([f"{first}{junk}\n\n{good_hand(2)}".encode()])
    assert isinstance(before, LoggedHand)
    assert isinstance(after, LoggedHand)
    assert (skipped.reason, skipped.origin.line) == (Skip.UNREADABLE, first.count("\n") + 1)
    return skipped


def test_a_hand_that_exceeds_the_time_limit_is_unreadable(monkeypatch):
    """The clock, which is read before every 64 lines, advances by a second each time."""
    clock = itertools.count()
    monkeypatch.setattr(lines, "thread_time", lambda: next(clock))
    monkeypatch.setattr(lines, "MAX_SECONDS", 20)
    skipped = read_between_hands(hand_with_seats(2) + "c: d: calls $1\n" * 64 * 40 + END)
    assert "more than 2 seconds" in skipped.detail


LONG_LINE = "a line has at most 1,000 characters"


@pytest.mark.parametrize(
    ("hand", "detail"),
    [
        *(
            (f"{hand_with_seats(2)}a: b1: {verb}{'x' * 1_000}\n", LONG_LINE)
            for verb in ("posts ", "shows [", "calls $", "(")
        ),
        (hand_with_seats(27), "a table has at most 26 seats"),
        (hand_with_seats(1).replace("a: b1", "a" * 101), "a name has at most 100 characters"),
    ],
)
def test_lines_seats_and_names_are_limited(hand, detail):
    assert read_between_hands(hand + END).detail == detail


def test_a_long_line_after_a_hand_does_not_affect_it():
    assert read_between_hands("x" * 1_001).detail == LONG_LINE


def test_a_name_may_begin_with_another_name_and_a_colon():
    """The longest name that fits determines the player of a line."""
    seats = "Seat 1: a ($1 in chips)\nSeat 2: a: b ($1 in chips)\n"
    actions = "a: calls $1\na: b: calls $1\n"
    shows = "a: shows [Ah Kh]\na: b: shows [Qh Qd]\na collected $2 from pot\n"
    end = END.replace("$1", "$2").replace("***\n***", f"***\n{shows}***")
    log = HEAD + seats + actions + end + "Board [As Ks 2d 7c 9h]\n"
    (hand,) = read_log([log.encode()])
    assert set(hand.hands) == {"a", "a: b"}
    assert hand.contributions == {"a": 100, "a: b": 100}


def test_the_detail_of_a_skipped_hand_is_short():
    (skipped,) = read_log([open_hand(game_type="x" * 10_000).encode()])
    assert skipped.reason is Skip.UNSUPPORTED_GAME
    assert len(skipped.detail) == 201


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_blank_text_has_no_entries(text):
    assert not list(read_log([]))
    assert not list(read_log([b"", text.encode()]))


@pytest.mark.parametrize("text", ["", "\n \n", "hello", "#hello\n", "AhKd QhQd", "Hand: 1\nBoard"])
def test_text_in_an_unknown_format_is_not_a_hand(text):
    assert read_hand(text) is None


def test_text_before_a_hand_is_skipped():
    hand = '{"ohh": {}}'
    before, broken = read_log([f"From: Ann\n\n{hand}\n".encode()])
    assert (before.origin.line, before.detail) == (1, "not a hand history")
    assert isinstance(broken, SkippedHand)
