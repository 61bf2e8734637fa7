"""Finds the name of a game in a text: `Razz:`, `double board bomb pot PLO`, `6+ holdem`, `O8`."""

import re
from functools import cache
from itertools import chain
from typing import NamedTuple

from showdown.evaluator.games import GAMES, Game

_LIMITS = (
    r"(?:(?:(?:no|pot|fixed|spread)[\s-]?limit|limit|nl|pl|fl|live|online|mixed)[\s-]+"
    r"|(?:nl|fl|pl)(?=hold))*"
)
"""Words before the name that say how it is bet, which no showdown asks for."""
_AFTER = (
    r"(?:\s+(?:poker|hand|hold\W?em|game|cash\s+game|tournament|(?:triple|single)[\s-]draw"
    r"|high(?![\s/-]?lo)))*"
)
_EIGHT = r"(?:eight|8)(?:[\s-]+or[\s-]+better)?"
_SPELLINGS = {
    "hold'em": r"hold\W?em",
    "omaha": "(?:omaha|plo)",
    "hi/lo": rf"hi(?:gh)?[\s/-]?low?(?:[\s-]+{_EIGHT})?",
    "eight-or-better": _EIGHT,
    "five-card": r"(?:five|5)[\s-]?card",
    "5-card": r"(?:five|5)[\s-]?card",
    "six-card": r"(?:six|6)[\s-]?card",
    "6-card": r"(?:six|6)[\s-]?card",
    "seven-card": r"(?:seven|7)[\s-]?card",
    "7-card": r"(?:seven|7)[\s-]?card",
    "double-board": r"double[\s-]?board(?:[\s-]+bomb[\s-]?pot)?",
    "2-7": r"(?:2\s?(?:-|–|to)\s?7|27)",
    "a-5": r"a\s?(?:-|–|to)\s?5",
    "8": "(?:8|eight)",
    "seven": "(?:seven|7)",
    "stud": r"(?:(?:seven|7)[\s-]?card[\s-]+)?stud",
    "plo8": "plo[ -]?8",
    "o8": "o[/ -]?8",
    "plo5": "plo[ -]?5",
    "plo6": "plo[ -]?6",
    "nlhe": "(?:[nfp]lhe?|lhe)",
}
"""How else the words of names are written."""
_WEAK = frozenset(
    ("texas", "draw", "stud", "stud 8", "49", "6+", "2-7", "a-5", "archie", "lowball", "bomb pot")
)
"""Names that are words, numbers or people's names too: they count only as a heading."""
_VERSUS = re.compile(r"(?<!\w)(?:vs?\.?|versus|against)(?!\w)", re.IGNORECASE)
_HEADED = re.compile(r"[ \t]*(?::|=|[\r\n]|-[ \t]|–|$)")
_GAME_WORD = re.compile(r"(?:^|(?<=[\s,;(|]))game\s*[:=]\s*", re.IGNORECASE)


class NamedGame(NamedTuple):
    """A game that a text names, and where: with the colon behind the name, if there is one."""

    game: Game
    start: int
    end: int


@cache
def _names(known: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, Game], frozenset[str]]:
    """A pattern that finds names, the game of each of its groups, and which of them are weak."""
    names = {
        name.lower(): GAMES[slug]
        for slug in known
        for name in (slug, GAMES[slug].name, *GAMES[slug].aliases)
    }
    longest_first = sorted(names, key=len, reverse=True)
    groups = {f"name{at}": name for at, name in enumerate(longest_first)}
    pattern = "|".join(f"(?P<{group}>{_spelling(name)})" for group, name in groups.items())
    games = {group: names[name] for group, name in groups.items()}
    weak = frozenset(group for group, name in groups.items() if name in _WEAK)
    return re.compile(rf"(?<![\w+'’-]){_LIMITS}(?:{pattern}){_AFTER}(?![\w+])", re.I), games, weak


def _spelling(name: str) -> str:
    """A pattern for the name, whose words may be joined by spaces or hyphens."""
    parts = name.replace("eight or better", "eight-or-better").split()
    words = [_SPELLINGS[word] if word in _SPELLINGS else _joined(word) for word in parts]
    return r"[\s-]+".join(words)


def _joined(word: str) -> str:
    return r"[\s-]?".join(_SPELLINGS.get(part) or re.escape(part) for part in word.split("-"))


def game_named(text: str, end: int) -> NamedGame | None:
    """The game that the text names before this place, where the cards begin; None if it doesn't.

    After `Game:` a name counts wherever it stands.
    """
    said = _GAME_WORD.search(text)
    if said and (named := _first(text, said.end(), len(text), is_said=True)):
        return named._replace(start=said.start()) if named.start == said.end() else None
    return _first(text, 0, end, is_said=False)


def _first(text: str, start: int, end: int, *, is_said: bool) -> NamedGame | None:
    pattern, games, weak = _names(tuple(GAMES))
    for match in pattern.finditer(text, start):
        if match.start() >= end:
            return None
        group = next(name for name in chain(games) if match[name] is not None)
        if is_said or group not in weak or _is_heading(text, match):
            return _with_colon(text, NamedGame(games[group], *match.span()))
    return None


def _is_heading(text: str, match: re.Match[str]) -> bool:
    """Whether the name has a line to itself, or opens a text of hands that have no names."""
    line_start = max(text.rfind("\n", 0, match.start()), text.rfind("\r", 0, match.start())) + 1
    if text[line_start : match.start()].strip():
        return False
    after = _HEADED.match(text, match.end())
    if after is None:
        return False
    is_alone = after[0].strip() == ""
    return is_alone or (not text[:line_start].strip() and bool(_VERSUS.search(text, match.end())))


def _with_colon(text: str, named: NamedGame) -> NamedGame:
    colon = re.compile(r"\s*[:=,–-]?").match(text, named.end)
    return named._replace(end=colon.end() if colon else named.end)
