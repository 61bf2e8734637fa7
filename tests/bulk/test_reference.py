"""The bulk evaluator against brute force: every game, and many deals of Omaha Hi/Lo.

`python -m tests.bulk.every_game` does the same for 100,000 deals of each game.
"""

import pytest

from showdown.evaluator.games import GAMES
from tests.bulk.every_game import hold_to_brute_force
from tests.made_up_games import EVERY_GAME
from tests.scope import examples


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_strengths_are_in_the_order_of_brute_force(game):
    """Every strength stands for one rank, and a greater one for a greater rank."""
    hold_to_brute_force(game, 200, 200, [1, game.number])


@pytest.mark.parametrize("deals", [5_000, pytest.param(examples(200_000), marks=pytest.mark.long)])
def test_deals_of_omaha_hilo(deals):
    hold_to_brute_force(GAMES["omaha-hilo"], deals, 0, [2, 0])
