"""What is found of two ranges: how often each wins, and how often each single hand of them does."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks
from showdown.bulk.ranges.hands import Whole

FIRST, SECOND, BOTH = 1, 2, 3
"""Who wins, as bits."""


@dataclass(frozen=True, eq=False)
class HandCounts:
    """What each hand of a range does against the other range: arrays (n) in the same order.

    `won` and `tied` count deals, each as often as the other range's hand weighs, and `total` all
    deals with this hand; it is 0 where the hand leaves the other range none. The weight of the
    hand itself is not in them.
    """

    masks: Masks
    weights: Whole
    won: Whole
    tied: Whole
    total: Whole

    @property
    def equities(self) -> NDArray[np.float64]:
        """The share of the pot that each hand gets; not a number for a hand that can't be dealt."""
        with np.errstate(invalid="ignore"):
            shares: NDArray[np.float64] = (self.won + self.tied / 2) / self.total
        return shares

    def summed(self, counts: Whole) -> int:
        """Such counts for the whole range."""
        return sum(map(int.__mul__, self.weights.tolist(), counts.tolist()))


@dataclass(frozen=True, eq=False)
class TwoRanges:
    """Two ranges against each other.

    `categories` counts deals by winning category and winners, None where it isn't known; `by_card`
    has, for each card that may come next, how many of the deals with it the first range wins, the
    second, and how many are ties.
    """

    hands: tuple[HandCounts, HandCounts]
    categories: Counter[tuple[int, int]] | None = None
    by_card: dict[int, tuple[int, int, int]] | None = None

    @cached_property
    def outcomes(self) -> Counter[int]:
        """How many deals the first range wins, the second, and both."""
        first, second = self.hands
        found = {
            FIRST: first.summed(first.won),
            SECOND: second.summed(second.won),
            BOTH: first.summed(first.tied),
        }
        return Counter({winners: count for winners, count in found.items() if count})
