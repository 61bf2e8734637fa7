"""The words by which a page finds a game: `plo8`, `big o`, `omaha eight`, `lowball`, `2-7`."""

import re
from functools import cache

from showdown.evaluator.games import Family, Game

SPELLINGS = (
    ("['’]", ""),
    (r"hi\W?lo\w*", "hilo"),
    (r"\bhigh\W?low\b", "hilo"),
    (r"\b27\b", "2 7"),
    (r"\ba5\b", "a 5"),
    (r"\b(?:two|deuces?)\b", "2"),
    (r"\bfive\b", "5"),
    (r"\bsix\b", "6"),
    (r"\bseven\b", "7"),
    (r"\beight\b", "8"),
    (r"\bplus\b", "+"),
    (r"\bace\b", "a"),
    (r"\bto\b", ""),
)
"""Patterns and the spelling that replaces them before texts are compared, in this order.

Python and the script of the page must understand the patterns alike.
"""

FAMILIES = {Family.BOARD: "With a board", Family.STUD: "Stud", Family.DRAW: "Draw"}

BY_USE = ("holdem", "omaha", "omaha-hilo", "five-card-omaha", "short-deck", "double-board-omaha")
"""The games that are played most. A list of games has them first in their family."""

_WORD = re.compile(r"[a-z0-9+]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in the form in which they are compared."""
    text = text.lower()
    for pattern, plain in SPELLINGS:
        text = re.sub(pattern, plain, text)
    return _WORD.findall(text)


@cache
def names_of(game: Game) -> tuple[str, ...]:
    """Return the names of a game as words to compare; the last one holds its traits."""
    names = (game.name, *game.aliases)
    return (*dict.fromkeys(" ".join(words_of(name)) for name in names), _traits(game))


_SHORTER = {
    "Deuce to Seven": "2-7",
    "Seven": "7",
    "Six": "6",
    "Five": "5",
    "Double": "2",
    "Ace to Five": "A-5",
}
_SHORT = 12


@cache
def short_name(game: Game) -> str:
    """Return a name for narrow screens: `Hold'em`, `Big O`, `7-card Stud`."""
    names = []
    for name in (game.name, *game.aliases):
        shorter = name
        for long, short in _SHORTER.items():
            shorter = shorter.replace(long, short)
        names += [name, shorter]
    return next((name for name in names if len(name) <= _SHORT), min(names, key=len))


def _traits(game: Game) -> str:
    contests = game.contests
    traits = [game.family.value]
    if all(contest.ranking.wins_low for contest in contests):
        traits += ["low", "lowball"]
    if any(contest.ranking.wins_low for contest in contests) and len(contests) > 1:
        traits += ["split", "hilo"]
    if len(game.boards) > 1:
        traits += ["double", "2", "boards", "bomb", "pot"]
    return " ".join([*traits, str(game.hole), "card"])
