"""The game that the heading of a PokerNow hand names."""

import re
from functools import lru_cache
from typing import NamedTuple

from showdown.notation.logs.limits import Limit, limit_in

_DEAD_BUTTON = "(dead button)"
_HOLE = re.compile(r"\b([456])[ -][Cc]ard|[Cc]ards? \(?([456])|Omaha ([456])\b")
_OTHER_HOLDEM = re.compile(r"Pineapple|Irish|Greek")

HOLDEM = 2
LEAST_OF_OMAHA = 4
_OMAHA = {4: "omaha", 5: "five-card-omaha", 6: "six-card-omaha"}
DOUBLE = {
    "holdem": "double-board-holdem",
    "omaha": "double-board-omaha",
    "omaha-hilo": "double-board-omaha-hilo",
    "five-card-omaha": "double-board-five-card-omaha",
}


class Title(NamedTuple):
    """The game that the heading of a hand names; `hole` is 0 if it doesn't say."""

    is_unnamed: bool
    is_holdem: bool
    is_omaha: bool
    has_low: bool
    hole: int
    limit: Limit | None


@lru_cache(1 << 10)
def title_of(text: str) -> Title:
    number = _HOLE.search(text)
    return Title(
        is_unnamed=not text.replace(_DEAD_BUTTON, "").strip(" -"),
        is_holdem="Hold" in text and not _OTHER_HOLDEM.search(text),
        is_omaha="Omaha" in text,
        has_low="Lo" in text,
        hole=int(number[1] or number[2] or number[3]) if number else 0,
        limit=limit_in(text),
    )


def slug_of(title: Title, hole: int) -> str:
    """The game; empty if it is none of ours. PokerNow named none while it had Hold'em alone."""
    if title.is_holdem or (title.is_unnamed and hole in (0, HOLDEM)):
        return "holdem"
    slug = _OMAHA.get(hole or LEAST_OF_OMAHA, "") if title.is_omaha or title.is_unnamed else ""
    return f"{slug}-hilo" if slug and title.has_low else slug
