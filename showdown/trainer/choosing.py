"""Choose drills among patterns, games and kinds of questions."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from showdown.evaluator.games import GAMES, Game
from showdown.trainer.draw import Draw
from showdown.trainer.drills import Recipe, impossible, kinds_of, not_asked, not_for_players
from showdown.trainer.patterns import PATTERNS, Pattern
from showdown.trainer.questions import KINDS, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The slugs of the requested patterns, games and kinds; empty for all of them."""

    patterns: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    players: int = 0


type Choice = tuple[Pattern, Game, tuple[Kind, ...]]


@lru_cache(maxsize=16)
def choices(asked: Asked) -> tuple[Choice, ...]:
    """Return every requested pattern and game that can be dealt, with its kinds of questions.

    Raise Impossible, NotAsked or PlayersOfPattern if there are none.
    """
    patterns = [PATTERNS[slug] for slug in asked.patterns or PATTERNS]
    games = [GAMES[slug] for slug in asked.games or GAMES]
    wanted = asked.kinds or KINDS
    possible = tuple(
        (pattern, game, kinds)
        for pattern in patterns
        for game in games
        if not pattern.lacks(game) and asked.players in (0, *pattern.players(game))
        if (kinds := tuple(kind for kind in kinds_of(pattern, game) if kind.slug in wanted))
    )
    if possible:
        return possible
    fit = [(one, game) for one in patterns for game in games if not one.lacks(game)]
    if not fit:
        raise impossible(patterns[0], games[0])
    if all(asked.players not in (0, *pattern.players(game)) for pattern, game in fit):
        raise not_for_players(asked.players, *fit[0])
    raise not_asked(asked.kinds[0] if asked.kinds else fit[0][0].kinds[0], *fit[0])


def recipes(asked: Asked, seed: str, count: int) -> Iterator[Recipe]:
    """Yield `count` recipes, determined by the seed. Raise the errors of `choices`."""
    every = choices(asked)
    draw = Draw(f"recipes {seed}")
    for number in range(count):
        pattern, game, kinds = draw.pick(every)
        yield Recipe(draw.pick(kinds), pattern, game, f"{seed}-{number}", asked.players)
