"""Payouts of worked cases, and properties of all payouts."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from showdown.evaluator.payout import Division, OddChipRule
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot
from tests.evaluator.dealing import any_tables, payout_of
from tests.evaluator.tables import (
    ALL_IN,
    NO_LOW,
    ONE_HIGH_TWO_LOWS,
    QUARTERED,
    SCOOPED,
    THREE_ALIKE,
    TWO_ALIKE,
)


def totals(payout):
    return [player.total for player in payout.players]


@pytest.mark.parametrize(
    ("cards", "amount", "button", "unit", "expected"),
    [
        (ONE_HIGH_TWO_LOWS, 4765, None, 1, [2383, 1191, 1191]),
        (ONE_HIGH_TWO_LOWS, 86, "HandA", 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 86, "HandB", 1, [43, 21, 22]),
        (ONE_HIGH_TWO_LOWS, 86, "HandC", 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 86, None, 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 1075, "HandB", 25, [550, 250, 275]),
        (ONE_HIGH_TWO_LOWS, 1, None, 1, [1, 0, 0]),
        (ONE_HIGH_TWO_LOWS, 2, "HandB", 1, [1, 0, 1]),
        (THREE_ALIKE, 8, None, 1, [3, 3, 2]),
        (THREE_ALIKE, 8, "HandA", 1, [2, 3, 3]),
        (THREE_ALIKE, 8, "HandB", 1, [3, 2, 3]),
        (THREE_ALIKE, 7, "HandB", 1, [2, 2, 3]),
        (THREE_ALIKE, 200, "HandC", 25, [75, 75, 50]),
        (TWO_ALIKE, 6, None, 1, [3, 3]),
        (TWO_ALIKE, 66, "HandA", 1, [33, 33]),
        (TWO_ALIKE, 67, "HandA", 1, [33, 34]),
        (QUARTERED, 100, "HandA", 1, [25, 75]),
        (QUARTERED, 101, "HandA", 1, [25, 76]),
        (QUARTERED, 102, "HandA", 1, [25, 77]),
        (QUARTERED, 102, "HandB", 1, [26, 76]),
        (SCOOPED, 4765, "HandA", 1, [0, 4765]),
        (NO_LOW, 4765, "HandA", 1, [0, 4765]),
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
def test_other_games_pay_101_with_the_button_at_the_first_seat(game, cards, expected):
    assert totals(payout_of(cards, game, pots=(Pot(101),), button="HandA")) == expected


def test_the_worked_all_in():
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


def test_the_same_all_in_from_contributions():
    payout = payout_of(ALL_IN, contributions={"HandA": 30, "HandB": 150, "HandC": 50, "HandD": 1},
                  folded=("HandD",))  # fmt: skip
    assert [(pot.number, pot.amount, pot.eligible) for pot in payout.pots] == [
        (1, 40, ("HandB", "HandC")),
        (0, 91, ("HandA", "HandB", "HandC")),
    ]
    assert (payout.returned.label, payout.returned.amount) == ("HandB", 100)
    assert totals(payout) == [45, 86, 0, 0]
    assert [player.returned for player in payout.players] == [0, 100, 0, 0]


def test_a_low_is_qualified_for_each_pot():
    """The player with the only low is all in for the main pot, so high takes the side pot."""
    side, main = payout_of(ALL_IN, pots=(Pot(90), Pot(40, ("HandB", "HandC")))).pots
    assert side.division is Division.WHOLE
    assert [result.winners for result in side.results[0]] == [("HandB",), ()]
    assert main.division is Division.DIVIDED
    assert [award.contests for award in main.awards] == [("high",), ("low",)]


def test_the_only_player_in_a_pot_wins_it_without_showing():
    payout = payout_of(ALL_IN, contributions={"HandA": 30, "HandB": 30, "HandC": 80, "HandD": 80},
                  folded=("HandD",))  # fmt: skip
    side, main = payout.pots
    assert (side.amount, side.eligible, side.awards[0].made) == (100, ("HandC",), {})
    assert (side.division, side.results) == (Division.UNCONTESTED, ())
    assert (main.amount, totals(payout)) == (120, [60, 60, 100, 0])


def test_odd_chips_and_their_rule_are_stated():
    (pot,) = payout_of(ONE_HIGH_TWO_LOWS, pots=(Pot(86),), button="HandB").pots
    low = pot.awards[1]
    assert (low.winners, low.even_part) == (("HandC", "HandB"), 21)
    assert [(chip.to, chip.amount, chip.rule) for chip in low.odd_chips] == [
        ("HandC", 1, OddChipRule.LEFT_OF_BUTTON)
    ]
    assert pot.odd_chips == ()


def test_without_a_button_odd_chips_follow_the_order_of_hands_with_a_note():
    payout = payout_of(ONE_HIGH_TWO_LOWS, pots=(Pot(86),))
    assert payout.turn == ("HandA", "HandB", "HandC")
    (chip,) = payout.pots[0].awards[1].odd_chips
    assert (chip.to, chip.rule) == ("HandB", OddChipRule.SEAT_ORDER)


def test_a_folded_player_can_have_the_button_and_a_seat_between_the_others():
    payout = payout_of(
        ONE_HIGH_TWO_LOWS,
        contributions={"HandA": 28, "HandB": 28, "HandC": 28, "Dora": 2},
        folded=("Dora",),
        seats=("HandA", "HandB", "Dora", "HandC"),
        button="Dora",
    )
    assert payout.turn == ("HandC", "HandA", "HandB", "Dora")
    assert {player.label: player.total for player in payout.players} == {
        "HandA": 43, "HandB": 21, "HandC": 22, "Dora": 0
    }  # fmt: skip


def test_the_best_hand_wins_nothing_if_it_was_folded():
    payout = payout_of(SCOOPED, pots=(Pot(10),), folded=("HandB",))
    assert totals(payout) == [10, 0]


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


@given(any_tables, st.data())
def test_other_seats_move_only_odd_chips(table, data):
    deal, wagers = table
    assume(not deal.game.by_turn)  # In these games, an odd chip may also move between contests.
    seats = tuple(data.draw(st.permutations(wagers.seats)))
    moved = replace(wagers, seats=seats, button=data.draw(st.none() | st.sampled_from(seats)))

    def but_for_odd_chips(payout):
        return [
            (pot.number, award.contests, award.amount, set(award.winners), award.even_part)
            for pot in payout.pots
            for award in pot.awards
        ], {player.label: (player.share, player.returned) for player in payout.players}

    assert but_for_odd_chips(settle(deal, wagers).payout) == but_for_odd_chips(
        settle(deal, moved).payout
    )
