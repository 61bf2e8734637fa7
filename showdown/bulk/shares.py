"""The shares of a pot in many deals at once, by `evaluator.divide`."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.outcomes import Winners
from showdown.evaluator import divide
from showdown.evaluator.games import Game

type Shares = NDArray[np.float64]

_MOST_BITS = 12
"""So many players and contests have a table of all outcomes; else it is made of those that come."""


def shares(game: Game, winners: Winners, players: int) -> Shares:
    """Each seat's share of a pot, (n, players), if chips could be cut. `winners` (n, contests)."""
    contests = winners.shape[1]
    codes = winners[:, 0].astype(np.uint64)
    for contest in range(1, contests):
        codes |= winners[:, contest].astype(np.uint64) << np.uint64(players * contest)
    if players * contests <= _MOST_BITS:
        return _table(game, players)[codes]
    different, places = np.unique(codes, return_inverse=True)
    return _shares_of(game, players, different.tolist())[places]


@cache
def _table(game: Game, players: int) -> Shares:
    """The shares for each outcome (2 ** (players * contests), players)."""
    return _shares_of(game, players, range(1 << players * len(game.contests)))


def _shares_of(game: Game, players: int, codes: "list[int] | range") -> Shares:
    """For outcomes given as the winners of the contests, as bits, one after the other."""
    everyone = (1 << players) - 1
    places = range(len(game.contests))
    won = [tuple(code >> players * place & everyone for place in places) for code in codes]
    rows = [divide.shares(game.places, outcome, players) for outcome in won]
    return np.array(rows, np.float64).reshape(-1, players)
