"""Made hands found for many deals at once equal those of the evaluator."""

import pytest

from showdown.bulk.best import made_in
from showdown.evaluator.contests import made_hands
from showdown.evaluator.games import OMAHA_HILO
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_made_hands_equal_those_of_the_evaluator(game):
    players = (game.players[0], game.players[-1])
    deals = [DealFactory(game=game, players=players[number % 2]) for number in range(30)]
    assert made_in(deals) == [made_hands(deal) for deal in deals]


def test_deals_of_many_kinds_may_be_mixed():
    deals = [DealFactory(game=game, players=2) for game in EVERY_GAME] * 2
    deals += [
        DealFactory(game=OMAHA_HILO, players=3, mucked=("HandB",)),
        DealFactory(game=OMAHA_HILO, runs=2),
    ]
    assert made_in(deals) == [made_hands(deal) for deal in deals]


def test_no_deals_yield_empty_results():
    assert made_in([]) == []
