"""Choose drills among patterns, games and kinds of questions."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.trainer.drills import Recipe, allowed_kinds
from showdown.trainer.patterns import PATTERNS, Pattern
from showdown.trainer.questions import KINDS, Kind
from showdown.trainer.random_source import RandomSource
from showdown.words import drills as words


class Impossible(InvalidDeal):
    """A pattern that can't arise in the game."""

    message = "“{pattern}” can't arise in {game}: {reason}"

    pattern: str
    game: Game
    reason: str


class UnsuitableQuestion(InvalidDeal):
    """A question that isn't asked about the pattern, or isn't asked in the game."""

    message = "“{kind}” isn't asked about “{pattern}” in {game}"

    kind: str
    pattern: str
    game: Game


class PlayersOfPattern(InvalidDeal):
    """A number of players to which the pattern isn't dealt."""

    message = "“{pattern}” is dealt to {fewest} to {largest} players, not {count}"

    count: int
    pattern: str
    fewest: int
    largest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillSelection:
    """The slugs of the requested patterns, games and kinds, and the number of players.

    An empty tuple stands for all patterns, games or kinds, and 0 for any number of players.
    """

    patterns: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    players: int = 0


type PossibleDrill = tuple[Pattern, Game, tuple[Kind, ...]]


@lru_cache(maxsize=16)
def possible_drills(selection: DrillSelection) -> tuple[PossibleDrill, ...]:
    """Return every requested pattern and game that can be dealt, with its kinds of questions.

    Raise Impossible, UnsuitableQuestion or PlayersOfPattern if there are none.
    """
    patterns = [PATTERNS[slug] for slug in selection.patterns or PATTERNS]
    games = [GAMES[slug] for slug in selection.games or GAMES]
    wanted = selection.kinds or KINDS
    possible = tuple(
        (pattern, game, kinds)
        for pattern in patterns
        for game in games
        if not pattern.unmet_need(game) and selection.players in (0, *pattern.player_counts(game))
        if (kinds := tuple(kind for kind in allowed_kinds(pattern, game) if kind.slug in wanted))
    )
    if possible:
        return possible
    suitable = [
        (pattern, game) for pattern in patterns for game in games if not pattern.unmet_need(game)
    ]
    pattern, game = suitable[0] if suitable else (patterns[0], games[0])
    name = words.PATTERNS[pattern.slug]
    if need := pattern.unmet_need(game):
        raise Impossible(pattern=name, game=game, reason=words.REASONS[need.slug], field="pattern")
    if all(
        selection.players not in (0, *candidate.player_counts(candidate_game))
        for candidate, candidate_game in suitable
    ):
        players = pattern.player_counts(game)
        raise PlayersOfPattern(
            count=selection.players,
            pattern=name,
            fewest=players[0],
            largest=players[-1],
            field="players",
        )
    kind = selection.kinds[0] if selection.kinds else pattern.kinds[0]
    raise UnsuitableQuestion(kind=words.KINDS[kind], pattern=name, game=game, field="drill")


def draw_recipes(selection: DrillSelection, seed: str, count: int) -> Iterator[Recipe]:
    """Yield `count` recipes, determined by the seed. Raise the same errors as `possible_drills`."""
    every = possible_drills(selection)
    rng = RandomSource(f"recipes {seed}")
    for number in range(count):
        pattern, game, kinds = rng.pick(every)
        yield Recipe(rng.pick(kinds), pattern, game, f"{seed}-{number}", selection.players)
