"""Readings state how ambiguous hands were read, and the sizes of ranges."""

from fractions import Fraction
from itertools import permutations

import pytest

from showdown.bulk.odds import odds
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.notation.spots import read_spot
from showdown.words.odds import combinations, readings


@pytest.mark.parametrize(
    ("game", "hands", "lines"),
    [
        ("omaha-hilo", ["AsKhQsJx", "2c3d4c5z"], ["HandA, Jx: Jd or Jc", "HandB, 5z: 5s or 5h"]),
        ("holdem", ["AsKx", "QQ+, AKs"], ["HandA, Kx: Kh, Kd or Kc"]),
        ("omaha", ["AsKhQdJx", "AsKhQsJc"], ["HandA, Jx: Jc"]),
        ("omaha", ["AxKxQsJh", "AsKhQx"], []),
        ("holdem", ["As", "*"], ["HandA, As: 1 more card unknown"]),
        ("razz", ["As2d3c", "4d5d6d7d8d9dTd"], ["HandA, As2d3c: 4 more cards unknown"]),
        ("ace-to-five", ["9h5d|3c2sAs", "6c7c8c9cTc"],
         ["HandA, 9h5d discarded, 3c2sAs kept: 2 more cards unknown"]),
        ("badugi", ["2c3d4h5s|", "*"],
         ["HandA, 2c3d4h5s discarded, nothing kept: 4 more cards unknown"]),
    ],
)  # fmt: skip
def test_the_reading_is_stated(game, hands, lines):
    assert list(readings(read_spot(GAMES[game], hands))) == lines


@pytest.mark.parametrize(
    ("text", "board", "size"),
    [
        ("QQ+", "", "18 combos"),
        ("QQ+", "QsQc2d", "13 of 18 combos left"),
        ("AsAh,KK@50", "", "7 combos"),
        ("15%", "", "200 combos"),
        ("AsKh", "", ""),
        ("AsKh, AsKh", "", "1 combo"),
        ("*", "", ""),
    ],
)
def test_a_range_states_its_number_of_combinations(text, board, size):
    spot = read_spot(GAMES["holdem"], [text, "*"], board)
    assert combinations(spot.holdings[0], spot) == size


def test_an_unknown_suit_averages_over_the_possible_cards():
    spot = read_spot(GAMES["omaha-hilo"], ["AsKhQsJx", "2c3d4c5d"])
    one, other = (
        odds(read_spot(GAMES["omaha-hilo"], [hand, "2c3d4c5d"])).tally.share(0)
        for hand in ("AsKhQsJd", "AsKhQsJc")
    )
    assert odds(spot).tally.share(0) == (one + other) / 2


def test_drawn_cards_are_neither_held_nor_discarded():
    """Each player draws one card, and the evaluator settles every deal."""
    game, kept, drawing = GAMES["ace-to-five"], ["2c3d4h5s", "6c5d4c3s"], ["Kh|", "Ks|"]
    spot = read_spot(game, [thrown + cards for thrown, cards in zip(drawing, kept, strict=True)])
    stub = list(map(str, spot.stub))
    assert len(stub) == 42
    won = Fraction(0)
    for pair in permutations(stub, 2):
        hands = [cards + card for cards, card in zip(kept, pair, strict=True)]
        won += settle(Deal.parse(game, hands)).player("HandA").share
    counted = odds(spot)
    assert (counted.is_exact, counted.tally.total) == (True, 42 * 41)
    assert counted.tally.share(0) == won / (42 * 41)
