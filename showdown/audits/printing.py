"""A report as a page of its own to read and to print: one file that needs nothing else."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from showdown.audits.tables import players_of

_TEMPLATE = "showdown/audits/printed.html"


def as_html(lines: Iterable[bytes]) -> Iterator[str]:
    """The page, a hand at a time."""
    for line in lines:
        document = json.loads(line)
        if "audit" in document:
            yield render_to_string(f"{_TEMPLATE}#head", document)
        elif "totals" in document:
            yield render_to_string(f"{_TEMPLATE}#foot", document)
        else:
            yield render_to_string(f"{_TEMPLATE}#hand", shown(document))


def shown(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as templates lay it out."""
    played = entry["played"]
    return {
        "entry": entry,
        "players": players_of(entry),
        "played": datetime.fromisoformat(played) if played else None,
    }
