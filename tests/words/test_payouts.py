"""Test the sentences that tell a dealer how to push the chips."""

import textwrap

import pytest

from showdown.evaluator.rake import Rake
from showdown.evaluator.wagers import Pot, Wagers
from showdown.words.payouts import dealer_lines, pot_name, share_name, totals_line
from tests.evaluator.dealing import (
    ALL_IN,
    ONE_HIGH_TWO_LOWS,
    QUARTERED,
    SCOOPED,
    THREE_ALIKE,
    TWO_ALIKE,
    payout_of,
    settled,
)


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
            Side pot, 40: HandB and HandC. HandB wins with three kings. No low.
            Main pot, 91: HandA, HandB and HandC. High: HandB, three kings, 46.
             Low: HandA, 7-5-3-2-A, 45. The odd chip goes to high.
            """,
        ),
        (
            ONE_HIGH_TWO_LOWS,
            {"pots": (Pot(86),)},
            """
            Pot, 86: HandA, HandB and HandC. High: HandA, three kings, 43.
             Low: HandB and HandC tie with 7-5-3-2-A, 43: 21 each, and the odd chip to HandB,
             first in seat order because no button is given.
            """,
        ),
        (
            THREE_ALIKE,
            {"pots": (Pot(200),), "unit": 25, "button": "HandA"},
            """
            Pot, 200: HandA, HandB and HandC. HandB, HandC and HandA tie with a pair of tens and
             8-4-3-2-A, 200: 50 each, and an odd 25 each to HandB and HandC,
             first left of the button.
            """,
        ),
        (SCOOPED, {"pots": (Pot(4765),), "button": "HandA"},
         "Pot, 4,765: HandA and HandB. HandB scoops with three fives and 7-6-5-2-A."),
        (ALL_IN, {"pots": (Pot(10, ("HandC",)),), "button": "HandA"},
         "Pot, 10: HandC. HandC takes it: no other hand competes."),
        (
            TWO_ALIKE,
            {"pots": (Pot(66),), "button": "HandA", "rules": "tda-2026"},
            """
            Pot, 66: HandA and HandB. High: HandB and HandA tie with a pair of tens, 33: 16 each,
             and the odd chip to HandB, first left of the button. Low: HandB and HandA tie with
             8-4-3-2-A, 33: 16 each, and the odd chip to HandB, first left of the button.
            """,
        ),
        (
            THREE_ALIKE,
            {"pots": (Pot(100),), "button": "HandA", "rules": "exact"},
            """
            Pot, 100: HandA, HandB and HandC. HandB, HandC and HandA tie with a pair of tens and
             8-4-3-2-A, 100: 33.33 each, and the odd 0.01 to HandB, first left of the button.
            """,
        ),
    ],
)  # fmt: skip
def test_dealer_lines_state_returned_chips_and_each_pot(cards, wagers, lines):
    expected = textwrap.dedent(lines).strip().replace("\n ", " ").splitlines()
    assert list(dealer_lines(payout_of(cards, **wagers))) == expected


@pytest.mark.parametrize(
    ("game", "cards", "line"),
    [
        ("holdem", "AsAc 9h7h | 2s9cAd4hTs",
         "Pot, 9: HandA and HandB. HandA wins with three aces."),
        ("holdem", "AsAc KsKc | 2h3h4d9cTd | 2h3h4d9cKd",
         "Pot, 9: HandA and HandB. Run 1: HandA, a pair of aces, 5. Run 2: HandB, three kings, 4."
         " The odd chip goes to the first run."),
        ("holdem", "AsAc KsKc | 2h3h4d9cTd | 2h3h4d9cJd",
         "Pot, 9: HandA and HandB. HandA wins in every run."),
        ("double-board-omaha", "AhKhQd2c 9s9d8c7c | AdKd5s6s2h | 9cTcJc2d3h",
         "Pot, 9: HandA and HandB. High on board 1: HandA, two pair, aces and kings, 5. High on"
         " board 2: HandB, a jack-high straight flush, 4. The odd chip goes to the first board."),
        ("double-board-omaha-hilo", "AhKhQd2c 9s9d8c7c | AdKd5s6s2h | 9cTcJc2d3h",
         "Pot, 9: HandA and HandB. High on board 1: HandA, two pair, aces and kings, 3. Low on"
         " board 1: HandB, 8-7-5-2-A, 2. High on board 2: HandB, a jack-high straight flush, 4."
         " No low on board 2. The odd chip goes to the first board. The odd chip goes to high on"
         " board 1."),
        ("drawmaha", "AsKsKdQd2c AcJcJhTh9d | AdJd8h3s2h",
         "Pot, 9: HandA and HandB. Draw: HandA, a pair of kings, 4. Omaha: HandB, three jacks, 5."
         " The odd chip goes to Omaha, whose winner is first left of the button."),
        ("stud-hilo", "Ah2h3c4d8sKsKd As2s3d4c8dKhKc",
         "Pot, 9: HandA and HandB. HandB and HandA tie with a pair of kings and 8-4-3-2-A, 9: 4"
         " each, and the odd chip to HandB, by the highest card that plays."),
        ("seven-card-stud", "AcKcQh9d3d2h AdKdQs9c3c2d | As",
         "Pot, 9: HandA and HandB. HandB and HandA tie with a pair of aces, 9: 4 each, and the odd"
         " chip to HandB, first left of the button."),
    ],
)  # fmt: skip
def test_each_shape_of_game_is_paid_in_one_line(game, cards, line):
    assert dealer_lines(payout_of(cards, game, pots=(Pot(9),), button="HandA")) == (line,)


def test_the_totals_include_returned_chips():
    put_in = {"HandA": 30, "HandB": 1150, "HandC": 50}
    line = totals_line(payout_of(ALL_IN, contributions=put_in))
    assert line == "HandA 45; HandB 85; HandC 0; 1100 back to HandB"


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (1, ["pot"]),
        (2, ["main pot", "side pot"]),
        (4, ["main pot", "side pot 1", "side pot 2", "side pot 3"]),
    ],
)
def test_pots_have_names(count, names):
    assert [pot_name(number, count) for number in range(count)] == names


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        (QUARTERED, ["quartered", "three-quartered"]),
        (SCOOPED, ["nothing", "scooped"]),
        (TWO_ALIKE, ["half", "half"]),
        (THREE_ALIKE, ["a third"] * 3),
        (ONE_HIGH_TWO_LOWS, ["half", "quartered", "quartered"]),
    ],
)
@pytest.mark.parametrize("amount", [100, 101, 103])
def test_odd_chips_do_not_change_the_names_of_shares(cards, names, amount):
    settlement = settled(cards, wagers=Wagers(pots=(Pot(amount),)))
    paid = settlement.payout
    assert [share_name(settlement.game, paid, player) for player in paid.players] == names


def test_side_pots_with_numbers_have_no_article():
    wagers = {"contributions": {"HandA": 300, "HandB": 200, "HandC": 100, "HandD": 300}}
    hands = "AsAc KsKc QsQc JsJc | 2h3h4d9cTd"
    house, *pots = dealer_lines(payout_of(hands, "holdem", **wagers, rake=Rake(percent=5)))
    assert house == (
        "The house takes a rake of 45: 10 from side pot 2, 15 from side pot 1,"
        " 20 from the main pot."
    )
    amounts = [line.partition(":")[0] for line in pots]
    assert amounts == [
        "Side pot 2, 190 after rake",
        "Side pot 1, 285 after rake",
        "Main pot, 380 after rake",
    ]


def test_winning_a_quarter_of_the_chips_by_a_side_pot_is_not_quartered():
    hands = "5cAsQs7d AcKcJc3d 4c4d2h2d | JsKsTcTsQc"
    pots = (Pot(150), Pot(50, ("HandB", "HandC")))
    settlement = settled(hands, wagers=Wagers(pots=pots))
    paid = settlement.payout
    assert [player.total for player in paid.players] == [150, 50, 0]
    names = [share_name(settlement.game, paid, player) for player in paid.players]
    assert names == ["three quarters", "a quarter", "nothing"]
