"""Odds through the library."""

from fractions import Fraction
from math import comb

import pytest

import showdown


def test_odds_of_known_hands_are_exact():
    """Every board of five from the 48 remaining cards is counted."""
    odds = showdown.odds("holdem", {"Anna": "AsAh", "Boris": "KdKc"})
    assert odds.is_exact
    assert odds.count == comb(48, 5)
    assert sum(odds.shares.values()) == 1
    assert 0.81 < float(odds.shares["Anna"]) < 0.83


def test_odds_of_a_complete_board_equal_the_settlement():
    hands, board = ["6d-6c-Kc-4d", "Ac-Kd-Jd-3d"], "Ah-Kh-5s-2s-Qd"
    odds = showdown.odds("omaha-hilo", hands, board)
    assert odds.count == 1
    assert odds.shares == showdown.settle("omaha-hilo", hands, board).shares
    assert odds.takes["HandA"]["half"] == 1


def test_pots_give_expected_chips():
    hands, board = ["6d-6c-Kc-4d", "Ac-Kd-Jd-3d"], "Ah-Kh-5s-2s"
    odds = showdown.odds("omaha-hilo", hands, board, pots=[300])
    assert sum(odds.chips.values()) == 300
    assert odds.chips["HandA"] == 300 * odds.shares["HandA"]


def test_ranges_are_read():
    odds = showdown.odds("omaha-hilo", ["AsKhQsJh", "AA!AAA"], "Ah 7c 2d")
    assert odds.is_exact
    assert odds.shares["HandB"] > Fraction(9, 10)


@pytest.mark.long
def test_a_sample_depends_on_its_seed_alone():
    spot = {"game": "razz", "hands": ["As2s3s4s5hKdKc", "*"], "within": 0.01}
    one, two = showdown.odds(**spot), showdown.odds(**spot)
    assert not one.is_exact
    assert 0 < one.margin <= 0.01
    assert one.shares == two.shares
    assert repr(one).startswith("<SpotOdds: Razz")


def test_an_ambiguous_hand_states_how_it_was_read():
    odds = showdown.odds("omaha", ["AsAh2c3d", "KsKhQsJx"], "4c5d7h")
    assert odds.readings.keys() == {"HandB"}
    assert odds.readings["HandB"] in repr(odds)


def test_the_json_is_that_of_the_api():
    odds = showdown.odds("holdem", ["AsAh", "KdKc"], "2c3d7h", next_card=True)
    document = odds.to_json()
    assert document["boards"] == 990
    assert document["next_card"]


def test_many_spots_are_answered_in_their_order():
    boards = ["2c3d7h", "2c3d7h8c", ""]
    spots = [{"hands": ["AsAh", "KdKc"], "board": board} for board in boards]
    many = list(showdown.odds_many("holdem", spots, dead_cards="Ks"))
    for board, odds in zip(boards, many, strict=True):
        one = showdown.odds("holdem", ["AsAh", "KdKc"], board, dead_cards="Ks")
        assert (odds.count, odds.shares) == (one.count, one.shares)


def test_a_wrong_spot_among_many_is_named_when_it_is_reached():
    spots = [{"hands": ["AsAh", "KdKc"]}, {"hands": ["AsAh", "AsKc"]}]
    many = showdown.odds_many("holdem", spots)
    assert next(many).is_exact
    with pytest.raises(showdown.InvalidDeal) as error:
        next(many)
    assert error.value.__notes__ == ["in spot 1"]
