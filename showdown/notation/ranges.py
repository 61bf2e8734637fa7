"""Ranges of hands, as players write them: `AAxx$ds`, `JT98+`, `QQ+, AKs`, `15%`, `AA!AAA@50`.

docs/ranges.md explains the notation.
"""

from functools import lru_cache

import numpy as np

from showdown.bulk.combos import Combos, mask_of
from showdown.evaluator.games import Game
from showdown.notation.range_errors import EmptyRange, RangeTooLong, TooDeep, TooManyHands
from showdown.notation.range_parts import Work
from showdown.notation.range_patterns import MOST_ROWS, Budget, TooMuchWork
from showdown.notation.range_reader import Reader

MOST_CHARACTERS = 2000
_DEEPEST = 40


def read_range(text: str, game: Game, rows: int = MOST_ROWS) -> Combos:
    """Return the hands of the range and their weights. Raise InvalidDeal with its position.

    `rows` bounds the work: TooManyHands is raised if more hands would have to be listed on the way.
    """
    return _read(text, game, rows)


@lru_cache(maxsize=32)
def _read(text: str, game: Game, rows: int) -> Combos:
    _check_size(text)
    reader = Reader(text, game.hole)
    part = reader.read()
    try:
        masks, weights = part(Work(game, Budget(rows)))
    except TooMuchWork:
        raise TooManyHands from None
    wanted = (weights > 0) & (masks & ~mask_of(game.deck) == 0)
    if not wanted.any():
        raise EmptyRange(needed=game.hole, position=0)
    weights = weights[wanted]
    return Combos(
        text=text.strip(),
        masks=masks[wanted],
        weights=weights // np.gcd.reduce(weights),
        to_choose=tuple(reader.to_choose),
    )


def _check_size(text: str) -> None:
    """Raise an error for a text that is too long, or too deep, to be a range."""
    if len(text) > MOST_CHARACTERS:
        raise RangeTooLong(most=MOST_CHARACTERS, position=MOST_CHARACTERS)
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > _DEEPEST:
            raise TooDeep(most=_DEEPEST, position=position)
