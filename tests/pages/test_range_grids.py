"""Test ranges on the grid of two-card hands, class by class."""

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.ranges import read_range
from showdown.pages.range_grids import GRID_GAMES, examples_of, grid_ranks

pytestmark = pytest.mark.django_db
RANGE = "/showdown/range/"


def asked(client, text, game="holdem"):
    return client.get(RANGE, {"game": game, "hand": text})


@pytest.mark.parametrize(
    ("text", "weights", "hands"),
    [
        ("AA", {"AA": 1}, 6),
        ("AKs, AKo", {"AKs": 1, "AKo": 1}, 16),
        ("QQ+, A5s-A4s@50", {"QQ": 1, "KK": 1, "AA": 1, "A5s": 0.5, "A4s": 0.5}, 22),
        ("AsKs", {"AKs": 0.25}, 1),
        ("AhKd, AdKh, AhKs", {"AKo": 0.25}, 3),
    ],
)
def test_a_text_is_shown_by_classes(client, text, weights, hands):
    told = asked(client, text).json()
    assert told["weights"] == weights
    assert told["hands"] == hands
    assert told["percent"] == round(100 * hands / 1326, 1)


def test_a_percentage_is_that_part_of_all_hands(client):
    assert asked(client, "15%").json()["percent"] == 15
    assert sum(asked(client, "100%").json()["weights"].values()) == 169


@pytest.mark.parametrize(
    ("text", "says"),
    [("E", "isn't allowed"), ("", "incomplete"), ("A" * 2001, "2000"), ("AA!AA", "no hand")],
)
def test_an_invalid_range_is_an_error(client, text, says):
    assert says in asked(client, text).json()["error"]


@pytest.mark.parametrize("game", ["omaha", "badugi", "bridge", ""])
def test_games_without_a_grid_have_no_page(client, game):
    assert asked(client, "AA", game).status_code == 404


def test_every_example_is_a_range_of_its_game():
    for game in GAMES.values():
        for text in examples_of(game):
            if game.hole <= 4:
                assert len(read_range(text, game))


def test_the_grid_has_the_ranks_of_the_deck():
    assert grid_ranks(GAMES["holdem"]) == "AKQJT98765432"
    assert grid_ranks(GAMES["short-deck"]) == "AKQJT9876"
    assert grid_ranks(GAMES["omaha"]) == ""
    assert set(GRID_GAMES) >= {"holdem", "short-deck", "double-board-holdem"}
