"""Parse a search for deals: a game, a winning hand, a date, a name, a note."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from django.db.models import Q

from showdown.evaluator.games import GAMES, Game
from showdown.models.filters import CATEGORIES
from showdown.models.ids import first_uuid7_at
from showdown.models.queries import in_category, is_played_by
from showdown.words.games import names_of, words_of

MOST_CHARACTERS = 100
_MOST_WORDS = 6
"""Number of words in the longest name of a game or a hand."""
_DATE = re.compile(r"20\d\d-\d\d?-\d\d?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Understood:
    """A parsed part of the search: its label, its value and its database filter."""

    about: str
    value: str
    condition: Q


def understand(text: str) -> list[Understood]:
    """Parse a search from left to right. Remaining words match names and notes."""
    words, unread, understood = text[:MOST_CHARACTERS].split(), [], []
    while words:
        taken, part = _longest(words)
        if part:
            understood.append(part)
        else:
            unread.append(words[0])
        words = words[taken:]
    return [*understood, *_named(" ".join(unread))]


def _longest(words: list[str]) -> tuple[int, Understood | None]:
    """Return the number of first words that form a term, and its meaning."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        text = " ".join(words[:count])
        if part := _game(text) or _category(text) or _date(text):
            return count, part
    return 1, None


def _game(text: str) -> Understood | None:
    games = _games_by_name().get(" ".join(words_of(text)))
    if not games:
        return None
    names = " or ".join(game.name for game in games)
    return Understood("Game", names, Q(game__in=games))


@cache
def _games_by_name() -> dict[str, list[Game]]:
    by_name: dict[str, list[Game]] = {}
    for game in GAMES.values():
        for name in names_of(game)[:-1]:
            by_name.setdefault(name, []).append(game)
    return by_name


def _category(text: str) -> Understood | None:
    category = _categories().get(text.lower())
    return Understood("Won with", category, in_category(category)) if category else None


@cache
def _categories() -> dict[str, str]:
    return {category.lower(): category for category in CATEGORIES}


def _date(text: str) -> Understood | None:
    if not _DATE.fullmatch(text):
        return None
    year, month, day_of_month = map(int, text.split("-"))
    try:
        day = datetime(year, month, day_of_month, tzinfo=UTC)
    except ValueError:
        return None
    until = first_uuid7_at(day + timedelta(days=1))
    return Understood("Day", f"{day:%Y-%m-%d}", Q(id__gte=first_uuid7_at(day), id__lt=until))


def _named(text: str) -> Iterator[Understood]:
    if not text or "\0" in text:
        return
    yield Understood("Name or note", text, is_played_by(text) | Q(note__icontains=text))
