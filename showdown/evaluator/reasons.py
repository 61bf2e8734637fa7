"""The reason for the result of a contest, as data; `words.headlines` phrases it."""

from dataclasses import dataclass
from enum import StrEnum

from showdown.evaluator.rankings import Rank, Ranking


class Why(StrEnum):
    """The kind of reason that decided a contest."""

    BEATS = "beats"
    """The best hand beats the others."""
    ALL_TIE = "all-tie"
    """All competing hands are equal."""
    ONLY_ONE_QUALIFIES = "only-one-qualifies"
    NOBODY_QUALIFIES = "nobody-qualifies"
    UNCONTESTED = "uncontested"
    """Only one hand competes."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for the result of a contest.

    `best` is the winning rank, `beaten` the best losing rank; either is empty if there is none.
    """

    why: Why
    ranking: Ranking
    winners: tuple[str, ...] = ()
    best: Rank = ()
    beaten: Rank = ()
