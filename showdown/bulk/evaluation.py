"""Evaluate arrays of deals at once, with the same results as the readable rules.

Cards are numbers, rank * 4 + suit. The compiler is imported, and the tables are made, when the
first array is evaluated: importing this module costs neither.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from showdown.bulk.evaluators import (
    CardNumbers,
    Dealt,
    Evaluator,
    PlayingCards,
    Strengths,
    evaluators_for,
)
from showdown.evaluator.games import Game

__all__ = ["CardNumbers", "PlayingCards", "Strengths", "evaluate", "playing"]


class _Task(NamedTuple):
    """Contests, by index in the game, that play the same board or none."""

    contests: tuple[int, ...]
    board: int | None
    evaluator: Evaluator


def evaluate(game: Game, cards: CardNumbers) -> Strengths:
    """Return the strength of each player in each contest (`Ranking.strength`, 0 for no hand).

    `cards` has the shape (n, players * game.hole + game.board): the hands in the order of seats,
    then the boards. A shared card of stud is the last card of each hand. The result is uint16,
    shape (n, players, contests). The cards are not checked.
    """
    players = _players(game, cards)
    out = np.zeros((len(cards), players, len(game.contests)), np.uint16)
    tasks = _tasks(game) if len(cards) else ()
    for task in tasks:
        dealt = _dealt(game, cards, players, task.board)
        if len(tasks) == 1:
            task.evaluator.evaluate(dealt, out.reshape(-1))
            continue
        of_task = _evaluated(task, dealt, len(cards))
        for index, strengths in zip(task.contests, np.moveaxis(of_task, 2, 0), strict=True):
            contest = out[:, :, index]
            np.maximum(contest, strengths, out=contest)
    return out


def playing(game: Game, cards: CardNumbers, strengths: Strengths) -> PlayingCards:
    """Return the cards behind the strengths: bit i is the i-th of a player's hole cards and boards.

    The combination is that of `contests.make_hand`. The shape is that of `strengths`; 0 is no hand.
    """
    players = _players(game, cards)
    out = np.zeros_like(strengths)
    for task in _tasks(game) if len(cards) else ():
        dealt = _dealt(game, cards, players, task.board)
        indices = list(task.contests)
        wanted = np.ascontiguousarray(strengths[:, :, indices])
        if any(len(game.contests[index].boards) > 1 for index in indices):
            # If the hand is equally good on several boards, the first board plays.
            of_task = _evaluated(task, dealt, len(cards))
            wanted[(of_task != wanted) | (out[:, :, indices] != 0)] = 0
        bits = task.evaluator.playing(dealt, wanted.reshape(-1)).reshape(wanted.shape)
        out[:, :, indices] |= _moved(game, bits, task.board)
    return out


def _players(game: Game, cards: CardNumbers) -> int:
    width: int = cards.shape[1]
    return (width - game.board) // game.hole


@cache
def _tasks(game: Game) -> tuple[_Task, ...]:
    """Return the tasks for all contests of the game, board by board."""
    tasks = []
    for boards in dict.fromkeys(contest.boards for contest in game.contests):
        contests = tuple(contest for contest in game.contests if contest.boards == boards)
        for board in boards if game.boards and boards else (None,):
            size = 0 if board is None else game.boards[board]
            tasks += [
                _Task(tuple(map(game.contests.index, together)), board, evaluator)
                for together, evaluator in evaluators_for(game, contests, size)
            ]
    return tuple(tasks)


def _dealt(game: Game, cards: CardNumbers, players: int, board: int | None) -> Dealt:
    """Return the deals as kernel input that plays this board."""
    start = players * game.hole + sum(game.boards[: board or 0])
    # Kernels would be compiled a second time for read-only arrays.
    flat = np.require(cards, requirements=["C", "W"]).reshape(-1)
    return Dealt(flat, cards.shape[1], start, players)


def _evaluated(task: _Task, dealt: Dealt, deals: int) -> Strengths:
    strengths = np.empty((deals, dealt.players, len(task.contests)), np.uint16)
    task.evaluator.evaluate(dealt, strengths.reshape(-1))
    return strengths


def _moved(game: Game, bits: PlayingCards, board: int | None) -> PlayingCards:
    """Move the bits of the first board to the bits of another board."""
    if not board:
        return bits
    own = bits & np.uint16((1 << game.hole) - 1)
    before = sum(game.boards[:board])
    return own | ((bits ^ own) << np.uint16(before))
