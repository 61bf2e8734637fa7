"""Test the historical forms of Full Tilt's text."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

HEADER = "Full Tilt Poker Game #77: Table Bri (6 max) - $0.50/$1 - No Limit Hold'em - 18:46:08 ET"
HAND = """\
{header}
Seat 1: Anna ($100)
Seat 3: Boris B ($80.50)
Seat 5: Cem ($200)
Boris B posts the small blind of $0.50
Cem posts the big blind of $1
The button is in seat #1
*** HOLE CARDS ***
Dealt to Anna [Ah Kd]
Anna raises to $3
Boris B folds
Cem calls $2
*** FLOP *** [Kc 7h 2s] (Total Pot: $6.50, 2 Players)
Cem checks
Anna bets $9
Cem calls $9
*** TURN *** [Kc 7h 2s] [9d] (Total Pot: $24.50, 2 Players)
Cem checks
Anna checks
*** RIVER *** [Kc 7h 2s 9d] [3c] (Total Pot: $24.50, 2 Players)
Cem checks
Anna checks
*** SHOW DOWN ***
Cem shows [Qs Kh] a pair of Kings
Anna shows [Ah Kd] a pair of Kings
Anna wins the pot ($23.50) with a pair of Kings
*** SUMMARY ***
Total pot $24.50 | Rake $1
Board: [Kc 7h 2s 9d 3c]
Seat 1: Anna (button) showed [Ah Kd] and won ($23.50) with a pair of Kings
Seat 3: Boris B (small blind) folded before the Flop
Seat 5: Cem (big blind) showed [Qs Kh] and lost with a pair of Kings
"""
WON_BEFORE_FLOP = """\
Full Tilt Poker Game #78: Table Bri - $0.50/$1 - {title} - 18:46:08 ET - 2026/02/28
Seat 1: Anna ($100)
Seat 2: Boris ($40)
Anna posts the small blind of $0.50
Boris posts the big blind of $1
The button is in seat #1
*** HOLE CARDS ***
Anna raises to $3
Boris folds
Uncalled bet of $2 returned to Anna
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Anna (small blind) collected ($2), mucked
Seat 2: Boris (big blind) folded before the Flop
"""
FOUR_ALL_IN = """\
Full Tilt Poker Game #79: {tournament} (123), Table 1 - 30/60 - No Limit Hold'em - 1:02:03 ET
Seat 1: Anna (1,000)
Seat 2: Boris (500)
Seat 3: Cem (1,500)
Seat 4: Dora (1,500)
Cem posts the small blind of 30
Dora posts the big blind of 60
The button is in seat #2
*** HOLE CARDS ***
Anna raises to 1,000, and is all in
Boris calls 500, and is all in
Cem raises to 1,500, and is all in
Dora calls 1,440, and is all in
Anna shows [Ah Kd]
Boris shows [Qc Qd]
Cem shows [As Kh]
Dora shows [Jc Jd]
*** FLOP *** [Qs 7h 2s] (Total Pot: 4,500, 4 Players, 4 All-In)
*** TURN *** [Qs 7h 2s] [Js] (Total Pot: 4,500, 4 Players, 4 All-In)
*** RIVER *** [Qs 7h 2s Js] [Tc] (Total Pot: 4,500, 4 Players, 4 All-In)
Cem wins side pot{mark}2 (1,000) with a straight, Ace high
Anna ties for side pot{mark}1 (750) with a straight, Ace high
Cem ties for side pot{mark}1 (750) with a straight, Ace high
Anna ties for the main pot (1,000) with a straight, Ace high
Cem ties for the main pot (1,000) with a straight, Ace high
*** SUMMARY ***
Total pot 4,500 Main pot 2,000. Side pot{mark}1 1,500. Side pot{mark}2 1,000. | Rake 0
Board: [Qs 7h 2s Js Tc]
"""


@pytest.mark.parametrize(
    "heading",
    [
        "Table CR - tay - NL Hold'em - $0.50/$1 - 9:40:20 ET - 2026/12/09",
        "Table Bri (6 max, shallow) - $0.50/$1 - $15 Cap No Limit Hold'em - 18:46:08 ET",
        "Bri - CAP NL Hold'em - $0.50/$1- 18:46:08 CCT - 2026/02/28 [5:46:08 ET - 2026/02/28]",
        "Table Bike (deep 6) - €0.50/€1 - No Limit Hold'em - 10:02 ET - Monday, June 1, 2026",
        " Table Bri  (6 max, ante, deep) - $0.50/$1 Ante $0.10 - No Limit Hold'em - 1:02:03 ET",
        "Bri - $0.50/$1 - No Limit Holdem",
    ],
)
def test_the_first_line_has_many_forms(heading: str) -> None:
    hand = paid_right(HAND.format(header=f"Full Tilt Poker Game #77: {heading}"))
    assert hand.game.slug == "holdem"
    assert hand.paid == {"Anna": 2350}


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("Pot Limit Omaha", "omaha"),
        ("PL 5 Card Omaha", "five-card-omaha"),
        ("Pot Limit Courchevel", "five-card-omaha"),
        ("Mixed NLH/PLO - Pot Limit Omaha Hi", "omaha"),
        ("NL A-5 Single Draw", "ace-to-five"),
    ],
)
def test_games_have_several_names(title: str, game: str) -> None:
    assert judged(WON_BEFORE_FLOP.format(title=title)).hand.game.slug == game


@pytest.mark.parametrize("mark", [" #", "-", " "])
@pytest.mark.parametrize("tournament", ["$10 + $1 Sit & Go (Turbo)", "Pot Limit Omaha Hi Madness"])
def test_side_pots_are_numbered(mark: str, tournament: str) -> None:
    hand = paid_right(FOUR_ALL_IN.format(mark=mark, tournament=tournament))
    assert hand.game.slug == "holdem"
    assert hand.pots == (2000, 1500, 1000)
    assert hand.paid == {"Cem": 2750, "Anna": 1750}


def test_added_chips_count_in_this_hand() -> None:
    header = f"{HEADER} - 2026/02/28"
    hand = HAND.format(header=header).replace("Seat 5: Cem ($200)", "Seat 5: Cem ($5)")
    assert paid_right(hand.replace("Cem posts", "Cem adds $20\nCem posts")).stacks["Cem"] == 2500


def test_the_winner_in_the_summary_is_found_by_the_seat() -> None:
    """This holds for any name and any alignment of columns."""
    hand = HAND.format(header=HEADER).replace("Anna", "Anna (button)")
    hand = hand.replace("Anna (button) wins the pot ($23.50) with a pair of Kings\n", "")
    hand = hand.replace("(button) (button) showed", "(button)     (button) showed")
    assert paid_right(hand).paid == {"Anna (button)": 2350}


@pytest.mark.parametrize("end", ["", "*** SUMMARY ***\nTotal pot $0 | Rake $0\n"])
@pytest.mark.parametrize("spelling", ["canceled", "cancelled"])
def test_a_hand_may_be_cancelled(spelling: str, end: str) -> None:
    begun, _, _ = HAND.format(header=HEADER).partition("*** FLOP ***")
    hand = skipped(f"{begun}Hand #77 has been {spelling}\n{end}")
    assert hand.reason is Skip.CANCELLED


def test_a_hand_that_the_room_has_in_part_is_cut_off() -> None:
    _, _, end = WON_BEFORE_FLOP.format(title="No Limit Hold'em").partition("18:46:08 ET")
    hand = skipped(f"{HEADER} - 2026/02/28 (partial)\n{end}")
    assert hand.reason is Skip.CUT_OFF


@pytest.mark.parametrize(
    "place", ["*** SUMMARY ***\n", "*** SUMMARY ***\nTotal pot $2 | Rake $0\n"]
)
def test_a_summary_may_be_cut_off(place: str) -> None:
    begun, heading, _ = WON_BEFORE_FLOP.format(title="No Limit Hold'em").partition(place)
    assert skipped(begun + heading).reason is Skip.CUT_OFF
