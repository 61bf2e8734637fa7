"""Format rows of CSV, and escape cells that a spreadsheet would interpret as formulas."""

import csv
import io
from collections.abc import Iterable

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def escape_formula(cell: str) -> str:
    """Return the cell, with an apostrophe before it if it could be a formula."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def format_row(cells: Iterable[object]) -> str:
    """Return the cells as a line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
