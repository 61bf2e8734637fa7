"""Divide a pot, given the winners of each contest. All modules divide pots with these functions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from showdown.evaluator.contests import ContestResult
from showdown.evaluator.games import Game
from showdown.evaluator.games.contest import PartIndices

_CACHE_SIZE = 4096
"""Number of divisions in each cache; a few divisions cover most deals."""


@lru_cache(maxsize=_CACHE_SIZE)
def divide(parts: PartIndices, is_won: tuple[bool, ...]) -> PartIndices:
    """Return the indices of the contests that receive a share of the pot, grouped by part.

    The pot is divided evenly among these parts, and each part evenly among its contests. A contest
    that nobody wins leaves its share to the other contests of its part, and a part that nobody wins
    to the other parts. The result is empty if nobody wins anything: then all competing players
    share the pot evenly.
    """
    paid = (tuple(index for index in part if is_won[index]) for part in parts)
    return tuple(part for part in paid if part)


@lru_cache(maxsize=_CACHE_SIZE)
def divide_into_shares(
    parts: PartIndices, won: tuple[int, ...], players: int, *, runs: int = 1
) -> tuple[Fraction, ...]:
    """Return the exact share of a pot that each player wins in one of `runs` equal runs.

    `won` contains a bit mask of each contest's winners, 0 if nobody qualifies.
    """
    paid = divide(parts, tuple(map(bool, won)))
    if not paid:
        return (Fraction(1, runs * players),) * players
    total = [Fraction(0)] * players
    for part in paid:
        for winners in (won[index] for index in part):
            share = Fraction(1, runs * len(paid) * len(part) * winners.bit_count())
            for player in range(players):
                total[player] += share * (winners >> player & 1)
    return tuple(total)


def divide_among_labels(
    game: Game, runs: Sequence[Sequence[ContestResult]], competing: Sequence[str]
) -> dict[str, Fraction]:
    """Return each receiver's exact share of a pot that is divided evenly among the runs.

    `runs` contains the results of each run, in the order of the game's contests.
    """
    bit = {label: 1 << seat for seat, label in enumerate(competing)}
    total: dict[str, Fraction] = {}
    for run in runs:
        won = tuple([sum([bit[label] for label in result.winners]) for result in run])
        run_shares = divide_into_shares(game.part_indices, won, len(competing), runs=len(runs))
        for label, share in zip(competing, run_shares, strict=True):
            if share:
                total[label] = total[label] + share if label in total else share
    return total
