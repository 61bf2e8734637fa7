"""Cells of CSV that a spreadsheet doesn't read as formulas."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def harmless(cell: str) -> str:
    """The cell, behind an apostrophe if it could be a formula."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell
