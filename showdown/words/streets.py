"""What the streets of a game are called."""

from showdown.evaluator.games import Family, Game

_BOARD = ("Deal", "Flop", "Turn", "River")
_STUD = ("Third street", "Fourth street", "Fifth street", "Sixth street", "Seventh street")


def street_names(game: Game, streets: int) -> tuple[str, ...]:
    """The names of so many streets, from the first on; the last is always the last card."""
    names = _STUD if game.family is Family.STUD else _BOARD
    return names[:streets]
