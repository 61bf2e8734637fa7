"""Rows of fields that repeat: `?player=Anna&chips=5000&player=Boris&chips=3000`."""

from collections.abc import Sequence
from itertools import islice, zip_longest

from django.http import QueryDict

MAX_CELL = 200
"""Characters of a cell; the rest is cut."""


def rows_of(query: QueryDict, fields: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """Return the rows in which anything was typed, at most `most`; one cell for each field."""
    columns = [query.getlist(field) for field in fields]
    rows = zip_longest(*columns, fillvalue="")
    typed = (tuple(cell[:MAX_CELL].strip() for cell in row) for row in rows)
    return list(islice(filter(any, typed), most))


def with_spare(rows: Sequence[tuple[str, ...]], fields: int, least: int) -> list[tuple[str, ...]]:
    """Return the rows and empty ones to type in: one more than there are, and at least `least`."""
    spare = max(1, least - len(rows))
    return [*rows, *[("",) * fields] * spare]
