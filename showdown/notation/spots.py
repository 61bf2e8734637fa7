"""Spots as people write them, including ranges."""

from collections.abc import Iterable, Mapping

from showdown.evaluator.games import Game
from showdown.evaluator.spots import Spot
from showdown.notation.ranges import read_range


def read_spot(
    game: Game, hands: Mapping[str, str] | Iterable[str], board: str = "", dead: str = ""
) -> Spot:
    """The spot as text; two boards have a slash between them.

    A hand is `AsKhQsJh`, `As Kh ? ?`, `*` or a range. Raises InvalidDeal with its field and, if
    possible, its position.
    """
    return Spot.parse(game, hands, board.split("/"), dead, read_range=read_range)
