"""The interface of evaluators of arrays: some contests of one board, for many deals at once."""

from functools import cache
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.tables import BadugiTables, FiveTables
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import Ranking

type CardNumbers = NDArray[np.uint8]
type Strengths = NDArray[np.uint16]
type PlayingCards = NDArray[np.uint16]
type Contests = tuple[Contest, ...]


class Dealt(NamedTuple):
    """Deals of one game and number of players, and a board to play: the input of every loop.

    `cards`, a flat array, are `width` for each deal: the hands in the order of seats, then the
    boards, of which the one that is played begins at index `board`.
    """

    cards: CardNumbers
    width: int
    board: int
    players: int


class Loop(Protocol):
    """Evaluates some contests of one board at once.

    `evaluate` fills `out` with a strength for each deal, player and contest; `playing` returns the
    cards behind these strengths: bit i is the i-th of a player's hole cards and the board.
    """

    def evaluate(self, dealt: Dealt, out: Strengths) -> None: ...

    def playing(self, dealt: Dealt, strengths: Strengths) -> PlayingCards: ...


@cache
def kernels() -> ModuleType:
    """Import the compiled loops, late, because their compiler is slow to import."""
    from showdown.bulk import kernels  # noqa: PLC0415

    return kernels


@cache
def combinations_of(contest: Contest, hole: int, board: int) -> NDArray[np.int8]:
    """Return a contest's choices as indices of hole cards and board, each padded with -1 to five.

    The choice is applied to indices instead of cards.
    """
    places = tuple(range(hole + board))
    chosen = list(contest.choice.combinations(places[:hole], places[hole:]))
    rows = np.full((len(chosen), max(5, *map(len, chosen))), -1, np.int8)
    for row, combination in zip(rows, chosen, strict=True):
        row[: len(combination)] = combination
    return rows


@cache
def card_order(ranking: Ranking) -> NDArray[np.uint8]:
    """Return the position of each card number from the lowest card to the highest, by a ranking."""
    return np.array([ranking.card_order[card] for card in DECK], np.uint8)


class ByCombination:
    """Finds the cards that play by trying every combination."""

    def __init__(self, game: Game, contests: Contests, board: int) -> None:
        self._hole, self._board = game.hole, board
        self._contest = contests[0]
        self._combinations = combinations_of(self._contest, game.hole, board)

    def _playing(
        self,
        dealt: Dealt,
        strengths: Strengths,
        contest: Contest,
        *,
        five: FiveTables | None = None,
        badugi: BadugiTables | None = None,
    ) -> PlayingCards:
        out = np.zeros_like(strengths)
        choices = self._combinations, card_order(contest.ranking), five, badugi
        kernels().playing(*dealt, self._hole, self._board, *choices, strengths, out)
        return out
