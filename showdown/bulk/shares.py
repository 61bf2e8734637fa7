"""The shares of a pot in many deals at once, by `evaluator.divide`."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.outcomes import Winners
from showdown.evaluator.divide import divide
from showdown.evaluator.games import Game

type Shares = NDArray[np.float64]


def shares(game: Game, winners: Winners, players: int) -> Shares:
    """Each seat's share of a pot, (n, players), if chips could be cut. `winners` (n, contests)."""
    weights = _weights(game)
    is_won = (winners != 0) @ (1 << np.arange(winners.shape[1]))
    found = np.zeros((len(winners), players))
    for contest in range(winners.shape[1]):
        won = winners[:, contest]
        each = weights[is_won, contest] / np.maximum(np.bitwise_count(won), 1)
        for seat in range(players):
            found[:, seat] += each * (won >> np.uint16(seat) & np.uint16(1))
    found[is_won == 0] = 1 / players
    return found


@cache
def _weights(game: Game) -> Shares:
    """The part of a pot for each contest, given the set of contests, as bits, that are won."""
    count = len(game.contests)
    weights = np.zeros((1 << count, count))
    for row in range(1 << count):
        paid = divide(game.places, tuple(bool(row >> place & 1) for place in range(count)))
        for places in paid:
            weights[row, list(places)] = 1 / (len(paid) * len(places))
    return weights
