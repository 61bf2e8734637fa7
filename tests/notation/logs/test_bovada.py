"""Test the historical forms of the text of Bovada, Ignition and Bodog."""

from datetime import UTC, datetime

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import Skip
from showdown.notation.logs.registry import read_log
from tests.notation.logs.judged import judged, paid_right, skipped

HEADER = "Bovada Hand #4290 TBL#26728545 HOLDEM No Limit - 2026-05-26 09:16:24"
ZONE = "Bovada Hand #4384  Zone Poker ID#1822 HOLDEMZonePoker No Limit - 2026-12-05 19:22:58"
HEADS_UP = """\
{header}
Seat 1: Dealer [ME] ($25 in chips)
Seat 4: Big Blind ($30 in chips)
Dealer  [ME] : Set dealer [1]
Dealer  [ME] : Small Blind $0.10
Big Blind : Big blind $0.25
*** HOLE CARDS ***
Dealer  [ME] : Card dealt to a spot [Ah Kd]
Big Blind : Card dealt to a spot [Qs Qd]
Dealer  [ME] : Calls $0.15
Big Blind : Checks
*** FLOP *** [Ac 7d 2s]
Big Blind : Checks
Dealer  [ME] : Bets $0.50
Big Blind : Calls $0.50
*** TURN *** [Ac 7d 2s] [9h]
Big Blind : Checks
Dealer  [ME] : Checks
*** RIVER *** [Ac 7d 2s 9h] [3c]
Big Blind : Bets $1
Table leave user
Dealer  [ME] : Calls $1
Big Blind : Showdown [Qs Qd Ac 9h 7d] (One pair)
Dealer  [ME] : Showdown [Ah Ac Kd 9h 7d] (One pair)
Dealer  [ME] : Hand result $3.33
*** SUMMARY ***
Total Pot($3.50)
Board [Ac 7d 2s 9h 3c]
Seat+1: Dealer $3.33  with One pair [Ah Kd-Ah Ac Kd 9h 7d]
Seat+4: Big Blind lost with One pair [Qs Qd-Qs Qd Ac 9h 7d]
"""
FAST_FOLDED = """\
{header}
Seat 1: Dealer ($26.30 in chips)
Seat 2: Small Blind ($22.18 in chips)
Seat 3: Big Blind [ME] ($30.36 in chips)
Dealer : Set dealer [1]
Small Blind : Small Blind $0.10
Big Blind  [ME] : Big blind $0.25
*** HOLE CARDS ***
Dealer : Card dealt to a spot [3s 2s]
Small Blind : Card dealt to a spot [Qc 6d]
Big Blind  [ME] : Card dealt to a spot [8h 2c]
Dealer : Raises $0.75 to $0.75
Small Blind : Calls $0.65
Small Blind : Leave(Auto)
Big Blind  [ME] : Folds (timeout)
Big Blind  [ME] : Leave(Auto)
*** FLOP *** [7h 5c 8c]
Small Blind : Checks
Dealer : Bets $1.05
Small Blind : {answer}
{end}*** SUMMARY ***
"""
LEFT = """\
Dealer : Return uncalled portion of bet $1.05
Dealer : Does not show [3s 2s] (High Card)
Dealer : Hand result $1.67
Enter(Auto)
Seat sit out
"""
SHOWN = """\
*** TURN *** [7h 5c 8c] [Tc]
Small Blind : Checks
Dealer : Checks
*** RIVER *** [7h 5c 8c Tc] [Qd]
Small Blind : Checks
Dealer : Checks
Small Blind : Showdown [Qd Qc Tc 8c 7h] (One pair)
Dealer : Mucks [3s 2s] (High Card)
Small Blind : Hand result $3.65
"""


@pytest.mark.parametrize(
    "header",
    [
        HEADER,
        HEADER.replace("Bovada", "Bodog.com"),
        HEADER.replace("Bovada", "Bodog Canada"),
        HEADER.replace("Bovada", "Bodog88"),
        HEADER.replace("Hand #", "Hand #C"),
        f"{HEADER} UTC",
        HEADER.replace(" - 2026", " [MVS] - 2026"),
        HEADER.replace("No Limit", "1 on 1 No Limit"),
        HEADER.replace("HOLDEM No Limit", "HOLDEM"),
        ZONE,
    ],
)
def test_headers(header: str) -> None:
    hand = paid_right(HEADS_UP.format(header=header))
    assert hand.contributions == {"Dealer": 175, "Big Blind": 175}
    assert hand.origin.played


def test_a_time_in_utc_is_not_that_of_new_york() -> None:
    hand = paid_right(HEADS_UP.format(header=f"{HEADER} UTC"))
    assert hand.origin.played == datetime(2026, 5, 26, 9, 16, 24, tzinfo=UTC)


