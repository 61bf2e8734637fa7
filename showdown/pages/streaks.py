"""How many drills in a row a browser has answered right, kept in its session."""

from typing import NamedTuple

from django.http import HttpRequest

_KEY = "trainer"
_REMEMBERED = 20
"""So many answered drills are remembered, so that sending an answer again counts once."""


class Streak(NamedTuple):
    """Right answers in a row: now, and at best."""

    now: int = 0
    best: int = 0
    answered: tuple[str, ...] = ()


def streak_of(request: HttpRequest) -> Streak:
    kept = request.session.get(_KEY)
    return Streak(kept["now"], kept["best"], tuple(kept["answered"])) if kept else Streak()


def count_answer(request: HttpRequest, nonce: str, *, is_right: bool) -> None:
    """Count the first answer to a drill."""
    now, best, answered = streak_of(request)
    if nonce in answered:
        return
    now = now + 1 if is_right else 0
    request.session[_KEY] = {
        "now": now,
        "best": max(best, now),
        "answered": [*answered, nonce][-_REMEMBERED:],
    }
