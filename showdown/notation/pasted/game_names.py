"""Find the name of a game in a text: `Razz:`, `double board bomb pot PLO`, `O8`."""

import re
from functools import cache
from typing import NamedTuple

from showdown.evaluator.games import GAMES, Game
from showdown.notation.pasted.word_patterns import VERSUS_PATTERN

_LIMITS = (
    r"(?:(?:(?:no|pot|fixed|spread)[\s-]?limit|limit|nl|pl|fl|live|online|mixed)[\s-]+"
    r"|(?:nl|fl|pl)(?=hold)){0,3}"
)
"""A pattern for words about the betting before a name, which don't affect a showdown."""
_WORDS_AFTER_NAME = (
    r"(?:\s+(?:poker|hand|hold\W?em|game|cash\s+game|tournament|(?:triple|single)[\s-]draw"
    r"|high(?![\s/-]?lo))){0,3}"
)
_EIGHT = r"(?:eight|8)(?:[\s-]+(?:or[\s-]+better|qualifier))?"
_SPELLINGS = {
    "hold'em": r"hold\W?em",
    "omaha": "(?:omaha|plo)",
    "hi/lo": rf"hi(?:gh)?[\s/-]?low?(?:[\s-]+{_EIGHT}|,\s*(?=\S+[\s-]+[oq]){_EIGHT})?",
    "eight-or-better": _EIGHT,
    **dict.fromkeys(("five-card", "5-card"), r"(?:five|5)[\s-]?card"),
    **dict.fromkeys(("six-card", "6-card"), r"(?:six|6)[\s-]?card"),
    **dict.fromkeys(("seven-card", "7-card"), r"(?:seven|7)[\s-]?card"),
    "double-board": r"double[\s-]?board(?:[\s-]+bomb[\s-]?pot)?",
    "2-7": r"(?:2\s?(?:-|–|to)\s?7|27)",
    "a-5": r"a\s?(?:-|–|to)\s?5",
    "8": "(?:8|eight)",
    "seven": "(?:seven|7)",
    "no-qualifier": r"(?:,?(?:\s*\()?(?:no|without\s+an?)[\s-]+(?:low\s+)?qualifier\)?)",
    "stud": r"(?:(?:seven|7)[\s-]?card[\s-]+)?stud",
    "6+": r"6\s?(?:\+|plus)",
    "plo8": "plo[ -]?8",
    "o8": "o[/ -]?8",
    "plo5": "plo[ -]?5",
    "plo6": "plo[ -]?6",
    "nlhe": "(?:[nfp]lhe?|lhe)",
}
_AMBIGUOUS_NAMES = frozenset(
    ("texas", "draw", "stud", "stud 8", "49", "6+", "2-7", "a-5", "archie", "lowball", "bomb pot")
)
"""Names with other meanings, which count only as headings or after `Game:`."""
_OPTIONALLY_SEPARATED = ("eight-or-better", "no-qualifier")
_MORE_NAMES = {
    "a-5 lowball": "ace-to-five",
    "2-7 lowball": "deuce-to-seven",
    "kansas city lowball": "deuce-to-seven",
}
_VERSUS = re.compile(rf"(?<!\w){VERSUS_PATTERN}(?!\w)", re.IGNORECASE)
_QUOTED_NAME = r"(?<=\")[^\"\n]{1,40}\"\s*:"
"""A pattern for a player's name in quotation marks, which may contain the name of a game."""
_COLON = re.compile(r"\s*[:=,–-]?")
_END_OF_HEADING = re.compile(r"[ \t]*(?::|=|[\r\n]|-[ \t]|–|$)")
_GAME_HEADING = re.compile(r"(?:^|(?<=[\s,;(|]))game\s*[:=]\s*", re.IGNORECASE)


class NamedGame(NamedTuple):
    """A game that a text names, and the start and end of the name with the colon after it."""

    game: Game
    start: int
    end: int


@cache
def _compile_names(
    slugs: tuple[str, ...],
) -> tuple[re.Pattern[str], list[tuple[str, re.Pattern[str], Game]]]:
    """Return a pattern for any name of these games, and each name with its pattern and game."""
    games = {
        name.lower(): GAMES[slug]
        for slug in slugs
        for name in (slug, GAMES[slug].name, *GAMES[slug].aliases)
    } | {name: GAMES[slug] for name, slug in _MORE_NAMES.items() if slug in slugs}
    spellings = {name: _build_spelling_pattern(name) for name in games}
    names = [(name, _compile_pattern(spellings[name]), game) for name, game in games.items()]
    return _compile_pattern("|".join(spellings.values())), names


def _compile_pattern(spelling: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w+'’-])(?!{_QUOTED_NAME}){_LIMITS}(?:{spelling}){_WORDS_AFTER_NAME}(?![\w+])",
        re.IGNORECASE,
    )


def _build_spelling_pattern(name: str) -> str:
    """Return a pattern for the name, with spaces or hyphens between its words."""
    name = name.replace("eight or better", "eight-or-better")
    parts = name.replace("without a qualifier", "no-qualifier").replace("no q", "no-q").split()
    words = [
        _SPELLINGS.get(word)
        or r"[\s-]?".join(_SPELLINGS.get(part) or re.escape(part) for part in word.split("-"))
        for word in parts
    ]
    separators = [
        "" if not index else r"[\s/-]*" if part in _OPTIONALLY_SEPARATED else r"[\s/,-]+"
        for index, part in enumerate(parts)
    ]
    return "".join(separator + word for separator, word in zip(separators, words, strict=True))


def find_game_name(text: str) -> NamedGame | None:
    """Return the game after `Game:`, or otherwise the first game that the text names.

    Return None if there is none, or if other words are between `Game:` and the name.
    """
    heading = _GAME_HEADING.search(text)
    if heading and (named_game := _find_first_name(text, heading.end(), is_after_game=True)):
        is_adjacent = named_game.start == heading.end()
        return named_game._replace(start=heading.start()) if is_adjacent else None
    return _find_first_name(text, 0, is_after_game=False)


def _find_first_name(text: str, start: int, *, is_after_game: bool) -> NamedGame | None:
    any_name, names = _compile_names(tuple(GAMES))
    for name_match in any_name.finditer(text, start):
        matches = [
            (match.end(), name not in _AMBIGUOUS_NAMES, game)
            for name, pattern, game in names
            if (match := pattern.match(text, name_match.start()))
        ]
        end, is_strong, game = max(matches, key=lambda match: match[:2])
        if is_after_game or is_strong or _is_heading(text, name_match.start(), end):
            colon = _COLON.match(text, end)
            return NamedGame(game, name_match.start(), colon.end() if colon else end)
    return None


def _is_heading(text: str, start: int, end: int) -> bool:
    """Return whether the name is alone on its line, or begins a text that compares hands."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    after = _END_OF_HEADING.match(text, end)
    if after is None or text[line_start:start].strip():
        return False
    is_alone = after[0].strip() == ""
    return is_alone or (not text[:line_start].strip() and bool(_VERSUS.search(text, end)))
