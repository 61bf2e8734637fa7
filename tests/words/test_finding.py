"""A game is found by what people call it."""

import pytest

from showdown.evaluator.games import GAMES
from showdown.words.finding import matches

FOUND = [
    ("PLO8", "omaha-hilo"),
    ("plo 8", "omaha-hilo"),
    ("omaha eight", "omaha-hilo"),
    ("omaha 8", "omaha-hilo"),
    ("Omaha Hi-Lo", "omaha-hilo"),
    ("o8", "omaha-hilo"),
    ("plo", "omaha"),
    ("omaha", "omaha"),
    ("big o", "five-card-omaha-hilo"),
    ("BigO", "five-card-omaha-hilo"),
    ("5 card omaha hilo", "five-card-omaha-hilo"),
    ("courchevel", "five-card-omaha"),
    ("plo5", "five-card-omaha"),
    ("six card plo", "six-card-omaha"),
    ("texas", "holdem"),
    ("hold’em", "holdem"),
    ("nlhe", "holdem"),
    ("lowball", "ace-to-five"),
    ("2-7", "deuce-to-seven"),
    ("27", "deuce-to-seven"),
    ("two to seven", "deuce-to-seven"),
    ("2-7 razz", "deuce-to-seven-razz"),
    ("a-5", "ace-to-five"),
    ("a5 triple", "ace-to-five"),
    ("6+", "short-deck"),
    ("six plus", "short-deck"),
    ("6+ omaha", "short-deck-omaha"),
    ("short", "short-deck"),
    ("stud 8", "stud-hilo"),
    ("stud eight", "stud-hilo"),
    ("7 card", "seven-card-stud"),
    ("badugi", "badugi"),
    ("dramaha", None),
    ("bomb pot", "double-board-five-card-omaha"),
    ("double board holdem", "double-board-holdem"),
    ("drawmaha 2-7", "drawmaha-deuce-to-seven"),
    ("49", "drawmaha-49"),
    ("bridge", None),
]


@pytest.mark.parametrize(("typed", "slug"), FOUND)
def test_what_is_typed_finds_the_game(typed, slug):
    found = matches(typed)
    assert (found[0].slug if found else None) == slug


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_each_name_of_a_game_finds_it_first(game):
    for name in (game.name, game.slug, *game.aliases):
        assert matches(name)[0] is game, name


def test_games_are_found_by_what_they_are_like():
    assert {game.slug for game in matches("draw")} >= {"badugi", "archie", "five-card-draw"}
    assert {"razz", "deuce-to-seven", "ace-to-five"} <= {game.slug for game in matches("low")}
    assert matches("") == list(GAMES.values())
