"""Write a report as CSV, and as a printable page in a single file."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.differences import Kind
from showdown.evaluator.games import find_game
from showdown.evaluator.rule_sets import find_rule_set
from showdown.notation.csv_cells import escape_formula, format_row
from showdown.words.differences import KIND_NAMES
from showdown.words.nights import AmountFormatter, sampled_text, skips_text
from showdown.words.ranks import card_text

COLUMNS = (
    "hand", "file", "line", "format", "table", "played", "game", "kind",
    "player", "paid", "due", "difference", "owed", "margin", "reason",
)  # fmt: skip


_LOG_COLUMNS = ("hand", "file", "table", "player", "reason")
"""Columns with texts of the log, which a spreadsheet could read as formulas."""


def read_entries(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the entries of a report: the hands that were paid incorrectly."""
    for line in lines:
        document = json.loads(line)
        if "hand" in document:
            yield document


def report_to_csv(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield a row for each player of each hand that was paid incorrectly.

    `owed` is the equity in all-ins, and `margin` its margin of error if it is sampled.
    """
    yield format_row(COLUMNS)
    for entry in read_entries(lines):
        for player in build_player_rows(entry):
            row = entry | player
            texts = {name: "" if row.get(name) is None else str(row[name]) for name in COLUMNS}
            texts |= {name: escape_formula(texts[name]) for name in _LOG_COLUMNS}
            yield format_row(texts.values())


def build_player_rows(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each player who was paid, due or owed chips, or one row without a player."""
    owed, margins = entry.get("owed", {}), entry.get("margin", {})
    names = list(dict.fromkeys((*entry["due"], *entry["paid"], *owed))) or [""]
    groups = ("paid", "due", "difference")
    return [
        {"player": name}
        | {group: entry[group].get(name, 0) for group in groups}
        | {"owed": owed.get(name), "margin": margins.get(name)}
        for name in names
    ]


_TEMPLATE_FOLDER = "showdown/audits/printed"
_REPORT_MARKER = "<!-- report -->"
"""Marker of the report's position in a page. Texts are escaped, so none can contain the marker."""


def report_to_html(lines: Iterable[bytes], page: str = "") -> Iterator[str]:
    """Yield the report hand by hand, within `page` or, by default, a page without assets."""
    lines = iter(lines)
    audit = json.loads(next(lines))["audit"]
    head = {
        "audit": audit,
        "when": _parse_time(audit["when"]),
        "rules": find_rule_set(audit["rules"]).name,
        "checked": skips_text(audit["checked"]),
        "skipped": skips_text(audit["skipped"]),
    }
    before, after = (page or render_to_string(f"{_TEMPLATE_FOLDER}/file.html", head)).split(
        _REPORT_MARKER
    )
    yield before
    yield render_to_string(f"{_TEMPLATE_FOLDER}/head.html", head)
    for line in lines:
        document = json.loads(line)
        if "totals" in document:
            totals = document["totals"]
            foot = {
                "totals": AmountFormatter.for_report(totals).format_amounts(totals),
                "sampled": sampled_text(totals.get("luck_sampled", 0)),
            }
            yield render_to_string(f"{_TEMPLATE_FOLDER}/foot.html", foot)
        else:
            yield render_to_string(f"{_TEMPLATE_FOLDER}/hand.html", entry_context(document))
    yield after


def entry_context(entry: dict[str, Any]) -> dict[str, Any]:
    players = build_player_rows(entry)
    return {
        "entry": entry,
        "cards": [(name, _format_cards(text)) for name, text in entry["hands"].items()],
        "boards": [_format_cards(text) for text in entry["boards"]],
        "kind": KIND_NAMES[Kind(entry["kind"])],
        "game": find_game(entry["game"]).name,
        "players": AmountFormatter.for_report(players).format_amounts(players),
        "played": _parse_time(entry["played"]),
    }


def _format_cards(text: str) -> str:
    """Return `Ah-Kd` as `A♥ K♦`."""
    return " ".join(map(card_text, parse_cards(text)))


def _parse_time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
