"""Rows of the history's CSV: what was settled is one column of them."""

import csv

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.notation.deal_line import is_deal_line, read_line
from showdown.notation.pasted.result import Pasted, pasted_submission
from showdown.words.errors import add_messages

_OF_BATCH_TABLE = {"line", "players", "hand_a"}
_MOST_LINES = 3


class RowOfBatch(InvalidDeal):
    """A row of a batch's table, which doesn't name its game or the pots."""


add_messages(
    {
        "RowOfBatch": "a row of a batch's table isn't a whole deal; paste the line of the batch's"
        " answers instead"
    }
)


def owns(text: str, game: Game) -> bool:
    """Whether it has the columns of a batch's table, or a game, an origin and a deal in a row."""
    rows = _rows(text)
    return bool(rows) and (_OF_BATCH_TABLE.issubset(rows[0]) or any(map(_places, rows)))


def read(text: str, game: Game, number: int) -> Pasted:
    """What was settled. Raises InvalidDeal, also for a row of a batch's table."""
    for row in _rows(text):
        for name, line in _places(row):
            return pasted_submission(read_line(line, GAMES[name]))
    raise RowOfBatch


def _rows(text: str) -> list[list[str]]:
    return [row for row in csv.reader(text.splitlines()[:_MOST_LINES]) if row]


def _places(row: list[str]) -> list[tuple[str, str]]:
    """Each game with what stands two cells behind it, if that is a deal."""
    return [
        (name, line)
        for name, _, line in zip(row, row[1:], row[2:], strict=False)
        if name in GAMES and is_deal_line(line)
    ]
