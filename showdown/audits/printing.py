"""A report as a page of its own to read and to print: one file that needs nothing else."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from showdown.audits.tables import players_of
from showdown.evaluator.games import find_game
from showdown.evaluator.rule_sets import find_rule_set
from showdown.evaluator.verdicts import Kind
from showdown.words.nights import sampled_text
from showdown.words.verdicts import KIND_NAMES

_TEMPLATES = "showdown/audits/printed"


def as_html(lines: Iterable[bytes]) -> Iterator[str]:
    """The page, a hand at a time."""
    for line in lines:
        document = json.loads(line)
        if "audit" in document:
            yield render_to_string(f"{_TEMPLATES}/head.html", _head(document["audit"]))
        elif "totals" in document:
            yield render_to_string(f"{_TEMPLATES}/foot.html", _foot(document))
        else:
            yield render_to_string(f"{_TEMPLATES}/hand.html", shown(document))


def _head(audit: dict[str, Any]) -> dict[str, Any]:
    return {
        "audit": audit,
        "when": _moment(audit["when"]),
        "rules": find_rule_set(audit["rules"]).name,
    }


def _foot(document: dict[str, Any]) -> dict[str, Any]:
    return document | {"sampled": sampled_text(document["totals"].get("luck_sampled", 0))}


def shown(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as templates lay it out."""
    return {
        "entry": entry,
        "kind": KIND_NAMES[Kind(entry["kind"])],
        "game": find_game(entry["game"]).name,
        "players": players_of(entry),
        "played": _moment(entry["played"]),
    }


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
