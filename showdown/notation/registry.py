"""Text formats by name, the format of each game's files, and the detection of formats."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from showdown.evaluator.games import GAMES, Game
from showdown.notation.badugi import Badugi
from showdown.notation.deal_format import BYTE_ORDER_MARK, DealFormat, Submission, decode_line
from showdown.notation.deal_line import DealLines, is_deal_line
from showdown.notation.holdem import Holdem

_DEAL_LINES = DealLines()
_FORMATS = (Holdem(), Badugi(), _DEAL_LINES)
"""The formats in order of preference; the last one supports every game."""

DEAL_FORMATS: dict[str, DealFormat] = {deal_format.name: deal_format for deal_format in _FORMATS}


def format_for_game(game: Game) -> DealFormat:
    """Return the format in which files of this game are written."""
    return next(deal_format for deal_format in _FORMATS if deal_format.can_write(game))


def games_for_format(deal_format: DealFormat) -> list[Game]:
    """Return the games that this format can write."""
    return [game for game in GAMES.values() if deal_format.can_write(game)]


def detect_format(text: bytes) -> DealFormat | None:
    """Return the first format in which the text begins with a valid deal, or None.

    The deal must be valid in the first game of the format.
    """
    for deal_format in _FORMATS:
        entry = next(deal_format.read(text, 1, games_for_format(deal_format)[0]), None)
        if entry and isinstance(entry.outcome, Submission):
            return deal_format
    return None


class Piece(NamedTuple):
    """The text of one deal, the number of its first line, and its format."""

    number: int
    text: bytes
    format: DealFormat


def split_deals(text: bytes, game: Game) -> Iterator[Piece]:
    """Yield the deals of a text, in the game's own format or as lines like `HandA:… Board:…`."""
    own_format = format_for_game(game)

    def format_of_line(numbered_line: tuple[int, bytes]) -> DealFormat:
        line = decode_line(numbered_line[1].removeprefix(BYTE_ORDER_MARK))
        return _DEAL_LINES if is_deal_line(line) or line.lstrip().startswith("=>") else own_format

    for deal_format, lines in groupby(enumerate(text.split(b"\n"), 1), format_of_line):
        first, *others = lines
        block = b"\n".join([first[1], *(line for _, line in others)])
        for number, piece in deal_format.split_entries(block, first[0]):
            yield Piece(number, piece, deal_format)
