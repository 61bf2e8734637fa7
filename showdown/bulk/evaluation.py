"""Evaluates arrays of deals at once, with the same answers as `settlement`, deal by deal.

Cards are numbers, rank * 4 + suit. The compiler is imported, and the tables are made, when the
first array is evaluated: importing this module costs neither.
"""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from showdown.bulk import tables
from showdown.evaluator.games import Choice, Game, any_five, any_subset, two_and_three
from showdown.evaluator.rankings import BADUGI, EIGHT_OR_BETTER, HIGH, Ranking

type CardNumbers = NDArray[np.uint8]
type Strengths = NDArray[np.uint16]
type PlayingCards = NDArray[np.uint16]


def evaluate(game: Game, cards: CardNumbers) -> Strengths:
    """What each player makes for each pot, as `Ranking.strength`: bigger is better, 0 is no hand.

    `cards` has the shape (n, players * game.hole + game.board): the hands in the order of seats,
    then the board; the result (n, players, pots). The cards are not checked.
    """
    players = (cards.shape[1] - game.board) // game.hole
    out = np.empty((len(cards), players, len(game.pots)), np.uint16)
    if len(cards):
        flat = np.ascontiguousarray(cards).ravel()
        _EVALUATE[game.choice](game, flat, cards.shape[1], players, out.reshape(-1))
    return out


def playing(game: Game, cards: CardNumbers, strengths: Strengths) -> PlayingCards:
    """Which cards make what `evaluate` found: bit i is the i-th of a player's hole cards and board.

    The same combination as in `settlement`; the shape is that of `strengths`, 0 is no hand.
    """
    if game.choice in _PLAYING:
        return _PLAYING[game.choice](game, cards, strengths)
    out = np.zeros_like(strengths)
    combinations = _combinations(game)
    for pot, ranking in enumerate(pot.ranking for pot in game.pots):
        value_of, values = _VALUES[ranking](game)
        _kernels().playing(cards, pot, strengths, game.hole, combinations, value_of, values, out)
    return out


@cache
def _kernels() -> ModuleType:
    """The compiled loops. Imported here, late, because importing their compiler is slow."""
    from showdown.bulk import kernels  # noqa: PLC0415

    return kernels


type OmahaTables = tuple[tables.HighTables, tables.OmahaFlushes, tables.LowTables | None]


def omaha_tables(game: Game) -> OmahaTables:
    """The tables of `kernels.evaluate_omaha`, in its order."""
    lows = tables.low_tables() if len(game.pots) == 2 else None
    return tables.high_tables(game.choice), tables.omaha_flushes(), lows


def _evaluate_omaha(
    game: Game, cards: CardNumbers, width: int, players: int, out: Strengths
) -> None:
    places = tuple(range(game.hole))
    _kernels().evaluate_omaha(cards, width, players, places, *omaha_tables(game), out)


def _evaluate_holdem(
    game: Game, cards: CardNumbers, width: int, players: int, out: Strengths
) -> None:
    _kernels().evaluate_holdem(cards, width, players, tables.high_tables(game.choice), out)


def _evaluate_badugi(
    game: Game, cards: CardNumbers, width: int, players: int, out: Strengths
) -> None:
    _kernels().evaluate_badugi(cards, width, players, tables.badugi_tables(), out)


_EVALUATE: dict[Choice, Callable[[Game, CardNumbers, int, int, Strengths], None]] = {
    two_and_three: _evaluate_omaha,
    any_five: _evaluate_holdem,
    any_subset: _evaluate_badugi,
}


def _playing_in_omaha(game: Game, cards: CardNumbers, strengths: Strengths) -> PlayingCards:
    out = np.zeros(strengths.size, np.uint16)
    flat = np.ascontiguousarray(cards).ravel()
    values = np.ascontiguousarray(strengths).ravel()
    width, players, places = cards.shape[1], strengths.shape[1], tuple(range(game.hole))
    _kernels().omaha_playing(
        flat, width, players, places, *omaha_tables(game), _combinations(game), values, out
    )
    return out.reshape(strengths.shape)


_PLAYING: dict[Choice, Callable[[Game, CardNumbers, Strengths], PlayingCards]] = {
    two_and_three: _playing_in_omaha,
}
"""Where there is a faster way than to try all combinations."""


@cache
def _combinations(game: Game) -> NDArray[np.int8]:
    """The game's choices as places among hole cards and board, each filled with -1 to five."""
    places = tuple(range(game.hole + game.board))
    chosen = list(game.choice(places[: game.hole], places[game.hole :]))
    rows = np.full((len(chosen), 5), -1, np.int8)
    for row, combination in zip(rows, chosen, strict=True):
        row[: len(combination)] = combination
    return rows


_VALUES: dict[Ranking, Callable[[Game], tuple[Callable[..., int], tuple[Any, ...]]]] = {
    HIGH: lambda game: (_kernels().high_of, tables.high_tables(game.choice)),
    EIGHT_OR_BETTER: lambda game: (_kernels().low_of, tables.low_tables()),
    BADUGI: lambda game: (_kernels().badugi_of, tables.badugi_tables()),
}
