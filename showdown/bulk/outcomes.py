"""Decide the winners of each contest of many deals, and their categories.

Arrays have the shapes of `evaluation`: strengths are (n, players, contests).
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.compiling import kernel, kernel_part
from showdown.bulk.evaluation import Strengths
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import Ranking

type Winners = NDArray[np.uint16]

NOBODY = -1
"""The category of a contest in which nobody qualifies."""


LOWEST_STRENGTH = 1
"""The lowest strength that qualifies."""


def _add_seat(best: Any, winners: Any, strength: Any, bit: Any) -> tuple[Any, Any]:
    """Return the best strength and its winners, as bits, after one more seat.

    Begin with LOWEST_STRENGTH and no winners. If there are no winners after all seats, nobody
    qualifies. This function decides all winners in `bulk`: it is called with numpy arrays, and
    compiled into the kernels. It has no branches, because they would be unpredictable.
    """
    top = np.maximum(best, strength)
    return top, winners * (best == top) | bit * (strength == top)


add_seat = kernel_part(_add_seat)


def find_winners(strengths: Iterable[Any]) -> tuple[Any, Any]:
    """Return the best strength and the winners, as bits, given an array of strengths per seat."""
    best, winners = np.uint16(LOWEST_STRENGTH), np.uint16(0)
    for seat, seat_strengths in enumerate(strengths):
        best, winners = _add_seat(best, winners, seat_strengths, np.uint16(1 << seat))
    return best, winners


class Outcomes(NamedTuple):
    """The best strength and the winners, as bits, of each deal and contest, (n, contests).

    Both are 0 if nobody qualifies.
    """

    best: Strengths
    winners: Winners


def decide_winners(strengths: Strengths) -> Outcomes:
    """Return the outcomes of strengths (n, players, contests).

    For one contest, numpy takes half the time of a kernel; for several, twice the time.
    """
    deals, _, contests = strengths.shape
    if contests > 1 and deals:
        best, winners = np.empty((2, deals, contests), np.uint16)
        _decide_contests(np.require(strengths, requirements=["C", "W"]), best, winners)
        return Outcomes(best, winners)
    best, winners = find_winners(np.ascontiguousarray(strengths.swapaxes(0, 1)))
    return Outcomes(best * (winners != 0), winners)


@kernel
def _decide_contests(strengths, best, winners):
    """Write the best strength and the winners (n, contests) given `strengths` (n, seats, contests).

    Winners are bit sets. The strength and the winners are 0 if nobody qualifies.
    """
    deals, seats, contests = strengths.shape
    for row in range(deals):
        for contest in range(contests):
            top, bits = LOWEST_STRENGTH, 0
            for seat in range(seats):
                strength = int(strengths[row, seat, contest])
                top, bits = add_seat(top, bits, strength, 1 << seat)
            best[row, contest] = top if bits else 0
            winners[row, contest] = bits


@cache
def list_strength_categories(ranking: Ranking) -> NDArray[np.int16]:
    """Return the index in `ranking.categories` of each strength; NOBODY for 0."""
    return np.array([NOBODY, *ranking.category_of_strength], np.int16)


@cache
def build_category_table(contests: tuple[Contest, ...]) -> NDArray[np.uint8]:
    """Return the category of each strength from 1 on, (contests, strengths), for kernels."""
    rows = [list_strength_categories(contest.ranking) for contest in contests]
    table = np.zeros((len(rows), max(map(len, rows))), np.uint8)
    for row, contest_categories in zip(table, rows, strict=True):
        row[1 : len(contest_categories)] = contest_categories[1:]
    return table


def find_winning_categories(game: Game, outcomes: Outcomes) -> NDArray[np.int16]:
    """Return the winning category of each contest, (n, contests); NOBODY if nobody qualifies."""
    columns = [
        list_strength_categories(contest.ranking)[outcomes.best[:, index]]
        for index, contest in enumerate(game.contests)
    ]
    return np.stack(columns, axis=-1)
