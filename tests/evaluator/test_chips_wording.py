"""The sentences by which a dealer pushes the chips."""

import textwrap

import pytest

from showdown.evaluator.chips import pay
from showdown.evaluator.wagers import ChipPot, Wagers
from showdown.words.payouts import chips_headline, dealer_lines, totals_line
from tests.evaluator.dealing import settled

ALL_IN = "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd"


def payout(cards, game="omaha-hilo", **wagers):
    return pay(settled(cards, game), Wagers(**wagers))


@pytest.mark.parametrize(
    ("cards", "wagers", "lines"),
    [
        (
            ALL_IN,
            {
                "contributions": {"HandA": 30, "HandB": 1150, "HandC": 50, "HandD": 1},
                "folded": ("HandD",),
                "button": "HandA",
            },
            """
            1,100 back to HandB: nobody called it.
            Side pot, 40 (HandB and HandC): no hand qualifies for low: high takes it all.
            All 40 to HandB with 3-of-a-Kind.
            Main pot, 91 (HandA, HandB and HandC): 46 for high, 45 for low;
             the odd chip between the halves goes to high.
            High: 46 to HandB with 3-of-a-Kind.
            Low: 45 to HandA with 7532A.
            HandA 45; HandB 86; HandC nothing; HandD nothing.
            """,
        ),
        (
            "KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd",
            {"pots": (ChipPot(86),)},
            """
            No button is given: odd chips go one each, in the order of the hands as given:
             HandA, HandB, HandC.
            Pot, 86 (HandA, HandB and HandC): 43 for high, 43 for low.
            High: 43 to HandA with 3-of-a-Kind.
            Low: 43 to HandB and HandC, who tie with 7532A: 21 each, and 1 more to HandB.
            HandA 43 (half); HandB 22 (quartered); HandC 21 (quartered).
            """,
        ),
        (
            "AcKc2c9h AdKd2d9s AhKh2h9c | 3s4s8dTcTh",
            {"pots": (ChipPot(200),), "unit": 25, "button": "HandA"},
            """
            Odd chips go one each, starting with the first tied seat clockwise from the button:
             HandB, HandC, HandA.
            Pot, 200 (HandA, HandB and HandC): HandA, HandB and HandC tie for both high and low:
             they share it as one.
            All 200 to HandB, HandC and HandA, who tie with One Pair and 8432A: 50 each,
             and 25 more to HandB and HandC.
            HandA 50 (a third); HandB 75 (a third); HandC 75 (a third).
            """,
        ),
        (
            "AcKdJd3d 5c5d6c7d | AhKh5s2sQd",
            {"pots": (ChipPot(4765),), "button": "HandA"},
            """
            Pot, 4,765 (HandA and HandB): HandB wins high and low.
            All 4,765 to HandB with 3-of-a-Kind and 7652A.
            HandA nothing; HandB 4,765 (scooped).
            """,
        ),
        (
            ALL_IN,
            {"pots": (ChipPot(10, ("HandC",)),), "button": "HandA"},
            """
            Pot, 10 (HandC): only HandC is in it.
            All 10 to HandC.
            HandA nothing; HandB nothing; HandC 10 (scooped).
            """,
        ),
    ],
)  # fmt: skip
def test_a_dealer_reads_from_top_to_bottom(cards, wagers, lines):
    expected = textwrap.dedent(lines).strip().replace("\n ", " ").splitlines()
    assert list(dealer_lines(payout(cards, **wagers))) == expected


def test_a_game_with_one_pot_is_not_halved():
    lines = dealer_lines(
        payout("AsAc 9h7h | 2s9cAd4hTs", "holdem", pots=(ChipPot(9),), button="HandA")
    )
    assert lines[:2] == (
        "Pot, 9 (HandA and HandB): the best hand wins it.",
        "All 9 to HandA with 3-of-a-Kind.",
    )


def test_the_totals_of_a_record():
    wagers = {"HandA": 30, "HandB": 1150, "HandC": 50}
    said = totals_line(payout(ALL_IN, contributions=wagers))
    assert said == "HandA 45; HandB 85; HandC 0; 1100 back to HandB"


def test_the_headline_of_several_pots_tells_chips():
    wagers = {"HandA": 30, "HandB": 1150, "HandC": 50}
    assert chips_headline(payout(ALL_IN, contributions=wagers)) == "HandB takes 85, HandA 45"
