"""The rows of a PokerNow log: the entry, when it was written, and its order."""

import re
from itertools import count

from showdown.notation.logs.sorted_rows import Row

_LONGEST_ENTRY = 4_000
_LONGEST_TIME = 40
_LONGEST_ORDER = 20
_ROW = re.compile(
    rf'^(?:"(.{{0,{_LONGEST_ENTRY}}})"|([^",].{{0,{_LONGEST_ENTRY}}}))'
    rf',"?([^,"\t]{{0,{_LONGEST_TIME}}})"?,"?([0-9]{{1,{_LONGEST_ORDER}}})"?$'
)
"""What happened, in quotation marks or without; when; and the order."""


def row_in(line: str, number: int) -> Row | None:
    """The row that is this line of the log; None if it is no row."""
    row = _ROW.match(line)
    if not row:
        return None
    quoted, bare, at, order = row.groups("")
    return order, number, at, quoted.replace('""', '"') or bare


def rows_in(lines: str, number: int) -> list[Row]:
    """The rows, if all these lines are rows without anything odd. That is quick to see.

    Times are then as long as each other, and orders too, so that all lines end in as many signs.
    """
    rows = lines.split("\n")
    times, orders = _ends_of(rows)
    if not orders or max(map(len, rows)) > _LONGEST_ENTRY:
        return []
    comma = -len(times[0]) - len(orders[0]) - 2
    last = comma - 1
    entries = [
        row[1:last].replace('""', '"')
        if row[0] == '"' == row[last]
        else row[:comma]
        if row[0] not in '",'
        else ""
        for row in rows
    ]
    return [] if "" in entries else list(zip(orders, count(number), times, entries, strict=False))


def _ends_of(rows: list[str]) -> tuple[list[str], list[str]]:
    """The times and the orders, cut from all rows at once; none if not all rows end alike."""
    _, *first = rows[0].rsplit(",", 2)
    if len(first) < 2:
        return [], []
    time, order = map(len, first)
    if time > _LONGEST_TIME or order > _LONGEST_ORDER:
        return [], []
    size = time + order + 2
    ends = "".join([row[-size:] for row in rows])
    commas = "," * len(rows)
    _, *columns = ends.split(",")
    times, orders = columns[::2], columns[1::2]
    is_plain = (
        len(ends) == size * len(rows)
        and len(columns) == 2 * len(rows)
        and ends[::size] == ends[time + 1 :: size] == commas
        and not ('"' in ends or "\t" in ends)
        and "".join(orders).encode().isdigit()
    )
    return (times, orders) if is_plain else ([], [])
