"""Deals a pattern: many deals are drawn, settled in arrays, and the likely ones looked at."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

import numpy as np

from showdown.bulk.evaluation import evaluate
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.notation.submission import Submission
from showdown.trainer.draw import Draw
from showdown.trainer.patterns import Pattern
from showdown.trainer.stacks import WHOLE
from showdown.trainer.stakes import NAMES, Stakes, draw_book, draw_wagers

_AT_ONCE = 512
_LOOKED_AT = 24
"""Of so many deals at once, how many are looked at."""
_ROUNDS = 150


def deals(
    pattern: Pattern, game: Game, players: int, draw: Draw, *, rake: bool = False
) -> Iterator[tuple[Submission, Settlement]]:
    """Deals in which the pattern holds, one after the other, until too many were drawn in vain."""
    stakes = replace(pattern.stakes, raked=2) if rake else pattern.stakes
    for submission in _submissions(pattern, game, players, stakes, draw):
        settlement = submission.settle()
        if pattern.holds(settlement):
            yield submission, settlement


def _submissions(
    pattern: Pattern, game: Game, players: int, stakes: Stakes, draw: Draw
) -> Iterator[Submission]:
    decks = cycle((WHOLE, *pattern.stacks))
    names = NAMES[:players]
    for _ in range(_ROUNDS):
        cards = next(decks).deals(game, players, _AT_ONCE, draw)
        likely = pattern.sieve(game, evaluate(game, cards)) if len(cards) else np.empty(0, np.bool_)
        for row in cards[likely][:_LOOKED_AT]:
            yield Submission(
                Deal.of_numbers(game, row.tobytes(), names),
                draw_wagers(stakes, names, draw),
                draw_book(stakes, draw),
            )
