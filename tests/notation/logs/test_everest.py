"""What PokerTracker exports of Everest: one hand, in other forms."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

HAND = """\
EverestPoker Game #9961: Table Moroni-1 - $0.50/$1 - No Limit Hold'em - 22:33:12 - 2026/01/02
Seat 1: Anna ($94.15)
Seat 3: Boris B ($48.50)
Seat 4: Cem ($100.00)
Cem posts the small blind of $0.50
Anna posts the big blind of $1.00
The button is in seat #3
*** HOLE CARDS ***
Dealt to Anna [9d 9c]
Boris B raises to $3.00
Cem folds
Anna calls $2.00
*** FLOP *** [Ks 5s 6c]
Anna checks
Boris B bets $4.00
Anna calls $4.00
*** TURN *** [3d]
Anna bets $20.00
Boris B raises to $41.50, and is all-in
Anna calls $21.50
*** RIVER *** [8c]
*** SUMMARY ***
Anna shows [9d 9c]
Boris B mucked [Qh Js]
Anna collects $95.00
"""
UNCALLED = """\
Boris B folds
Uncalled bet ($20.00) returned to Anna
*** SUMMARY ***
Anna collects $14.00
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("No Limit Hold'em", "No Limit Texas Hold'em"),
        ("No Limit Hold'em", "No Limit Holdem"),
        ("9d 9c", "10d 10c"),
        (", and is all-in", " and is all-in"),
        ("$", "€"),
        ("\n", "\r\n"),
    ],
)
def test_the_same_hand_is_read_in_other_forms(old: str, new: str) -> None:
    assert old in HAND
    assert paid_right(HAND.replace(old, new)).paid == {"Anna": 9500}


def test_an_uncalled_bet_may_be_in_brackets() -> None:
    text = HAND[: HAND.index("Boris B raises to $41")] + UNCALLED
    assert judged(text).hand.returned == {"Anna": 2000}


@pytest.mark.parametrize(
    ("end", "reason"),
    [("Hand cancelled\n*** SUMMARY ***\n", Skip.CANCELLED), ("*** SUMMARY ***\n", Skip.CUT_OFF)],
)
def test_why_nobody_is_paid(end: str, reason: Skip) -> None:
    assert skipped(HAND[: HAND.index("*** TURN")] + end).reason is reason
