"""Hands in the frame of PokerStars: a header, a table with its button, the lines, a summary."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from showdown.notation.logs.lines import timed
from showdown.notation.logs.log_format import origin_of, read_or_skipped, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, Unplayed
from showdown.notation.logs.stars_lines import end_of_summary, place_of_summary

_LONGEST_LINE = 400
"""The first lines are not longer: patterns would look for too much in them."""


class FramedHand(NamedTuple):
    """The lines of one hand, its header as the pattern of its format found it, if it did.

    The summary begins at `summary`, and ends with the lines; `button` is the number of a seat, or
    zero.
    """

    origin: Origin
    lines: Sequence[str]
    header: re.Match[str] | None
    summary: int
    button: int


class Frame(NamedTuple):
    """How a format, by its name, begins its hands.

    The first group of `beginning` is the id of a hand; those of `table` are its table and the seat
    of the button. `played` gives the time that the header says.
    """

    name: str
    beginning: re.Pattern[str]
    header: re.Pattern[str]
    table: re.Pattern[str]
    played: Callable[[re.Match[str]], datetime | None]
    read: Callable[[FramedHand], ReadHand]

    def begins(self, line: str, piece: Sequence[str] | None) -> bool:
        return self.beginning.match(line.lstrip()) is not None

    def hands(self, lines: Sequence[str], number: int) -> Iterator[ReadHand]:
        """The hand in these lines, which may be indented, and what follows it."""
        if lines[0][:1].isspace():
            lines = timed([line.strip() for line in lines])
        begun = self.beginning.match(lines[0])
        header = self.header.match(lines[0][:_LONGEST_LINE])
        table = self.table.match(lines[1][:_LONGEST_LINE]) if lines[1:] else None
        played = self.played(header) if header else None
        origin = origin_of(self.name, number, begun, table, played)
        summary = place_of_summary(lines)
        end = end_of_summary(lines, summary)
        button = int(table[2]) if table and table[2] else 0
        framed = FramedHand(origin, lines[:end], header, summary, button)
        yield read_or_skipped(lambda _: self._read(framed), origin)
        yield from strays(lines[end:], number + end, self.name)

    def _read(self, framed: FramedHand) -> ReadHand:
        if not framed.summary:
            raise Unplayed(Skip.CUT_OFF, "it has no summary")
        return self.read(framed)
