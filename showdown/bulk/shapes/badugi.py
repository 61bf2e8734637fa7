"""Badugi, by a table of what two pairs of cards make."""

from itertools import combinations

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


class Badugi(ByCombination):
    """Any subset of the player's own cards, four or more of them."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        super().__init__(game, contests, board)
        self._fours = np.array(list(combinations(range(game.hole), 4)), np.uint8)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        badugi = tables.badugi_tables(self._contest.ranking)
        kernels().evaluate_badugi(
            dealt.cards, dealt.width, dealt.players, self._hole, self._fours, badugi, out
        )

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        badugi = tables.badugi_tables(self._contest.ranking)
        return self._playing(dealt, strengths, self._contest, badugi=badugi)
