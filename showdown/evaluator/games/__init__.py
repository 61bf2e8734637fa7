"""The games. Each is one row, and all other code reads that row."""

from showdown.evaluator.games.contest import Contest, Family, Game, Part
from showdown.evaluator.games.rows import GAMES, OMAHA_HILO, find_game

__all__ = ["GAMES", "OMAHA_HILO", "Contest", "Family", "Game", "Part", "find_game"]
