"""Test the odd cents of Bovada, Ignition and Bodog."""

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import Terms
from showdown.notation.logs.registry import read_log

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
