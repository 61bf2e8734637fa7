"""Any five cards that a choice allows, each looked up."""

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
from showdown.evaluator.games import Game


class Combinations(ByCombination):
    """Every five cards of a choice, in a ranking in which suits matter only as a flush."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        super().__init__(game, contests, board)
        ranking = self._contest.ranking
        self._least = np.uint16(ranking.strength(self._contest.least))
        self._five = tables.five_tables(ranking)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        kernels().evaluate_combinations(
            *dealt, self._hole, self._combinations, self._five, self._least, out
        )

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        return self._playing(dealt, strengths, self._contest, five=self._five)
