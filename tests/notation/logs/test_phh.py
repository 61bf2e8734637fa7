"""Test Poker Hand History, field by field."""

import tomllib

import pytest

from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from showdown.notation.logs.submission_of import submission_of
from tests.notation.logs.judged import read, skipped
from tests.notation.logs.special_hands import special_hand

HOLDEM = special_hand("phh", "an ante for all and a side pot")
STUD = special_hand("phh", "an all-in ante in stud")


@pytest.mark.parametrize("sign", ["\0", "\a", "\x1b", "\x7f"])
def test_a_control_character_in_a_comment_or_a_name_hides_no_hand(sign: str) -> None:
    hand = read(f"# typed {sign} by hand\n{HOLDEM.replace('Cleo', f'Cl{sign}eo')}")
    assert hand.paid == {"Ada": 310}
    assert set(hand.seats) == {"Ada", "Ben", "Cl\ufffdeo"}


def test_heads_up_stud_without_names_where_an_ante_is_all_in() -> None:
    hand = read(STUD)
    assert hand.seats == ("p1", "p2")
    assert hand.contributions == {"p1": 3, "p2": 10}
    assert hand.paid == {"p1": 6}
    payout = submission_of(hand, WSOP_2026).settle().payout
    assert payout
    assert [(each.total, each.returned) for each in payout.players] == [(6, 0), (0, 7)]


def test_a_file_may_contain_several_hands_with_or_without_headings() -> None:
    log = f"[1]\n{STUD}\n[2]\n{STUD}\n{HOLDEM}{STUD}"
    lines = [hand.origin.line for hand in read_log([log.encode()]) if isinstance(hand, LoggedHand)]
    assert lines == [1, 12, 24, 23 + len(HOLDEM.splitlines())]


def test_a_player_without_a_stack_is_a_stranger() -> None:
    hand = read(HOLDEM.replace('"p2 f"', '"p2 f", "p9 f"'))
    assert hand.strangers == ("p9",)


def test_stacks_at_the_end_are_needed_in_a_log_and_not_where_one_hand_is_settled() -> None:
    text = HOLDEM.replace("finishing_stacks = [390, 170, 0]", "")
    assert isinstance(read_hand(text), LoggedHand)
    assert skipped(text).reason is Skip.NOT_PAID
    assert "states no payments" in skipped(text).detail


SHOWN = special_hand("phh", "stacks that are not known are read with winnings")


def test_a_hand_with_a_call_that_may_be_for_less_is_not_judged() -> None:
    text = SHOWN.replace("'p1 f'", "'p1 cc'").replace("'p3 sm", "'p1 sm AsAc', 'p3 sm")
    assert "all in" in skipped(text.replace("[0, 0, 62]", "[0, 60, 30]")).detail


def test_anonymous_players_are_named_by_seat_number() -> None:
    hand = read(HOLDEM.replace('["Ada", "Ben", "Cleo"]', '["", "Ben", ""]'))
    assert hand.seats == ("p1", "Ben", "p3")


@pytest.mark.parametrize("heading", ["[1]", '["hand 1"]', "[hand-1] # one", "[ 'x' ]"])
def test_headings_may_be_any_key(heading: str) -> None:
    hands = read_log([f"{heading}\n{HOLDEM}\n{heading}\n{HOLDEM}".encode()])
    assert [type(hand) for hand in hands] == [LoggedHand, LoggedHand]


def test_a_custom_field_may_come_first() -> None:
    hands = read_log([f'_typed_by = "me"\n{HOLDEM}_seen = true\n{HOLDEM}'.encode()])
    assert [type(hand) for hand in hands] == [LoggedHand, LoggedHand]


@pytest.mark.parametrize(
    ("zone", "hour"), [("America/Toronto", 16), ("Nowhere/At all", 12), ("../x", 12), ("UTC", 12)]
)
def test_the_time_is_that_of_its_zone(zone: str, hour: int) -> None:
    text = HOLDEM.replace("month = 1", f'month = 7\ntime = 12:30:00\ntime_zone = "{zone}"')
    hand = read(text)
    assert hand.origin.played
    assert hand.origin.played.hour == hour


@pytest.mark.parametrize(
    "line",
    [
        *("level = null", "level = NaN", 'level = {"a": 1}', "level = 01", "level = 5 5"),
        *(r'venue = "a\/b"', r'venue = "\ud83d\ude00"', "hand = 1\nhand = 2", "time = 24:00:00"),
        'venue = "a\n',
    ],
)
def test_a_line_that_is_json_and_not_toml_is_refused(line: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(line)
    assert isinstance(next(read_log([f"{line}\n{HOLDEM}".encode()])), SkippedHand)


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (r'table = "a \"b\" \\ c"', 'a "b" \\ c'),
        ("table = 'Ö 1'", "Ö 1"),
        (r'table = "\u00e9" # one', "é"),
        ("table = '''x'''", "x"),
    ],
)
def test_strings_are_read_like_toml(line: str, table: str) -> None:
    hand = read(HOLDEM + line)
    assert hand.origin.table == table == tomllib.loads(line)["table"]
