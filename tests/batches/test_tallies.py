"""Counts of arrays are those of the deals, settled one by one."""

import numpy as np
import pytest

from showdown.batches.tallies import add_up, tally, tally_special
from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES, Contest, Game
from showdown.evaluator.settlement import settle
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME

SIX_CONTESTS = Game(
    number=904,
    slug="made-up-six",
    name="Six contests, which for eleven players are more than 64 bits",
    family=GAMES["omaha-hilo"].family,
    hole=4,
    boards=(5,),
    players=range(2, 12),
    parts=tuple(
        (Contest(f"{name} {part}", contest.ranking, contest.choice),)
        for part in (1, 2, 3)
        for name, contest in zip(("high", "low"), GAMES["omaha-hilo"].contests, strict=True)
    ),
)


@pytest.mark.parametrize("game", [*EVERY_GAME, SIX_CONTESTS], ids=str)
def test_arrays_are_counted_as_the_deals_are(game):
    most = min(game.players[-1], (len(game.deck) - game.board) // game.hole)
    for players in (2, most):
        deals = [DealFactory(game=game, players=players) for _ in range(12)]
        cards = np.array([list(deal.numbers) for deal in deals], np.uint8)
        counted = tally(game, evaluation.evaluate(game, cards))
        one_by_one = add_up(tally_special(settle(deal)) for deal in deals)
        del one_by_one["special"]
        assert counted == one_by_one


def test_players_that_only_some_deals_have_come_last():
    of_two = {"seats": {"high": [1, 0]}, "contests": {"high": {"none": 0, "categories": [1, 0]}}}
    of_three = {
        "seats": {"high": [0, 0, 2]},
        "contests": {"high": {"none": 1, "categories": [0, 2]}},
    }
    assert add_up([of_two, None, of_three]) == {
        "seats": {"high": [1, 0, 2]},
        "contests": {"high": {"none": 1, "categories": [1, 2]}},
    }
