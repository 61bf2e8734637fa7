"""Test the log of a private game on PokerNow, entry by entry."""

import csv
import io
import random
from pathlib import Path

import pytest

from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.rooms import pokernow
from tests.logs import peak_memory, special_hand, why_unsettled
from tests.scope import quick_first

LOG = Path("tests/data/logs/pokernow.csv").read_text()


def hands_of(text):
    hands = [hand for hand in read_log([text.encode()]) if isinstance(hand, LoggedHand)]
    assert len(hands) == text.count("-- starting hand")
    return hands


def test_the_order_of_the_lines_does_not_matter():
    header, *rows = LOG.splitlines()
    random.Random(1).shuffle(rows)
    shuffled = hands_of("\n".join([header, *rows]))
    assert [hand.paid for hand in shuffled] == [hand.paid for hand in hands_of(LOG)]


def test_rows_beyond_the_bound_of_a_log_are_reported(monkeypatch):
    hands = hands_of(LOG)
    monkeypatch.setattr(pokernow, "MAX_MEMORY", 400 * 30)
    lines = LOG.splitlines(keepends=True)
    blocks = ["".join(lines[start : start + 2]).encode() for start in range(0, len(lines), 2)]
    read = list(read_log(blocks))
    *others, dropped = [hand for hand in read if isinstance(hand, SkippedHand)]
    assert "a PokerNow log has at most" in dropped.detail
    assert dropped.origin.line > others[0].origin.line > 1
    assert [hand for hand in read if isinstance(hand, LoggedHand)] == hands[-1:]


@pytest.mark.parametrize(
    "row", ["hello", "a,b", "a,b,c", '"open,2026-05-01T20:08:40.000Z,1', "x" * 5_000 + ",1,1"]
)
def test_an_invalid_row_is_reported_once(row):
    lines = LOG.splitlines()
    text = "\n".join([*lines[:30], row, row, *lines[30:]])
    read = list(read_log([text.encode()]))
    strays = [hand for hand in read if isinstance(hand, SkippedHand)]
    assert [(stray.origin.line, stray.reason) for stray in strays] == [(31, Skip.UNREADABLE)]
    assert len(read) == 4


def test_a_hand_that_began_before_the_log_is_reported():
    lines = LOG.splitlines()
    started = next(index for index, line in enumerate(lines) if "starting hand #1 " in line)
    first, *others = read_log(["\n".join(lines[:started]).encode()])
    assert (first.reason, first.origin.line) == (Skip.CUT_OFF, 45)
    assert [isinstance(hand, LoggedHand) for hand in others] == [True, True]


def test_hands_of_other_formats_and_tables_may_follow():
    other = Path("tests/data/logs/pokerstars.txt").read_text()
    read = list(read_log([(LOG + other + LOG).encode()]))
    assert [hand.origin.format for hand in read].count("pokernow") == 6
    assert len({hand.origin.line for hand in read}) == len(read)


@pytest.mark.parametrize(
    "rows", quick_first(LOG.partition("\n")[2].encode(), b"x,t,1\n" * 2000), ids=["hands", "tiny"]
)
def test_a_long_log_takes_no_more_memory_than_its_bound(monkeypatch, rows):
    monkeypatch.setattr(pokernow, "MAX_MEMORY", 1 << 18)
    logs = (iter([b"entry,at,order\n", *[rows] * count]) for count in (75, 150))
    half, whole = map(peak_memory, map(read_log, logs))
    assert whole < 1.5 * half


def test_a_broken_row_right_below_the_header_is_reported():
    (stray,) = read_log([b"entry,at,order\nAnna joined,2026-05-01T20:00:00.000Z\n"])
    assert (stray.reason, stray.origin.line) == (Skip.UNREADABLE, 2)


