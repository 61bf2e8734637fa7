"""What the streets of a game are called."""

from collections.abc import Sequence

from showdown.evaluator.games import Family, Game

_COMPLETE = 5
_BOARD = ("Deal", "Flop", "Turn", "River")
_STUD = ("Third street", "Fourth street", "Fifth street", "Sixth street", "Seventh street")


def next_street(game: Game, coming: Sequence[int]) -> str:
    """What the next card is called: `turn card` where two are to come to a board of five."""
    if game.family is not Family.BOARD or not coming or max(game.boards) != _COMPLETE:
        return "next card"
    return {1: "river card", 2: "turn card"}.get(max(coming), "next card")


def street_names(game: Game, streets: int) -> tuple[str, ...]:
    """The names of so many streets, from the first on; the last is always the last card."""
    names = _STUD if game.family is Family.STUD else _BOARD
    return names[:streets]
