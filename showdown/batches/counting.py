"""Counts what came of many deals. Importing this module imports a compiler: workers do."""

from functools import cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from showdown.batches.tallies import Tally
from showdown.evaluator.games import Contest as Pot
from showdown.evaluator.games import Game
from showdown.evaluator.rankings import Ranking

_WHOLE = 720_720
"""A pot's chips, in parts into which any number of winners up to thirteen divides its half."""


def tally(game: Game, strengths: NDArray[np.uint16]) -> Tally:
    """Of deals with one number of players: strengths (n, players, pots), as `evaluator.bulk`."""
    _, players, pots = strengths.shape
    won = np.zeros((pots, players), np.int64)
    scooped, quartered = np.zeros(players, np.int64), np.zeros(players, np.int64)
    most = max(len(pot.ranking.ranks) for pot in game.pots)
    best = np.zeros((pots, most + 1), np.int64)
    _count(strengths, won, scooped, quartered, best)
    seats = {pot.name: won[place].tolist() for place, pot in enumerate(game.pots)}
    seats |= {"scooped": scooped.tolist(), "quartered": quartered.tolist()}
    return {
        "seats": seats,
        "pots": {pot.name: _by_category(pot, best[place]) for place, pot in enumerate(game.pots)},
    }


@njit(cache=True, nogil=True)
def _count(strengths, won, scooped, quartered, best):
    """Add to the counts; `best` counts the best strength of each pot, 0 where nobody qualifies."""
    count, players, pots = strengths.shape
    winners = np.zeros(pots, np.int64)
    top = np.zeros(pots, np.uint16)
    for n in range(count):
        awarded = 0
        for pot in range(pots):
            top[pot] = 0
            winners[pot] = 0
            for player in range(players):
                value = strengths[n, player, pot]
                if value > top[pot]:
                    top[pot] = value
                    winners[pot] = 1
                elif value == top[pot] and value:
                    winners[pot] += 1
            best[pot, top[pot]] += 1
            awarded += winners[pot] > 0
        for player in range(players):
            share = 0
            for pot in range(pots):
                if winners[pot] and strengths[n, player, pot] == top[pot]:
                    won[pot, player] += 1
                    share += _WHOLE // (awarded * winners[pot])
            scooped[player] += share == _WHOLE
            quartered[player] += share * 4 == _WHOLE


def _by_category(pot: Pot, best: NDArray[np.int64]) -> Tally:
    counts = np.zeros(len(pot.ranking.categories), np.int64)
    categories = _category_of(pot.ranking)
    np.add.at(counts, categories, best[1 : len(categories) + 1])
    return {"none": int(best[0]), "categories": counts.tolist()}


@cache
def _category_of(ranking: Ranking) -> NDArray[np.intp]:
    """The category of each strength from 1."""
    return np.array([ranking.category_of(rank) for rank in ranking.ranks], np.intp)
