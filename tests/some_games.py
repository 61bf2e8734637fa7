"""Games that stand for the others in the quick tests; `-m long` has the rest."""

import pytest

from showdown.evaluator.games import GAMES

_FIRST = {game.family: game.slug for game in reversed(GAMES.values())}.values()

ONE_OF_A_FAMILY = [
    slug if slug in _FIRST else pytest.param(slug, marks=pytest.mark.long) for slug in GAMES
]
"""The slugs of all games: the first of its family is for the quick tests."""
