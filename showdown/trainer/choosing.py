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

    message = "“{pattern}” is dealt to {min_players} to {max_players} players, not {count}"

    count: int
    pattern: str
    min_players: int
    max_players: int


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
    """Return each pair of a requested pattern and game, with the kinds of questions.

    Pairs that can't be dealt are left out. Raise Impossible, UnsuitableQuestion or PlayersOfPattern
    if no pair is left.
    """
    patterns = [PATTERNS[slug] for slug in selection.patterns or PATTERNS]
    games = [GAMES[slug] for slug in selection.games or GAMES]
    pairs = [(pattern, game) for pattern in patterns for game in games]
    possible_pairs = [(pattern, game) for pattern, game in pairs if not pattern.obstacle_in(game)]
    pattern, game = (possible_pairs or pairs)[0]
    name = words.PATTERNS[pattern.slug]
    if not possible_pairs:
        reason = words.OBSTACLE_TEXTS[pattern.obstacle_in(game)]
        raise Impossible(pattern=name, game=game, reason=reason, field="pattern")
    pairs_with_players = [
        (pattern, game)
        for pattern, game in possible_pairs
        if selection.players in (0, *pattern.player_counts(game))
    ]
    if not pairs_with_players:
        players = pattern.player_counts(game)
        raise PlayersOfPattern(
            count=selection.players,
            pattern=name,
            min_players=players[0],
            max_players=players[-1],
            field="players",
        )
    slugs = selection.kinds or KINDS
    drills = tuple(
        (pattern, game, kinds)
        for pattern, game in pairs_with_players
        if (kinds := tuple(kind for kind in allowed_kinds(pattern, game) if kind.slug in slugs))
    )
    if not drills:
        kind = words.QUESTION_TITLES[selection.kinds[0]]
        raise UnsuitableQuestion(kind=kind, pattern=name, game=game, field="drill")
    return drills


def draw_recipes(selection: DrillSelection, seed: str, count: int) -> Iterator[Recipe]:
    """Yield `count` recipes, determined by the seed. Raise the same errors as `possible_drills`."""
    drills = possible_drills(selection)
    rng = RandomSource(f"recipes {seed}")
    for number in range(count):
        pattern, game, kinds = rng.pick(drills)
        yield Recipe(rng.pick(kinds), pattern, game, f"{seed}-{number}", selection.players)
