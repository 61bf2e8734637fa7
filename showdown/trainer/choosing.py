"""Which drill comes next, of those that somebody asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.trainer.draw import Draw
from showdown.trainer.drills import Recipe, impossible, kinds_of, not_asked, not_for_players
from showdown.trainer.kinds import KINDS, Kind
from showdown.trainer.patterns import PATTERNS, Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The slugs of patterns, games and kinds to choose from; empty is all of them."""

    patterns: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    players: int = 0

    def has(self, recipe: Recipe) -> bool:
        """Whether it is one of those asked for."""
        wanted = (self.kinds, self.patterns, self.games)
        pairs = zip(recipe.template.slugs, wanted, strict=True)
        is_of_slugs = all(slug in slugs for slug, slugs in pairs if slugs)
        return is_of_slugs and recipe.players == self.players


type Choice = tuple[Pattern, Game, tuple[Kind, ...]]


@lru_cache(maxsize=16)
def choices(asked: Asked) -> tuple[Choice, ...]:
    """Every pattern and game that is asked for and can be dealt, with the kinds of questions.

    Raises Impossible or NotAsked if there are none.
    """
    patterns = [PATTERNS[slug] for slug in asked.patterns or PATTERNS]
    games = [GAMES[slug] for slug in asked.games or GAMES]
    possible = tuple(
        (pattern, game, kinds)
        for pattern in patterns
        for game in games
        if not pattern.lacks(game) and asked.players in (0, *pattern.players(game))
        if (kinds := _kinds(pattern, game, asked))
    )
    if not possible:
        raise _why_none(patterns, games, asked)
    return possible


def _kinds(pattern: Pattern, game: Game, asked: Asked) -> tuple[Kind, ...]:
    every = kinds_of(pattern, game, KINDS)
    return tuple(kind for kind in every if not asked.kinds or kind.slug in asked.kinds)


def _why_none(patterns: list[Pattern], games: list[Game], asked: Asked) -> InvalidDeal:
    """Why nothing is left: no pattern fits a game, or else the players, or the question."""
    possible = [(one, game) for one in patterns for game in games if not one.lacks(game)]
    if not possible:
        return impossible(patterns[0], games[0])
    pattern, game = possible[0]
    if all(asked.players not in (0, *one.players(candidate)) for one, candidate in possible):
        return not_for_players(asked.players, pattern, game)
    return not_asked(asked.kinds[0] if asked.kinds else pattern.kinds[0], pattern, game)


def recipes(asked: Asked, seed: str, count: int) -> Iterator[Recipe]:
    """So many recipes: the same seed gives the same ones. Raises as `choices` does."""
    every = choices(asked)
    draw = Draw(f"recipes {seed}")
    for number in range(count):
        pattern, game, kinds = draw.pick(every)
        yield Recipe(draw.pick(kinds), pattern, game, f"{seed}-{number}", asked.players)
