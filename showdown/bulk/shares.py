"""Shares of a pot in many deals at once, by `evaluator.divide`."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.outcomes import Winners
from showdown.bulk.payouts import Paid, division_of
from showdown.bulk.shapes.loop import kernels
from showdown.evaluator import divide
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet

type Shares = NDArray[np.float64]

_MOST_BITS = 12
"""Up to this many players times contests, a table of all outcomes is made."""


def shares(game: Game, winners: Winners, players: int) -> Shares:
    """Return each seat's share of a pot, (n, players); `winners` is (n, contests)."""
    count, contests = winners.shape
    if players * contests <= _MOST_BITS:
        out = np.empty((count, players))
        if count:
            kernels().shares.look_up(_table(game, players), winners, out)
        return out
    codes = winners[:, 0].astype(np.uint64)
    for contest in range(1, contests):
        codes |= winners[:, contest].astype(np.uint64) << np.uint64(players * contest)
    different, places = np.unique(codes, return_inverse=True)
    return _shares_of(game, players, different.tolist())[places]


def shares_of_pots(
    game: Game, rules: RuleSet, paid: Paid, seats: int
) -> tuple[Shares, NDArray[np.bool_]]:
    """Return each seat's share of all pots (n, seats), and the deals for which it is exact."""
    count = len(paid.is_paid)
    out, is_sure = np.zeros((count, seats)), np.zeros(count, np.bool_)
    if count:
        kernels().shares.share_pots(paid, division_of(game, rules), out, is_sure)
    return out, is_sure


@cache
def _table(game: Game, players: int) -> Shares:
    """Return the shares for each outcome (2 ** (players * contests), players)."""
    return _shares_of(game, players, range(1 << players * len(game.contests)))


def _shares_of(game: Game, players: int, codes: "list[int] | range") -> Shares:
    """Return the shares for outcomes given as the winners of the contests, as bits, in order."""
    everyone = (1 << players) - 1
    places = range(len(game.contests))
    won = [tuple(code >> players * place & everyone for place in places) for code in codes]
    rows = [divide.shares(game.places, outcome, players) for outcome in won]
    return np.array(rows, np.float64).reshape(-1, players)
