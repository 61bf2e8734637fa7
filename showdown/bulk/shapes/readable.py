"""The readable rules over arrays: slower, and right for every row."""

import numpy as np

from showdown.bulk.shapes.loop import Contests, Dealt, PlayingCards, Strengths
from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.games import Game


class Readable:
    """The readable rules, one hand at a time: for contests without a faster evaluator."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        self._hole, self._board = game.hole, board
        self._contest = contests[0]

    def evaluate(self, dealt: Dealt, out: Strengths) -> None:
        contest = self._contest
        for place, (hole, board) in enumerate(self._hands(dealt)):
            best = contest.best_with(hole, [board])
            out[place] = contest.ranking.strength(contest.rank(best))

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards:
        out = np.zeros_like(strengths)
        for place, (hole, board) in enumerate(self._hands(dealt)):
            if strengths[place]:
                best = self._contest.best_with(hole, [board])
                out[place] = sum(1 << (hole + board).index(card) for card in best)
        return out

    def _hands(self, dealt: Dealt) -> list[tuple[Cards, Cards]]:
        """Yield each player's hole cards and board, deal by deal."""
        rows = [
            tuple(DECK[number] for number in row)
            for row in dealt.cards.reshape(-1, dealt.width).tolist()
        ]
        starts = range(0, dealt.players * self._hole, self._hole)
        board = slice(dealt.board, dealt.board + self._board)
        return [(row[at : at + self._hole], row[board]) for row in rows for at in starts]
