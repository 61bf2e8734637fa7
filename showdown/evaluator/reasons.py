"""Why a contest went as it did, as data; `words.reasons` puts it into words."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from showdown.evaluator.rankings import Rank, Ranking


class Why(StrEnum):
    """What decided a contest."""

    BEATS = "beats"
    """The best hand beats the others."""
    ALL_TIE = "all-tie"
    """All competing hands make the same."""
    ONLY_ONE_QUALIFIES = "only-one-qualifies"
    NOBODY_QUALIFIES = "nobody-qualifies"
    UNCONTESTED = "uncontested"
    """Only one hand competes."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What decided a contest.

    `best` is the winning rank, `beaten` the best losing rank; either is empty if there is none.
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
