"""The games. Each is defined by one row in `rows`, and all other code uses that row."""

from showdown.evaluator.games.contest import Contest, Family, Game, Part
from showdown.evaluator.games.rows import GAMES, OMAHA_HILO, find_game

__all__ = ["GAMES", "OMAHA_HILO", "Contest", "Family", "Game", "Part", "find_game"]
