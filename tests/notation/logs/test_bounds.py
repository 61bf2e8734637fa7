"""Test that reading a hand of any shape takes time proportional to its length."""

import itertools
import json
import sys
from collections.abc import Callable

import pytest

from showdown.notation.logs import lines
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_log
from tests.notation.logs.test_hostile_logs import good_hand

HEAD = """\
PokerStars Hand #1: Hold'em No Limit ($0.05/$0.10 USD) - 2026/11/21 1:01:00 ET
Table 'Kitchen' 6-max Seat #1 is the button
"""
END = """\
*** SHOW DOWN ***
*** SUMMARY ***
Total pot $1 | Rake $0
"""


def seated(count: int) -> str:
    return HEAD + "".join(
        f"Seat {seat}: a: b{seat} ($1 in chips)\n" for seat in range(1, count + 1)
    )


def open_hand(**fields: object) -> str:
    hand = {"game_number": "1", "game_type": "Holdem", "players": [], "rounds": [], "pots": []}
    return json.dumps({"ohh": hand | fields}) + "\n"


SHAPES: dict[str, Callable[[int], str]] = {
    "many seats, and lines about nobody": lambda count: (
        seated(count) + "c: d: calls $1\n" * count + END
    ),
    "lines about nobody": lambda count: seated(9) + "c: d: calls $1\n" * count + END,
    "players who cashed out": lambda count: (
        seated(2) + END + "x: not awarded as player cashed out\n" * count
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


def calls_while_reading(text: str) -> int:
    """Return the number of function calls, including built-in functions."""
    calls = itertools.count()
    sys.setprofile(lambda frame, event, argument: next(calls) if "call" in event else None)
    try:
        for _ in read_log([text.encode()]):
            pass
    finally:
        sys.setprofile(None)
    return next(calls)


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_text_is_at_most_twice_the_work(shape: str) -> None:
    calls_while_reading(SHAPES[shape](300))  # fills the caches
    once, twice = (calls_while_reading(SHAPES[shape](count)) for count in (300, 600))
    assert twice <= 2.2 * once


@pytest.mark.parametrize("shape", SHAPES)
def test_the_stored_data_of_a_hand_are_small(shape: str) -> None:
    for hand in read_log([SHAPES[shape](5_000).encode()]):
        assert len(repr(hand)) < 10_000


def around(junk: str) -> tuple[list[ReadHand], int]:
    """Read a log with this text between two good hands. Return the hands, and the text's line."""
    first = good_hand(1) + "\n"
    log = first + junk + "\n\n" + good_hand(2)
    return list(read_log([log.encode()])), first.count("\n") + 1


def only_skipped(junk: str) -> SkippedHand:
    """Return the only skipped hand, after checking that the hands around it are read."""
    (before, skipped, after), line = around(junk)
    assert isinstance(before, LoggedHand)
    assert isinstance(after, LoggedHand)
    assert isinstance(skipped, SkippedHand)
    assert (skipped.reason, skipped.origin.line) == (Skip.UNREADABLE, line)
    return skipped


def test_a_hand_whose_time_is_up_is_unreadable_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock advances by a second each time it is read, after every 64 lines."""
    clock = itertools.count()
    monkeypatch.setattr(lines, "thread_time", lambda: next(clock))
    monkeypatch.setattr(lines, "MOST_SECONDS", 20)
    skipped = only_skipped(seated(2) + "c: d: calls $1\n" * 64 * 40 + END)
    assert "more than 2 seconds" in skipped.detail


@pytest.mark.parametrize("verb", ["posts ", "shows [", "calls $", "("])
def test_the_length_of_a_line_is_limited(verb: str) -> None:
    skipped = only_skipped(seated(2) + f"a: b1: {verb}{'x' * 1_000}\n" + END)
    assert skipped.detail == "a line has at most 1,000 characters"


def test_a_long_line_after_a_hand_leaves_it_whole() -> None:
    long = "x" * 1_001
    (before, _, skipped, after), line = around(good_hand(3) + "\n" + long)
    assert isinstance(skipped, SkippedHand)
    assert skipped.origin.line == line + good_hand(3).count("\n") + 1
    assert all(isinstance(hand, LoggedHand) for hand in (before, after))


def test_the_number_of_seats_is_limited() -> None:
    assert only_skipped(seated(27) + END).detail == "a table has at most 26 seats"


def test_the_length_of_a_name_is_limited() -> None:
    text = seated(1).replace("a: b1", "a" * 101) + END
    assert only_skipped(text).detail == "a name has at most 100 characters"


def test_a_name_may_begin_with_another_name_and_a_colon() -> None:
    """The longest name that fits determines the player of a line."""
    seats = "Seat 1: a ($1 in chips)\nSeat 2: a: b ($1 in chips)\n"
    acts = "a: calls $1\na: b: calls $1\n"
    shows = "a: shows [Ah Kh]\na: b: shows [Qh Qd]\na collected $2 from pot\n"
    end = END.replace("$1", "$2").replace("***\n***", f"***\n{shows}***")
    log = HEAD + seats + acts + end + "Board [As Ks 2d 7c 9h]\n"
    (hand,) = read_log([log.encode()])
    assert isinstance(hand, LoggedHand)
    assert set(hand.hands) == {"a", "a: b"}
    assert hand.contributions == {"a": 100, "a: b": 100}


def test_the_detail_of_a_skipped_hand_is_short() -> None:
    (skipped,) = read_log([open_hand(game_type="x" * 10_000).encode()])
    assert isinstance(skipped, SkippedHand)
    assert skipped.reason is Skip.UNSUPPORTED_GAME
    assert len(skipped.detail) == 201
