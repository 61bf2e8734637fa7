"""Why a contest went as it did, as data. `words.reasons` says it."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from showdown.evaluator.rankings import Rank, Ranking


class Why(StrEnum):
    """What decided a contest."""

    BEATS = "beats"
    """The best hand beats the others."""
    ALL_TIE = "all-tie"
    """Every hand that competes makes the same."""
    ONLY_ONE_QUALIFIES = "only-one-qualifies"
    NOBODY_QUALIFIES = "nobody-qualifies"
    UNCONTESTED = "uncontested"
    """Only one hand competes."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What decided a contest.

    `best` is the rank that wins, `beaten` the best of those that lose; empty where there is none.
    """

    why: Why
    ranking: Ranking
    winners: tuple[str, ...] = ()
    best: Rank = ()
    beaten: Rank = ()

    @property
    def place(self) -> int:
        """The first place at which the two ranks differ."""
        pairs = enumerate(zip_longest(self.best, self.beaten))
        return next((place for place, (a, b) in pairs if a != b), 0)
