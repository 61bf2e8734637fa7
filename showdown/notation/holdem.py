"""The Hold'em contract: instances of several lines, answered by the numbers of the winners.

An instance is a line with the number of players, a line with the board, and a line for each player.
A number on a line of its own is never cards, so it always begins an instance, whatever came before:
there reading resumes after an instance that is cut short, or lines that belong to none.
"""

import re
from collections.abc import Iterator, Sequence

from showdown.evaluator.deals import BOARD, Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.notation.contract import (
    Award,
    Complaint,
    Entry,
    TextFormat,
    bytes_of,
    complaint_of,
    end_of_lines,
    lines_of,
    text_of,
)
from showdown.notation.deal_json import Submission

type Lines = list[tuple[int, bytes]]

_COUNT = re.compile(rb"\s*([0-9]+)\s*")
_COUNT_LINE = re.compile(rb"(?<=[\r\n])[^\S\r\n]*+[0-9]++[^\S\r\n]*+(?=[\r\n])")
"""The same within a file, after another line."""
_WINDOW = 1 << 12
_WINDOW_GROWTH = 8
"""The last such line is looked for in windows that grow, so that as a rule little is read."""
_DIGITS = 9
"""A longer number is no number of players either, and is not worth being computed."""
_LABELS = tuple(f"Player-{number}" for number in GAMES["holdem"].players)
_LONGEST_WITHOUT_COUNT = 16 << 20
"""Lines that belong to no instance are passed over together, up to so many bytes of a file."""


class Holdem(TextFormat):
    """`2`, `3s 4s 5s As Ad`, `6h 7h`, `7d 6c` make an instance; its record is `1 2`."""

    name = "holdem"
    x_is_ten = True

    def read(self, data: bytes, first_line: int, game: Game) -> Iterator[Entry]:
        lines = list(lines_of(data, first_line))
        start = 0
        while start < len(lines):
            end = _end_of_instance(lines, start, game)
            number, text = lines[start]
            yield Entry(number, text, _outcome(lines[start:end], game))
            start = end

    def record(self, entry: Entry, deal: Submission, awards: Sequence[Award]) -> bytes:
        labels = deal.deal.labels
        winners = [str(labels.index(label) + 1) for label in awards[0].winners]
        return f"{' '.join(winners)}\n".encode()

    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        return bytes_of(f"Error: {complaint}\n")

    def end_of_deals(self, data: bytearray, searched: int, length: int) -> int:
        """Before the last line that is a number: an instance begins there."""
        first, end = end_of_lines(data, 0, searched), end_of_lines(data, searched, length)
        start, window = end, _WINDOW
        while start > first:
            start = max(first, end - window)
            if counts := [count.start() for count in _COUNT_LINE.finditer(data, start, end)]:
                return counts[-1]
            window *= _WINDOW_GROWTH
        return end_of_lines(data, 0, length) if length > _LONGEST_WITHOUT_COUNT else 0


def _count(line: bytes) -> int | None:
    """The number that is alone on the line."""
    digits = _COUNT.fullmatch(line)
    return int(digits[1][:_DIGITS]) if digits else None


def _end_of_instance(lines: Lines, start: int, game: Game) -> int:
    """After the last line of the instance, or of what is passed over, that begins at `start`."""
    count = _count(lines[start][1])
    longest = len(lines) if count is None or count not in game.players else start + count + 2
    most = min(longest, len(lines))
    following = range(start + 1, most)
    return next((end for end in following if _count(lines[end][1]) is not None), most)


def _outcome(lines: Lines, game: Game) -> Submission | Complaint:
    number, head = lines[0]
    count = _count(head)
    if count is None or count not in game.players:
        least, most = game.players[0], game.players[-1]
        shown = text_of(head.strip())[:20]
        message = f"{shown!r} is no number of players ({least} to {most})"
        return Complaint(number, 0, message + _passed_over(lines))
    if len(lines) < count + 2:
        follow = f"{count} players, but {_lines(len(lines) - 1)} of cards, not {count + 1}"
        return Complaint(number, 0, follow + _passed_over(lines))
    board, *hands = (text_of(line) for _, line in lines[1:])
    try:
        deal = Deal.parse(game, dict(zip(_LABELS, hands, strict=False)), board, x_is_ten=True)
    except InvalidDeal as error:
        return complaint_of(error, _line_of(error, lines))
    return Submission(deal, None)


def _line_of(error: InvalidDeal, lines: Lines) -> int:
    """The number of the line that the error is about."""
    field_of_line = (BOARD, *_LABELS)
    place = field_of_line.index(error.field) + 1 if error.field in field_of_line else 0
    return lines[place][0]


def _passed_over(lines: Lines) -> str:
    """How far nothing could be made of what follows."""
    first, last = lines[0][0], lines[-1][0]
    return f"; lines {first} to {last} are passed over" if last > first else ""


def _lines(count: int) -> str:
    return f"{count or 'no'} line{'s' if count != 1 else ''}"
