"""How a pot is divided, given only who wins each contest."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.contests import ContestResult
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import NOT_QUALIFIED

type Parts = tuple[tuple[int, ...], ...]
"""The parts of a pot, each as the indices of its contests among all contests."""

_FOUR_KINGS = parse_cards("KcKdKhKsQc")
"""The worst possible five cards for a low."""


def parts_of(game: Game) -> Parts:
    """The parts of the game as indices, for other processes: the game itself can't be pickled."""
    numbers = iter(range(len(game.contests)))
    return tuple(tuple(next(numbers) for _ in part) for part in game.parts)


def may_refuse(contest: Contest) -> bool:
    """Whether there are hands that don't qualify. Where fewer cards may play, one always does."""
    if contest.choice.plays_fewer:
        return False
    return contest.least != NOT_QUALIFIED or contest.rank(_FOUR_KINGS) == NOT_QUALIFIED


def shares_by_label(
    game: Game, runs: Sequence[Sequence[ContestResult]], competing: Sequence[str]
) -> dict[str, Fraction]:
    """Each winner's share of a pot if chips could be cut; every run is an equal part of it.

    `runs` are the results of all contests in each run, in the order of the game's contests.
    """
    bit = {label: 1 << seat for seat, label in enumerate(competing)}
    parts = parts_of(game)
    total: dict[str, Fraction] = {}
    for run in runs:
        won = tuple([sum([bit[label] for label in result.winners]) for result in run])
        of_run = shares(parts, won, len(competing), runs=len(runs))
        for label, share in zip(competing, of_run, strict=True):
            if share:
                total[label] = total[label] + share if label in total else share
    return total


@lru_cache(maxsize=4096)
def shares(
    parts: Parts, won: tuple[int, ...], players: int, *, runs: int = 1
) -> tuple[Fraction, ...]:
    """Each player's share of a pot if chips could be cut; of several `runs`, what one of them adds.

    `won` are the winners of each contest as bits, 0 if nobody qualifies. The share of such a
    contest goes to the other contests of its part; that of a part nobody wins, to the other parts.
    A pot that nobody wins at all is shared evenly.
    """
    live = [[won[place] for place in part if won[place]] for part in parts]
    live = [part for part in live if part]
    if not live:
        return (Fraction(1, runs * players),) * players
    got = [Fraction(0)] * players
    for part in live:
        for winners in part:
            each = Fraction(1, runs * len(live) * len(part) * winners.bit_count())
            for player in range(players):
                got[player] += each * (winners >> player & 1)
    return tuple(got)
