"""The best five of all cards, found by one sum over them."""

from functools import cached_property

import numpy as np

from showdown.bulk import tables
from showdown.bulk.shapes.loop import (
    ByCombination,
    Contests,
    Dealt,
    PlayingCards,
    Strengths,
    kernels,
)
from showdown.bulk.sums import SumTables, sum_tables
from showdown.evaluator.games import Game


class Sums(ByCombination):
    """The best five of five to seven cards, by one ranking or two."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        super().__init__(game, contests, board)
        self._own, self._shared = tuple(range(game.hole)), tuple(range(board))
        self._contests = contests

    @cached_property
    def _tables(self) -> tuple[SumTables, SumTables | None]:
        count = len(self._own) + len(self._shared)
        first, *more = (
            sum_tables(contest.ranking, count, contest.least) for contest in self._contests
        )
        return first, (more[0] if more else None)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        kernels().sums.evaluate(*dealt, self._own, self._shared, *self._tables, out)

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        step = len(self._contests)
        out = np.empty_like(strengths)
        for place, contest in enumerate(self._contests):
            of_contest = np.ascontiguousarray(strengths[place::step])
            five = tables.five_tables(contest.ranking)
            out[place::step] = self._playing(dealt, of_contest, contest, five=five)
        return out
