"""Ranges of hands, as players write them: `AAxx$ds`, `JT98+`, `QQ+, AKs`, `15%`, `AA!AAA@50`.

docs/ranges.md explains the notation, ranges.lark is its grammar.
"""

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from lark import Lark, UnexpectedCharacters, UnexpectedInput
from lark.exceptions import VisitError

from showdown.bulk.combos import Combos, mask_of
from showdown.evaluator.games import Game
from showdown.notation.range_errors import (
    EmptyRange,
    InvalidRange,
    RangeTooLong,
    TooDeep,
    TooManyHands,
    UnexpectedText,
    UnfinishedRange,
)
from showdown.notation.range_parts import Part, Work
from showdown.notation.range_patterns import MOST_ROWS, Budget, TooMuchWork
from showdown.notation.range_reader import Reader

MOST_CHARACTERS = 2000
_DEEPEST = 40


def read_range(text: str, game: Game, rows: int = MOST_ROWS) -> Combos:
    """The hands of the range and their weights. Raises InvalidDeal with its position in the text.

    `rows` bounds the work: TooManyHands is raised if more hands would have to be listed on the way.
    """
    return _read(text, game, rows)


@lru_cache(maxsize=32)
def _read(text: str, game: Game, rows: int) -> Combos:
    _check_size(text)
    reader = Reader(game.hole)
    try:
        part: Part = reader.transform(_parser(game.hole).parse(text))
        masks, weights = part(Work(game, Budget(rows)))
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None
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
    """Refuse at once a text that is too long, or too deep, to be a range."""
    if len(text) > MOST_CHARACTERS:
        raise RangeTooLong(most=MOST_CHARACTERS, position=MOST_CHARACTERS)
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > _DEEPEST:
            raise TooDeep(most=_DEEPEST, position=position)


def _unexpected(text: str, error: UnexpectedInput) -> InvalidRange:
    """The error at the first place that can't be read."""
    if isinstance(error, UnexpectedCharacters):
        position = error.pos_in_stream or 0
        return UnexpectedText(text=text[position], position=position)
    token = getattr(error, "token", None)
    if token is None or token.type == "$END":
        return UnfinishedRange(position=len(text))
    return UnexpectedText(text=str(token), position=token.start_pos)


@cache
def _parser(hole: int) -> Lark:
    folder = Path(__file__).parent
    grammar = (folder / "ranges.lark").read_text()
    if hole == 2:
        grammar += (folder / "ranges_of_two.lark").read_text()
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)
