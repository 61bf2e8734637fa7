"""Who wins, for arrays of deals: the one place where it is decided.

Arrays have the shapes of `evaluation`: strengths are (n, players, contests).
"""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.evaluation import Strengths
from showdown.evaluator.games import Game
from showdown.evaluator.rankings import Ranking

type Winners = NDArray[np.uint16]

NOBODY = -1
"""The category of a contest for which nobody qualifies."""

WHOLE = 720_720
"""A pot, in units that any number of winners up to thirteen divides, and halves of it, too."""


class Outcomes(NamedTuple):
    """`best` strength of each deal and contest, and `winners`, a bit for each seat that has it.

    Both are (n, contests); no bit is set where nobody qualifies.
    """

    best: Strengths
    winners: Winners


def decide(strengths: Strengths) -> Outcomes:
    """Who wins each contest.

    Seat by seat and contest by contest: numpy is slow along an axis as short as these.
    """
    deals, players, contests = strengths.shape
    best = np.empty((deals, contests), np.uint16)
    winners = np.empty((deals, contests), np.uint16)
    for contest in range(contests):
        seats = [strengths[:, seat, contest] for seat in range(players)]
        top = seats[0].copy()
        for seat in seats[1:]:
            np.maximum(top, seat, out=top)
        won = np.zeros_like(top)
        for place, seat in enumerate(seats):
            won |= (seat == top).astype(np.uint16) << np.uint16(place)
        won[top == 0] = 0
        best[:, contest] = top
        winners[:, contest] = won
    return Outcomes(best, winners)


@cache
def categories_of(ranking: Ranking) -> NDArray[np.int16]:
    """The category of each strength, as its place in `ranking.categories`; NOBODY for 0."""
    return np.array([NOBODY, *map(ranking.category_of, ranking.ranks)], np.int16)


def categories(game: Game, outcomes: Outcomes) -> NDArray[np.int16]:
    """The category that wins each contest, (n, contests); NOBODY where nobody qualifies."""
    columns = [
        categories_of(contest.ranking)[outcomes.best[:, place]]
        for place, contest in enumerate(game.contests)
    ]
    return np.stack(columns, axis=-1)


def shares(game: Game, outcomes: Outcomes, players: int) -> NDArray[np.int64]:
    """What part of the pot each seat gets, (n, players), in units of which WHOLE are all.

    A contest that nobody wins gives to the others of its part, and a part to the other parts.
    """
    won = outcomes.winners != 0
    counts = np.bitwise_count(outcomes.winners).astype(np.int64)
    bounds = np.cumsum([0, *(len(part) for part in game.parts)])
    in_part = [won[:, start:end] for start, end in pairwise(bounds)]
    parts = np.sum([part.any(axis=1) for part in in_part], axis=0)
    total = np.zeros((len(won), players), np.int64)
    for place in range(len(game.contests)):
        part = int(np.searchsorted(bounds, place, side="right")) - 1
        divisor = parts * in_part[part].sum(axis=1) * counts[:, place]
        each = np.where(won[:, place], WHOLE // np.maximum(divisor, 1), 0)
        for seat in range(players):
            total[:, seat] += each * (outcomes.winners[:, place] >> np.uint16(seat) & 1)
    total[parts == 0] = WHOLE // players  # nobody qualifies for anything
    return total