def test_a_repeated_line_counts_once() -> None:
    text = HEADS_UP.format(header=HEADER)
    bet = "Big Blind : Bets $1\nTable leave user\n"
    assert paid_right(text.replace(bet, f"{bet}Big Blind : Bets $1\n")).paid == {"Dealer": 333}


def test_a_bet_repeated_on_another_street_counts_twice() -> None:
    text = HEADS_UP.format(header=HEADER).replace("Big Blind : Checks\nDealer  [ME] : Checks\n", "")
    assert "Big Blind : Calls $0.50\n*** TURN" in text
    turn = "Big Blind : Bets $0.50\nDealer  [ME] : Calls $0.50\n"
    river = turn + "Big Blind : Showdown"
    text = text.replace("[9h]\n", f"[9h]\n{turn}")
    text = text.replace(
        "Big Blind : Bets $1\nTable leave user\nDealer  [ME] : Calls $1\nBig Blind : Showdown",
        river,
    )
    assert paid_right(text).contributions == {"Dealer": 175, "Big Blind": 175}


def test_the_last_checker_may_check_first_on_an_unmarked_street() -> None:
    streets = [line for line in HEADS_UP.splitlines(keepends=True) if line.startswith("*** ")]
    text = HEADS_UP.format(header=HEADER)
    for street in streets[1:-1]:
        text = text.replace(street, "")
    assert "Checks\nBig Blind : Checks\n" in text
    assert paid_right(text).last_round == 3


def test_the_summary_of_zone_poker_may_be_empty() -> None:
    hand = judged(FAST_FOLDED.format(header=ZONE, answer="Folds", end=LEFT)).hand
    assert hand.paid == {"Dealer": 167}


def test_then_the_board_is_that_of_the_streets() -> None:
    text = FAST_FOLDED.format(header=ZONE, answer="Calls $1.05", end=SHOWN)
    assert len(paid_right(text).boards[0]) == 5


def test_a_summary_needs_its_total() -> None:
    text = FAST_FOLDED.format(header=ZONE, answer="Folds", end=LEFT) + "Board [7h 5c 8c]\n"
    assert skipped(text).reason is Skip.UNREADABLE


SPLIT = """\
Bovada Hand #90: HOLDEM No Limit - 2026-04-22 01:49:18
Seat 1: UTG ($5 in chips)
Seat 2: Small Blind ($5 in chips)
Seat 3: Big Blind ($5 in chips)
Seat 4: Dealer ($5 in chips)
Dealer : Set dealer [4]
Small Blind : Small Blind $0.25
Big Blind : Big blind $0.51
*** HOLE CARDS ***
UTG : Card dealt to a spot [{utg}]
Small Blind : Card dealt to a spot [Ah 4d]
Big Blind : Card dealt to a spot [{big}]
Dealer : Card dealt to a spot [2c 3d]
UTG : Calls $0.51
Dealer : Folds
Small Blind : Calls $0.26
Big Blind : Checks
*** FLOP *** [As Kh Qs]
*** TURN *** [As Kh Qs] [Jc]
*** RIVER *** [As Kh Qs Jc] [9c]
UTG : Showdown [Ad As Kh Qs Jc] (One pair)
Small Blind : Showdown [Ah As Kh Qs Jc] (One pair)
Big Blind : Showdown [Ac As Kh Qs Jc] (One pair)
{results}*** SUMMARY ***
Total Pot($1.53)
Board [As Kh Qs Jc 9c]
"""


@pytest.mark.parametrize(
    ("results", "kind"),
    [
        ({"Small Blind": "0.76", "Big Blind": "0.77"}, None),
        ({"Small Blind": "0.77", "Big Blind": "0.76"}, "odd-chip"),
        ({"Small Blind": "0.76", "UTG": "0.77"}, None),
        ({"UTG": "0.77", "Big Blind": "0.76"}, "odd-chip"),
        ({"UTG": "0.76", "Big Blind": "0.77"}, None),
    ],
)
@pytest.mark.parametrize("times", [1, 60])
def test_odd_cents_go_from_the_big_blind_on(results, kind, times: int) -> None:
    """A few hands are judged by the rules, many by arrays."""
    text = SPLIT.format(
        utg="Ad 6c" if "UTG" in results else "2d 6c",
        big="Ac 5c" if "Big Blind" in results else "2h 5c",
        results="".join(f"{name} : Hand result ${won}\n" for name, won in results.items()),
    )
    if "Small Blind" not in results:
        text = text.replace("[Ah 4d]", "[2s 4d]")
    log = "".join(text.replace("#90", f"#{90 + number}") for number in range(times))
    every = list(judge_all(read_log([log.encode()]), Terms()))
    assert [each.difference and each.difference.kind for each in every] == [kind] * times
