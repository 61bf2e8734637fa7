"""Parse spots as people write them, including ranges."""

from collections.abc import Iterable, Mapping

from showdown.evaluator.games import Game
from showdown.evaluator.spots import Range, Spot


def read_spot(
    game: Game, hands: Mapping[str, str] | Iterable[str], board: str = "", dead: str = ""
) -> Spot:
    """Parse a spot. A slash separates two boards.

    A hand is `AsKhQsJh`, `As Kh ? ?`, `*` or a range. Raise InvalidDeal, with the field and, if
    possible, the position of the error.
    """
    return Spot.parse(game, hands, board.split("/"), dead, read_range=parse_range)


def parse_range(text: str, game: Game) -> Range:
    """Parse a range. Raise InvalidDeal if it is invalid.

    The parser is imported on first use, because importing it takes a tenth of a command's time.
    """
    from showdown.notation import ranges  # noqa: PLC0415

    return ranges.read_range(text, game)
