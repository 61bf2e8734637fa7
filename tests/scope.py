"""Limit quick tests to few examples, and to the first of similar parameters."""

import os

import pytest

from showdown.evaluator.games import GAMES

FIRST_OF_FAMILIES = [*{game.family: game.slug for game in reversed(GAMES.values())}.values()]

ONE_OF_A_FAMILY = [
    slug if slug in FIRST_OF_FAMILIES else pytest.param(slug, marks=pytest.mark.long)
    for slug in GAMES
]
"""The slugs of all games; all but the first of a family are for `-m long`."""


def quick_first(first, *others):
    """Return values for `parametrize`, of which all but the first are for `-m long`."""
    rows = (row if isinstance(row, tuple) else (row,) for row in others)
    return [first, *(pytest.param(*row, marks=pytest.mark.long) for row in rows)]


def examples(count):
    """Return the number of examples to try: a tenth of them, or all with THOROUGH=1."""
    return count if os.environ.get("THOROUGH") else count // 10
