"""The log of a private game on PokerNow: a CSV of entries, newest first, put in their `order`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count

from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, read_or_skipped, unreadable
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, SkippedHand
from showdown.notation.logs.rooms.pokernow_hand import END, PokerNowHand, hole_in, title_in
from showdown.notation.logs.rooms.pokernow_rows import (
    HEADERS,
    Columns,
    Row,
    columns_in,
    columns_of,
    is_first_row,
    is_newest_first,
    is_open,
    row_in,
    rows_in,
)
from showdown.notation.logs.statements import EVERYTHING, Statement

_NAME = "pokernow"
MOST_MEMORY = 256 << 20
"""Bytes that the rows of a log may take: some 40,000 hands."""
_OF_A_ROW = 300
"""Bytes that a row takes beside the letters of its entry."""
_MOST_ROWS = 5_000
"""Of a hand. More than a hundred are rare."""
_FEW = 1 << 14
"""So few characters are read line by line where there is anything odd among them."""

_START = "-- starting hand #"

_HEADING = re.compile(r"-- starting hand #(\d+)(?: \(id: ([^()]*)\))?(.*)")


class _Table:
    """All entries of a file, sorted, and cut into hands."""

    def __init__(self, number: int) -> None:
        self._rows: list[Row] = []
        self._free = MOST_MEMORY
        self._first_dropped = 0
        self._strays: list[SkippedHand] = []
        self._last_stray = 0
        self._has_begun = False
        self._columns: Columns | None = None
        self._step = -1
        self._open: list[str] = []
        self._opened = 0

    def add(self, lines: str, number: int) -> None:
        """Lines of the file, the first of which has this number. All at once is faster."""
        lines = lines.removesuffix("\n")
        if not self._has_begun:
            self._begin(lines)
        header, _, rest = lines.partition("\n")
        if header in HEADERS:
            lines, number = rest, number + 1
        step = self._step
        rows = [] if self._columns else rows_in(lines, count(step * number, step))
        if rows:
            self._give_up()
            self._keep(rows)
            return
        half = lines.find("\n", len(lines) // 2) if len(lines) > _FEW else -1
        if half < 0:
            for place, line in enumerate(lines.split("\n"), number):
                self._add_line(line, place)
        else:  # what is odd is in one half, perhaps
            self.add(lines[:half], number)
            self.add(lines[half + 1 :], number + lines.count("\n", 0, half) + 1)

    def _keep(self, rows: list[Row]) -> None:
        """Keep the rows until all are read, as long as they fit into the bound of a log."""
        self._free -= len(rows) * _OF_A_ROW + sum([len(row[3]) for row in rows])
        if self._free >= 0:
            self._rows += rows
        elif not self._first_dropped:
            self._first_dropped = abs(rows[0][1])

    def _begin(self, lines: str) -> None:
        """Rows of one order are in that of their lines, from below where the newest are above."""
        self._has_begun = True
        self._columns = columns_of(lines)
        self._step = -1 if is_newest_first(lines) else 1

    def _add_line(self, line: str, number: int) -> None:
        if self._open and self._goes_on(line):
            return
        if self._add_row(line, number):
            return
        if is_open(line):
            self._open, self._opened = [line], number
        elif line and line not in HEADERS and not (self._columns and columns_in(line)):
            self._add_stray(number)

    def _add_row(self, record: str, number: int) -> bool:
        number *= self._step
        row = self._columns.row(record, number) if self._columns else row_in(record, number)
        if row:
            self._keep([row])
        return row is not None

    def _goes_on(self, line: str) -> bool:
        """Whether this line goes on with an entry of several lines, or ends it."""
        record = "\n".join([*self._open, line])
        if is_open(record) and not row_in(line, 1):
            self._open.append(line)
            return True
        if is_open(line) and self._add_row(record, self._opened):
            self._open = []
            return True
        self._give_up()
        return False

    def _give_up(self) -> None:
        """What began like an entry of several lines was none."""
        for place, _ in enumerate(self._open, self._opened):
            self._add_stray(place)
        self._open = []

    def _add_stray(self, number: int) -> None:
        """Of lines that follow each other, the first is named."""
        if number != self._last_stray + 1 and len(self._strays) < _MOST_ROWS:
            origin = Origin(format=_NAME, line=number)
            self._strays.append(unreadable(origin, "this isn't a row of entry, time and order"))
        self._last_stray = number

    def read(self) -> Iterator[ReadHand]:
        """Yield every hand, in the order in which they were played, then what was no row."""
        self._give_up()
        hand: list[Row] = []
        order = entry = ""
        self._rows.sort()
        holes = _usual_holes(self._rows)
        for row in self._rows:
            if row[0] == order and row[3] == entry:  # of two exports of one table
                continue
            order, _, _, entry = row
            if entry.startswith(_START):
                if hand:
                    yield _read(hand, holes)
                hand = [row]
            elif hand:
                if len(hand) <= _MOST_ROWS:
                    hand.append(row)
            elif entry.startswith(END):
                origin = Origin(format=_NAME, line=abs(row[1]))
                yield SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail="it doesn't begin")
        if hand:
            yield _read(hand, holes)
        yield from self._strays
        if self._first_dropped:
            origin = Origin(format=_NAME, line=self._first_dropped)
            yield unreadable(origin, f"a PokerNow log has at most {MOST_MEMORY >> 20} MB of rows")


def _usual_holes(rows: Sequence[Row]) -> dict[str, int]:
    """How many cards players mostly have, by the title of the game, as all hands of a log show."""
    counts: dict[str, Counter[int]] = {}
    title = ""
    for _, _, _, entry in rows:
        if entry.startswith(_START):
            title = title_in(entry)
        elif hole := hole_in(entry):
            counts.setdefault(title, Counter())[hole] += 1
    return {title: max(of_title, key=of_title.__getitem__) for title, of_title in counts.items()}


def _read(rows: Sequence[Row], holes: Mapping[str, int]) -> ReadHand:
    _, line, at, _ = rows[0]
    entries = [entry for _, _, _, entry in rows]
    heading = _HEADING.match(entries[0])
    number, name, games = heading.groups("") if heading else ("", "", "")
    origin = Origin(
        format=_NAME, line=abs(line), hand=(name or number)[:LONGEST_NAME], played=_played(at)
    )
    if len(rows) > _MOST_ROWS:
        return unreadable(origin, f"a hand has at most {_MOST_ROWS:,} entries")
    if not any(entry.startswith(END) for entry in reversed(entries)):
        return SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail="it doesn't end")
    hole = holes.get(title_in(entries[0]), 0)
    return read_or_skipped(lambda origin: PokerNowHand(entries, hole).read(origin, games), origin)


def _played(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """Where no hand has begun, other columns may be, or the heading may be missing."""
    if line in HEADERS:
        return True
    return piece is not None and not piece and bool(columns_in(line) or is_first_row(line))


POKERNOW = LogFormat(
    _NAME,
    HEADERS,
    _begins,
    collector=_Table,
    states=EVERYTHING - {Statement.POTS},
    may_lack=frozenset((Statement.EVERY_RETURN,)),
)
