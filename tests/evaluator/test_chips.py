"""Payouts of worked cases, and properties of all payouts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.payout import OddChipRule
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot
from tests.evaluator.dealing import (
    ALL_IN,
    ONE_HIGH_TWO_LOWS,
    QUARTERED,
    SCOOPED,
    THREE_ALIKE,
    TWO_ALIKE,
    any_tables,
    payout_of,
)


def totals(payout):
    return [player.total for player in payout.players]


@pytest.mark.parametrize(
    ("cards", "amount", "button", "unit", "expected"),
    [
        (ONE_HIGH_TWO_LOWS, 4765, None, 1, [2383, 1191, 1191]),
        (ONE_HIGH_TWO_LOWS, 86, "HandA", 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 86, "HandB", 1, [43, 21, 22]),
        (ONE_HIGH_TWO_LOWS, 86, None, 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 1075, "HandB", 25, [550, 250, 275]),
        (ONE_HIGH_TWO_LOWS, 2, "HandB", 1, [1, 0, 1]),
        (THREE_ALIKE, 8, None, 1, [3, 3, 2]),
        (THREE_ALIKE, 8, "HandA", 1, [2, 3, 3]),
        (THREE_ALIKE, 8, "HandB", 1, [3, 2, 3]),
        (THREE_ALIKE, 200, "HandC", 25, [75, 75, 50]),
        (TWO_ALIKE, 67, "HandA", 1, [33, 34]),
        (QUARTERED, 101, "HandA", 1, [25, 76]),
        (QUARTERED, 102, "HandA", 1, [25, 77]),
        (QUARTERED, 102, "HandB", 1, [26, 76]),
        (SCOOPED, 4765, "HandA", 1, [0, 4765]),
    ],
)
def test_one_pot(cards, amount, button, unit, expected):
    payout = payout_of(cards, pots=(Pot(amount),), button=button, unit=unit)
    assert totals(payout) == expected


@pytest.mark.parametrize(
    ("game", "cards", "expected"),
    [
        ("omaha", ONE_HIGH_TWO_LOWS, [101, 0, 0]),
        ("omaha", THREE_ALIKE, [33, 34, 34]),
        ("holdem", "6h7h 7d6c 2c2d | 3s4s5sAsAd", [50, 51, 0]),
        ("badugi", "3c2s4dAh As2c3d4h KcKdKhKs", [50, 51, 0]),
        ("five-card-omaha-hilo", "KhQcJs8s6c Ac3h9dTs9h As3d9cTh8c | 2d5h7cKsKd", [51, 25, 25]),
    ],
)
def test_odd_chips_of_101_in_other_games(game, cards, expected):
    assert totals(payout_of(cards, game, pots=(Pot(101),), button="HandA")) == expected


def test_shares_of_side_pots_follow_the_chips():
    pots = (Pot(300), Pot(343, ("HandA", "HandC")))
    payout = payout_of("AdAh KhKs Qs7h | 2c2sTsKd9s", "holdem", pots=pots)
    assert [player.share * 643 for player in payout.players] == [343, 300, 0]


def test_the_documented_all_in_is_paid():
    pots = (Pot(91), Pot(40, ("HandB", "HandC")))
    payout = payout_of(ALL_IN, pots=pots, button="HandA")
    assert totals(payout) == [45, 86, 0]
    side, main = payout.pots
    assert (side.number, side.amount, side.paid_to("HandB")) == (1, 40, 40)
    assert (main.number, main.amount, main.paid_to("HandB")) == (0, 91, 46)
    assert [(award.contests, award.amount, award.winners) for award in main.awards] == [
        (("high",), 46, ("HandB",)),
        (("low",), 45, ("HandA",)),
    ]
    assert [(chip.to, chip.rule) for chip in main.odd_chips] == [
        ("high", OddChipRule.FIRST_CONTEST)
    ]


every_book = st.sampled_from(list(RULE_SETS.values()))


@given(any_tables, every_book)
def test_every_chip_is_paid_in_whole_units(table, rules):
    deal, wagers = table
    payout = settle(deal, wagers, rules).payout
    scale = 10**payout.decimals
    unit = 1 if rules.is_exact else wagers.unit
    back = payout.returned.amount if payout.returned else 0
    put_in = sum(wagers.contributions.values()) or sum(pot.amount for pot in wagers.pots)
    assert sum(totals(payout)) + back == put_in * scale
    assert sum(totals(payout)) == sum(pot.amount for pot in payout.pots)
    assert all(total % unit == 0 for total in totals(payout))
    for pot in payout.pots:
        assert sum(award.amount for award in pot.awards) == pot.amount
        assert sum(pot.shares.values()) == 1
        for award in pot.awards:
            shares = [award.paid_to(label) for label in award.winners]
            assert sum(shares) == award.amount
            assert max(shares) - min(shares) <= unit
    if payout.pots:
        assert sum(player.share for player in payout.players) == 1


@given(any_tables, every_book)
def test_a_player_gets_at_most_one_odd_chip_of_an_award(table, rules):
    for pot in settle(*table, rules).payout.pots:
        for award in pot.awards:
            takers = [chip.to for chip in award.odd_chips]
            assert len(set(takers)) == len(takers) < len(award.winners)
            assert set(takers) <= set(award.winners)
