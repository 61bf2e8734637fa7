"""The rows of a PokerNow log: entry, time, and order."""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

type Row = tuple[str, int, str, str]
"""A row: its order, the number of its line, its time, and its entry.

Rows are sorted by the text of the order: milliseconds, then a counter, with or without zeros.
"""

HEADERS = ("entry,at,order", '"entry","at","order"')

_LONGEST_ENTRY = 4_000
_LONGEST_TIME = 40
_LONGEST_ORDER = 20
_LONGEST_HEADER = 200
_MOST_COLUMNS = 12
_FIRST_ROWS = 20
_LATER = 10**13
"""An offset larger than any line number, so that its sum with a negative one is positive."""
_ROW = re.compile(
    rf'^(?:"(.{{0,{_LONGEST_ENTRY}}})"|([^",].{{0,{_LONGEST_ENTRY}}}))'
    rf',(?:"([^"\t\n]{{0,{_LONGEST_TIME}}})"|([^,"\t\n]{{0,{_LONGEST_TIME}}}))'
    rf',"?([0-9]{{1,{_LONGEST_ORDER}}})"?$',
    re.DOTALL,
)
"""An entry, quoted or not, its time, and its order."""
_MARK = re.compile(r"-- (starting|ending) hand #(\d{1,9})\b")
_FIRST_ENTRY = re.compile(
    r'-- (?:start|end)ing hand #\d|(?:The (?:player|admin) )?"[^"]* @ [\w-]+" '
)


class Columns(NamedTuple):
    """The columns and the separator of a log that a spreadsheet has changed.

    Without an order, or if a spreadsheet has rounded it, rows are in the order of their lines.
    """

    separator: str
    entry: int
    at: int
    order: int | None

    def row(self, record: str, number: int) -> Row | None:
        """Parse these lines as one row; return None if they aren't one.

        The number of the line is negative if the newest row comes first.
        """
        cells = () if is_open(record) else _cells(record, self.separator)
        if len(cells) <= max(self.entry, self.at, self.order or 0):
            return None
        entry, at = _in_one_line(cells[self.entry]), _in_one_line(cells[self.at])
        if not entry or len(at) > _LONGEST_TIME or "\t" in at:
            return None
        if self.order is None:
            return f"{_LATER + number:014}", number, at, entry
        order = cells[self.order].strip()
        return (order, number, at, entry) if _is_order(order) else None


def columns_of(lines: str) -> Columns | None:
    """Return the columns of a log that begins with these lines; None for the usual ones."""
    header, _, rest = lines.partition("\n")
    columns = columns_in(header)
    if columns and columns.order is not None and _is_rounded(rest, columns, columns.order):
        return columns._replace(order=None)
    return None if header in HEADERS else columns


def _is_rounded(rows: str, columns: Columns, order: int) -> bool:
    """Return whether the order of the first row isn't a whole number."""
    for row in rows.split("\n", _FIRST_ROWS)[:_FIRST_ROWS]:
        cells = _cells(row, columns.separator)
        if len(cells) > order and not is_open(row):
            return not _is_order(cells[order].strip())
    return False


def columns_in(header: str) -> Columns | None:
    """Return the columns if this is the heading of a log, such as `at;entry;order`."""
    if len(header) > _LONGEST_HEADER:
        return None
    for separator in ",;\t":
        names = [cell.strip().lower() for cell in _cells(header, separator)]
        if len(names) <= _MOST_COLUMNS and "entry" in names and "at" in names:
            order = names.index("order") if "order" in names else None
            entry, at = names.index("entry"), names.index("at")
            return Columns(separator, entry, at, order)
    return None


def is_newest_first(lines: str) -> bool:
    """Return whether the hands that were played last come first."""
    marks = _MARK.finditer(lines)
    first, second = next(marks, None), next(marks, None)
    if first and second:
        return _moment(first) > _moment(second)
    if first:
        is_above = 2 * first.start() < len(lines)
        return is_above == (first[1] == "ending")
    return True


def _moment(mark: re.Match[str]) -> tuple[int, bool]:
    return int(mark[2]), mark[1] == "ending"


def is_first_row(line: str) -> bool:
    """Return whether a log whose heading is missing begins with this row."""
    row = row_in(line, 1)
    return row is not None and _FIRST_ENTRY.match(row[3]) is not None


def is_open(text: str) -> bool:
    """Return whether this text ends inside an entry of several lines."""
    return text.count('"') % 2 == 1 and len(text) <= _LONGEST_ENTRY


def row_in(record: str, number: int) -> Row | None:
    """Parse these lines as one row as PokerNow writes it; return None if they aren't one."""
    row = _ROW.match(record)
    if not row:
        return None
    quoted, bare, at, bare_at, order = row.groups("")
    return order, number, at or bare_at, _in_one_line(quoted.replace('""', '"') or bare)


def rows_in(lines: str, numbers: Iterable[int]) -> list[Row]:
    """Parse lines quickly if all are plain rows; otherwise return an empty list.

    All times of plain rows have the same length, and so do all orders, so both are sliced at once.
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
    return [] if "" in entries else list(zip(orders, numbers, times, entries, strict=False))


def _ends_of(rows: list[str]) -> tuple[list[str], list[str]]:
    """Return the times and the orders of all rows; empty lists if a row is irregular."""
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


def _cells(record: str, separator: str) -> Sequence[str]:
    if len(record) > _LONGEST_ENTRY:
        return ()
    try:
        return next(csv.reader([record], delimiter=separator, skipinitialspace=True), ())
    except csv.Error:
        return ()


def _is_order(text: str) -> bool:
    return len(text) <= _LONGEST_ORDER and text.isascii() and text.isdigit()


def _in_one_line(text: str) -> str:
    return text.replace("\n", " ").strip() if "\n" in text else text
