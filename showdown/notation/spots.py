"""Spots as people write them, ranges among the hands."""

from collections.abc import Iterable, Mapping

from showdown.evaluator.games import Game
from showdown.evaluator.spots import Spot
from showdown.notation.ranges import read_range


def read_spot(
    game: Game, hands: Mapping[str, str] | Iterable[str], board: str = "", dead: str = ""
) -> Spot:
    """The spot, its boards (if the game has two) with a slash between them.

    A hand is `AsKhQsJh`, `As Kh ? ?`, `*` or a range. Raises InvalidDeal, which knows its field
    and where it can its place.
    """
    return Spot.parse(game, hands, board.split("/"), dead, read_range=read_range)
