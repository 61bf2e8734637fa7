"""Omaha, by lookup tables of two hole cards with each board."""

import numpy as np

from showdown.bulk import columns, tables
from showdown.bulk.shapes.loop import (
    Contests,
    Dealt,
    PlayingCards,
    Strengths,
    card_order,
    combinations_of,
    kernels,
)
from showdown.evaluator.games import Game


class Omaha:
    """Exactly two of four to six hole cards and three of a board of five: high, or high and low."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        high = contests[0]
        self._places = tuple(range(game.hole))
        self._tables = (
            columns.high_tables(high.choice, high.ranking),
            columns.omaha_flushes(high.ranking),
            tables.low_tables() if len(contests) == 2 else None,
        )
        self._rankings = [contest.ranking for contest in contests]
        self._combinations = combinations_of(high, game.hole, board)

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        kernels().evaluate_omaha(*dealt, self._places, *self._tables, out)

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        out = np.zeros_like(strengths)
        high, flushes, lows = self._tables
        fives = tuple(map(tables.five_tables, self._rankings))
        looked_up = tables.OmahaTables(high, flushes, fives)
        hole, choices = len(self._places), self._combinations
        orders = tuple(map(card_order, self._rankings))
        kernels().omaha_playing(
            tuple(dealt), hole, choices, orders, looked_up, lows, strengths, out
        )
        return out
