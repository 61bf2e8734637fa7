"""The game picker: games by family, a search, and recently played games."""

import json
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from showdown.evaluator.games import GAMES, Game
from showdown.words.games import FAMILIES, GAMES_BY_POPULARITY, SPELLINGS

_PLAYED_COOKIE = "played"
_MAX_PLAYED = 4
_YEAR_IN_SECONDS = 365 * 24 * 3600

GAME_SPELLINGS_JSON = json.dumps(SPELLINGS)
"""Spellings that the search of the game picker treats as equal."""


def recent_games(request: HttpRequest) -> tuple[Game, ...]:
    """Return the games played recently in this browser, the latest first."""
    slugs = request.COOKIES.get(_PLAYED_COOKIE, "").split(".")[:_MAX_PLAYED]
    return tuple(GAMES[slug] for slug in dict.fromkeys(slugs) if slug in GAMES)


def remember_game(response: HttpResponse, request: HttpRequest, slug: str) -> None:
    recent = [game.slug for game in recent_games(request)]
    if slug not in GAMES or recent[:1] == [slug]:
        return
    slugs = dict.fromkeys((slug, *recent))
    value = ".".join(list(slugs)[:_MAX_PLAYED])
    set_preference_cookie(response, request, _PLAYED_COOKIE, value)


def set_preference_cookie(
    response: HttpResponse, request: HttpRequest, name: str, value: str
) -> None:
    """Store a preference in a cookie for a year, so that no database is needed."""
    secure = request.is_secure()
    response.set_cookie(name, value, _YEAR_IN_SECONDS, secure=secure, httponly=True, samesite="Lax")


@lru_cache(maxsize=1024)
def render_game_options(game: Game, recent: tuple[Game, ...]) -> str:
    """Return the options as HTML, with recently played games first if there are several."""
    groups = games_by_family()
    if len(recent) > 1:
        groups = [("Recently played", list(recent)), *groups]
    return render_to_string("showdown/parts/game_options.html", {"game": game, "groups": groups})


def games_by_family() -> list[tuple[str, list[Game]]]:
    """Return the title and the games of each family, the most popular games first."""
    return [
        (title, [game for game in GAMES_BY_POPULARITY if game.family is family])
        for family, title in FAMILIES.items()
    ]
