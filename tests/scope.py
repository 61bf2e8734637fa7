"""The number of examples: few by default, more with `-m long`, all with THOROUGH=1."""

import os

import pytest

from showdown.evaluator.games import GAMES

_FIRST = {game.family: game.slug for game in reversed(GAMES.values())}.values()

ONE_OF_A_FAMILY = [
    slug if slug in _FIRST else pytest.param(slug, marks=pytest.mark.long) for slug in GAMES
]
"""The slugs of all games; all but the first of a family are for `-m long`."""


def examples(count: int) -> int:
    """Return the number of examples to try: a tenth of them, or all with THOROUGH=1."""
    return count if os.environ.get("THOROUGH") else count // 10
