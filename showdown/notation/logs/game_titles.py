"""Names of games as rooms write them."""

import re
from functools import lru_cache

from showdown.evaluator.games import GAMES, Game
from showdown.notation.logs.logged_hand import HandSkipped, Skip

_NOT_SEATS = r"(?![ -]?(?:max|handed))"
"""A lookahead: the digit in `Omaha 6-max` or `PLO 8 handed` is the number of seats."""
_OMAHA = "(?:Omaha|PLO)"
_FIVE = rf"(?:5[ -]?Card Omaha|{_OMAHA}[ -]?5{_NOT_SEATS}(?: Cards?)?|Courchevel)"
_SIX = rf"(?:6[ -]?Card Omaha|{_OMAHA}[ -]?6{_NOT_SEATS}(?: Cards?)?)"
_STUD = r"(?:(?:7[ -]?Card|Seven Card|7)? ?Stud|7CARD)"
_LOW = rf"[ _]?(?:Hi[/-]?Lo|H/L|HL|8{_NOT_SEATS})"
_TITLES = {
    "double-board-holdem": "Split Hold'em",
    "double-board-omaha": "Split Omaha",
    "short-deck": r"(?:Short ?Deck|6\+|Six Plus)(?: Hold'?em)?",
    "holdem": "(?:Texas )?Hold'?em|NLH",
    "five-card-omaha-hilo": rf"{_FIVE}{_LOW}|Omaha Hi-Lo-5|Big O",
    "six-card-omaha-hilo": rf"{_SIX}{_LOW}",
    "omaha-hilo": _OMAHA + _LOW,
    "five-card-omaha": rf"{_FIVE}(?: Hi)?",
    "six-card-omaha": rf"{_SIX}(?: Hi)?",
    "omaha": f"{_OMAHA}(?: Hi)?",
    "five-card-stud": "5 Card Stud",
    "stud-hilo-regular": f"{_STUD}{_LOW} Regular",
    "stud-hilo": _STUD + _LOW,
    "seven-card-stud": f"{_STUD}(?: Hi)?",
    "deuce-to-seven-razz": "2-7 Razz",
    "razzdugi": "Razzdugi",
    "razz": "Razz",
    "drawmaha-badugi": "Badugi Drawmaha",
    "badugi": "Badugi",
    "badacey": "Badacey",
    "badeucey": "Badeucey",
    "archie": "Archie",
    "deuce-to-seven": "2-7 (?:Triple|Single) Draw|(?:Triple|Single) Draw 2-7 Lowball|Lowball27",
    "ace-to-five": "A-5 (?:Triple|Single) Draw|(?:Triple|Single) Draw A-5 Lowball",
    "five-card-draw": "5 Card Draw",
    "drawmaha-deuce-to-seven": "2-7 Drawmaha",
    "drawmaha-ace-to-five": "A-5 Drawmaha",
    "drawmaha-49": "Drawmaha 49",
    "drawmaha": "Drawmaha(?: Hi)?",
}
"""Patterns of names by slug. If several patterns match, the first one takes precedence."""

TITLE = rf"(?i:{'|'.join(_TITLES.values())})"

_PATTERNS = [(re.compile(title, re.IGNORECASE), slug) for slug, title in _TITLES.items()]

OMAHA_SLUGS = {
    (kind, hole): f"{prefix}{kind}"
    for kind in ("omaha", "omaha-hilo")
    for hole, prefix in ((4, ""), (5, "five-card-"), (6, "six-card-"))
}
"""The slugs of Omaha by kind and number of hole cards."""


@lru_cache(1 << 10)
def find_slug_by_title(title: str) -> str:
    """Return the slug of the game with this name; empty if there is none."""
    return next((slug for pattern, slug in _PATTERNS if pattern.fullmatch(title)), "")


def find_game_by_title(title: str, quoted_text: str = "") -> Game:
    """Return the game with this name. If there is none, raise HandSkipped.

    The error quotes `quoted_text`, by default the title.
    """
    slug = find_slug_by_title(title)
    if not slug:
        raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{(quoted_text or title)[:60]}”")
    return GAMES[slug]
