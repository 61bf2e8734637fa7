"""A report as a table for spreadsheets, and as a page to print."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from showdown.notation.csv_cells import harmless, row_of

COLUMNS = (
    "hand", "file", "line", "format", "table", "played", "game", "kind",
    "player", "paid", "due", "difference", "owed", "margin", "reason",
)  # fmt: skip


def entries_of(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The hands of a report that were paid wrong."""
    for line in lines:
        document = json.loads(line)
        if "hand" in document:
            yield document


def as_csv(lines: Iterable[bytes]) -> Iterator[str]:
    """A row for each player of each hand that was paid wrong.

    `owed` is by equity, in all-ins, and `margin` how exact that is where it is sampled.
    """
    yield row_of(COLUMNS)
    for entry in entries_of(lines):
        for player in players_of(entry):
            yield row_of(_cell(entry | player, name) for name in COLUMNS)


def players_of(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Who was paid, due or owed something, each with all that and the difference."""
    owed, margins = entry.get("owed", {}), entry.get("margin", {})
    names = list(dict.fromkeys((*entry["due"], *entry["paid"], *owed))) or [""]
    groups = ("paid", "due", "difference")
    return [
        {"player": name}
        | {group: entry[group].get(name, 0) for group in groups}
        | {"owed": owed.get(name), "margin": margins.get(name)}
        for name in names
    ]


def _cell(row: dict[str, Any], name: str) -> str:
    text = "" if row.get(name) is None else str(row[name])
    return harmless(text) if name in ("hand", "file", "table", "player", "reason") else text
