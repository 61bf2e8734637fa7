"""Test the order of hands by equity, and ranges that are percentages of it."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from showdown.bulk.odds import compute_odds
from showdown.evaluator.games import GAMES
from showdown.notation.hand_order import FOLDER, best_hands, hand_order
from showdown.notation.ranges import read_range
from showdown.notation.spots import read_spot

HOLDEM = GAMES["holdem"]
GAMES_WITH_ORDER = [GAMES[path.stem] for path in sorted(FOLDER.glob("*.csv"))]


def count_hands(text):
    combos = read_range(text, HOLDEM)
    return combos.weights.sum() / combos.weights.max()


@pytest.mark.parametrize(
    ("name", "percent"),
    [("AA", 85.2), ("KK", 82.4), ("QQ", 79.93), ("AKs", 67.04), ("AKo", 65.32), ("22", 50.33),
     ("JTs", 57.53), ("72o", 34.58), ("32o", 32.3)],
)  # fmt: skip
def test_shares_equal_published_ones(name, percent):
    shares = {hand_class.name: hand_class.share for hand_class in hand_order(HOLDEM)}
    assert round(float(shares[name] * 100), 2) == pytest.approx(percent, abs=0.011)


@pytest.mark.parametrize("game", GAMES_WITH_ORDER, ids=str)
def test_all_hands_together_win_half_the_pot(game):
    order = hand_order(game)
    hands = sum(len(hand_class.masks) for hand_class in order)
    assert hands == comb(len(game.deck), 2)
    won = sum(len(hand_class.masks) * hand_class.share for hand_class in order)
    assert won / hands == Fraction(1, 2)
    shares = [hand_class.share for hand_class in order]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("game", ["short-deck", pytest.param("holdem", marks=pytest.mark.long)])
def test_the_share_of_a_class_is_its_equity_against_a_random_hand(game):
    deck = GAMES[game].deck
    for hand_class in hand_order(GAMES[game]):
        cards = "".join(str(card) for card in deck if int(hand_class.masks[0]) >> card.number & 1)
        odds = compute_odds(read_spot(GAMES[game], [cards, "random"]))
        assert odds.tally.share(0) == hand_class.share, hand_class.name


@pytest.mark.long
def test_the_hi_lo_share_is_the_mean_share_against_each_hand():
    game = GAMES["holdem-hilo"]
    rest = [str(card) for card in game.deck if str(card) not in ("As", "2s")]
    others = ["".join(pair) for pair in combinations(rest, 2)]
    shares = [compute_odds(read_spot(game, ["As2s", other])).tally.share(0) for other in others]
    share_of = {hand_class.name: hand_class.share for hand_class in hand_order(game)}
    assert sum(shares, Fraction(0)) / len(shares) == share_of["A2s"]


@pytest.mark.parametrize("game", GAMES_WITH_ORDER, ids=str)
@pytest.mark.parametrize("percent", ["0.1", "1", "10", "15", "33.3", "50", "99.99", "100"])
def test_a_percentage_contains_exactly_that_part_of_all_hands(game, percent):
    hands = best_hands(game, (Fraction(0), Fraction(percent) / 100))
    expected_total = comb(len(game.deck), 2) * float(percent) / 100
    total = sum(len(hand_class.masks) * weight for hand_class, weight in hands)
    assert total / 10_000 == pytest.approx(expected_total, abs=0.001)
    assert [hand_class for hand_class, _ in hands] == list(hand_order(game))[: len(hands)]
    assert all(weight == 10_000 for _, weight in hands[:-1])


def test_a_span_contains_the_hands_between_its_ends():
    narrow, wide, between = (read_range(text, HOLDEM) for text in ("10%", "25%", "10%-25%"))
    assert count_hands("10%") + count_hands("10-25%") == pytest.approx(
        count_hands("25%"), abs=0.001
    )
    assert set(narrow.masks) | set(between.masks) == set(wide.masks)
    divided_class = set(narrow.masks) & set(between.masks)
    assert len(divided_class) in (4, 6, 12)


@pytest.mark.parametrize(
    ("text", "equivalent"),
    [
        ("10%-15%, 15%-25%", "10%-25%"),
        ("15%-25%, 10%-15%", "10%-25%"),
        ("10%, 5%-15%, 12%", "15%"),
        ("3%, 3%-3.1%, 3.1%-15%, 99%-100%, 40%", "40%, 99%-100%"),
        ("AA@50, 10%, 10%-15%", "AA@50, 15%"),
    ],
)
def test_adjacent_and_overlapping_percentages_are_merged(text, equivalent):
    combos, expected = read_range(text, HOLDEM), read_range(equivalent, HOLDEM)
    assert np.array_equal(combos.masks, expected.masks)
    assert np.array_equal(combos.weights, expected.weights)


def test_percentages_can_be_combined_and_weighted():
    assert set(read_range("15%!AA", HOLDEM).masks) | set(read_range("AA", HOLDEM).masks) == set(
        read_range("15%", HOLDEM).masks
    )
    aces = read_range("AA, 15%@50", HOLDEM)
    weights = dict(zip(aces.masks.tolist(), aces.weights.tolist(), strict=True))
    assert (
        weights[read_range("AsAh", HOLDEM).masks[0]]
        == 2 * weights[read_range("KsKh", HOLDEM).masks[0]]
    )
    assert np.array_equal(read_range("100%", HOLDEM).masks, read_range("any", HOLDEM).masks)


def test_a_double_board_game_has_the_order_of_its_single_board_game():
    assert hand_order(GAMES["double-board-holdem"]) == hand_order(HOLDEM)