def omaha(number, *entries, own_cards=""):
    """Return a hand without a showdown, oldest row first; `entries` follow its end."""
    rows = [
        f"-- starting hand #{number} (id: h{number})  (Pot Limit Omaha Hi) "
        '(dealer: ""Hana @ hhh"") --',
        'Player stacks: #1 ""Hana @ hhh"" (400) | #3 ""Igor @ iii"" (300)',
        *([f"Your hand is {own_cards}"] if own_cards else ()),
        '""Hana @ hhh"" posts a small blind of 1',
        '""Igor @ iii"" posts a big blind of 2',
        '""Hana @ hhh"" calls 2',
        '""Igor @ iii"" checks',
        "Flop:  [2♣, 7♦, 9♠]",
        '""Igor @ iii"" bets 4',
        '""Hana @ hhh"" folds',
        'Uncalled bet of 4 returned to ""Igor @ iii""',
        '""Igor @ iii"" collected 4 from pot',
        f"-- ending hand #{number} --",
        *entries,
    ]
    at = f"2026-05-01T20:{number:02}:00.000Z"
    return "".join(f'"{row}",{at},{100 * number + index}\n' for index, row in enumerate(rows))


@pytest.mark.parametrize("shown", ["J♣", "J♣, 4♦", "J♣, 4♦, K♥"])
@pytest.mark.parametrize(
    ("others", "game"),
    [
        (omaha(2), "omaha"),
        (omaha(2, own_cards="A♣, A♦, 3♥, 4♥, 8♥"), "five-card-omaha"),
        (omaha(2, '""Hana @ hhh"" shows a A♣, A♦, 3♥, 4♥, 8♥, 9♥.'), "six-card-omaha"),
    ],
)
def test_the_other_hands_determine_the_number_of_cards(shown, others, game):
    """Cards shown at the end don't determine the game, because players may show only a few."""
    first = omaha(1, f'""Igor @ iii"" shows a {shown}.')
    hands = hands_of("entry,at,order\n" + first + others)
    assert [hand.game.slug for hand in hands] == [game] * 2
    assert [why_unsettled(hand).reason for hand in hands] == [Skip.NO_SHOWDOWN] * 2
    assert len(hands[0].known["Igor"]) == len(shown.split(", "))


HAND = special_hand("pokernow", "bets on the flop")
CONFIG = "Game Config Changes\n* Cents Mode: off » on\n* Names: “a”, b"


def change_columns(heading, replaced_cells, *, is_newest_first):
    separator = next(sign for sign in ";\t," if sign in (heading or ","))
    names = [name.strip().lower() for name in (heading or "entry,at,order").split(separator)]
    rows = list(csv.DictReader(io.StringIO(HAND.replace("Your hand is 4♣, 5♣", CONFIG))))
    output = io.StringIO(f"{heading}\n" if heading else "")
    output.seek(0, io.SEEK_END)
    writer = csv.writer(output, delimiter=separator, lineterminator="\n")
    for row in reversed(rows) if is_newest_first else rows:
        writer.writerow([{"": "", **row, **replaced_cells}[name] for name in names])
    return output.getvalue()


@pytest.mark.parametrize("is_newest_first", [True, False])
@pytest.mark.parametrize(
    ("heading", "replaced_cells"),
    [
        *((heading, {}) for heading in ("entry;at;order", "entry\tat\torder", "at,entry,order")),
        *((heading, {}) for heading in ("order,at,entry", "entry,at,order,,", "entry,at", "")),
        (",Entry, At, Order", {"": "5"}),
        ("entry,at", {"at": "noon"}),
        ("entry,at,order", {"order": "1.59891E+14"}),
        ("entry,at,order", {"order": "1"}),
        ("entry,at,order", {"at": "31.8.2020, 10:00"}),
    ],
)
def test_columns_and_the_order_of_rows_may_vary(heading, replaced_cells, is_newest_first):
    text = change_columns(heading, replaced_cells, is_newest_first=is_newest_first)
    (hand,) = hands_of(text)
    assert why_unsettled(hand) is None
    assert hand.paid == {"Cy": 145}
    assert 1 <= hand.origin.line <= text.count("\n")


def test_a_log_with_more_columns_may_follow():
    other = change_columns("entry,at,order,,", {}, is_newest_first=True)
    read = list(read_log([(LOG + other + LOG).encode()]))
    assert [type(hand) for hand in read] == [LoggedHand] * 7


def test_an_unclosed_quotation_mark_affects_no_other_row():
    rows = HAND.split("\n")
    read = read_log(["\n".join([*rows[:5], '"open', "and so on", *rows[5:]]).encode()])
    assert {hand.origin.line: type(hand) for hand in read} == {2: LoggedHand, 6: SkippedHand}


def test_repeated_rows_are_read_once():
    (hand,) = read_log([(HAND + HAND.partition("\n")[2]).encode()])
    assert hand.paid == {"Cy": 145}
