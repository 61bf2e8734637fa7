"""What PokerTracker exports of Microgaming: one hand, in other forms."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

HAND = """\
** Game ID 9971 starting - 2026-05-11 22:10:55
** Deal 254 (Deep) - €5 Min [Hold'em] (0.05|0.10 NL - € Cash Game) Real Money

- Anna sitting in seat 1 with €10.00 at end €19.25
- Boris B sitting in seat 4 with €11.73 at end €1.73 [Dealer]
- Cem sitting in seat 5 with €10.00 at end €9.95
- Dora sitting in seat 6 with €10.00 at end €9.85

Cem posted the small blind - €0.05
Anna posted the big blind - €0.10
Dora posted to play - €0.10
** Dealing card to Anna: K of s, 6 of s
Dora folded
Boris B raised to - €0.30
Cem folded
Anna called - €0.20
** Dealing the flop: 2 of s, 7 of d, 4 of s
Anna checked
Boris B bet - €0.50
Anna raised to - €1.50
Boris B called - €1.00
** Dealing the turn: 10 of s
Anna bet - €2.00
Boris B went all-in - €9.93
Anna went all-in - €6.20
** Dealing the river: J of c
Anna shows: K of s, 6 of s
Boris B shows: 7 of s, 7 of h
Anna wins €20.20 from the main pot
Boris B wins €1.73 from the side pot 1

End of game 9971
"""
BEFORE_FLOP = HAND[: HAND.index("Dora folded")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Game ID 9971 starting", "Hand # 9971 Version:4 starting"),
        ("[Hold'em]", "[Texas Hold'em]"),
        ("[Dealer]", "[Sitting out] [Dealer]"),
        (" [Dealer]", "[Dealer]"),
        ("€", "$"),
        ("\n", "\r\n"),
        ("Cem folded", "Cem Quick Folded"),
        ("Boris B shows", "Boris B mucks"),
        ("Boris B", "x called - €1"),
    ],
)
def test_the_same_hand_is_read_in_other_forms(old: str, new: str) -> None:
    assert old in HAND
    hand = paid_right(HAND.replace(old, new))
    assert hand.paid["Anna"] == 2020
    assert hand.dead == 5


def test_a_dead_blind_is_missing_only_where_a_player_has_less_at_the_end() -> None:
    text = HAND.replace("end €9.85", "end €9.90").replace("€20.20", "€20.15")
    assert judged(text).hand.dead == 0


@pytest.mark.parametrize(
    ("end", "reason"),
    [("Hand cancelled\n\nEnd of game 9971\n", Skip.CANCELLED), ("", Skip.CUT_OFF)],
)
def test_why_nobody_is_paid(end: str, reason: Skip) -> None:
    assert skipped(BEFORE_FLOP + end).reason is reason
