"""Test spots: unknown cards, choices of suits, and errors."""

import pytest

from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.notation.spots import read_spot
from showdown.words.odds import list_open_cards, range_size_text


def test_hands_are_known_partly_known_any_or_a_range():
    spot = read_spot(OMAHA_HILO, ["AsKhQsJh", "Ad Kd ? ?", "*", "AA!KK"], "2c3c4c", "9h9d")
    assert [str(holding) for holding in spot.holdings] == ["AsKhQsJh", "AdKd ? ?", "*", "AA!KK"]
    assert [holding.unknown for holding in spot.holdings] == [0, 2, 4, 0]
    assert spot.labels == ("HandA", "HandB", "HandC", "HandD")
    assert (spot.coming, len(spot.stub)) == ((2,), 52 - 4 - 2 - 3 - 2)


@pytest.mark.parametrize(
    ("game", "text", "shown", "unknown"),
    [
        ("holdem", "As", "As ?", 1),
        ("holdem", "any", "*", 2),
        ("holdem", "Random", "*", 2),
        ("omaha", "As, Kd", "AsKd ? ?", 2),
        ("razz", "As2d3c", "As2d3c ? ? ? ?", 4),
        ("ace-to-five", "9h5d|3c2sAs", "9h5d|3c2sAs ? ?", 2),
        ("ace-to-five", "9h5dKc|3c2sAs", "9h5dKc|3c2sAs ? ?", 2),
        ("drawmaha", "9h|3c2sAs4d ?", "9h|3c2sAs4d ?", 1),
        ("badugi", "2c3d4h5s|", "2c3d4h5s| ? ? ? ?", 4),
    ],
)
def test_missing_cards_of_a_short_hand_are_unknown(game, text, shown, unknown):
    holding, _ = read_spot(GAMES[game], [text, "*"]).holdings
    assert (str(holding), holding.unknown) == (shown, unknown)


def test_discards_are_dead_for_all_players():
    spot = read_spot(GAMES["ace-to-five"], ["9h5d|3c2sAs", "Td|4d5h6d7c"])
    assert len(spot.stub) == 52 - 10
    folded = read_spot(GAMES["ace-to-five"], ["9h5d|3c2sAs", "*", "*"])
    assert len(folded.restrict_to(["HandB", "HandC"]).stub) == 52 - 5


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
def test_choices_of_suits_and_unknown_cards_are_stated(game, hands, lines):
    assert list(list_open_cards(read_spot(GAMES[game], hands))) == lines


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
    assert range_size_text(spot.holdings[0], spot) == size
