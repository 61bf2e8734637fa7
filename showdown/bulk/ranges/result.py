"""What is found of two ranges: how often each wins, and how often each single hand of them does."""

from collections import Counter
from dataclasses import dataclass

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

    `outcomes` says how many deals the first range wins, the second, and both; `hands` has the
    counts of each hand, where hands have two cards. `categories` counts deals by winning category
    and winners, None where it isn't known; `by_card` has, for each card that may come next, how
    many of the deals with it the first range wins, the second, and how many are ties.
    """

    outcomes: Counter[int]
    hands: tuple[HandCounts, ...] = ()
    categories: Counter[tuple[int, int]] | None = None
    by_card: dict[int, tuple[int, int, int]] | None = None


def of_hands(
    first: HandCounts,
    second: HandCounts,
    categories: Counter[tuple[int, int]] | None = None,
    by_card: dict[int, tuple[int, int, int]] | None = None,
) -> TwoRanges:
    """The ranges, from the counts of each of their hands."""
    wins, losses, ties = (
        first.summed(first.won),
        second.summed(second.won),
        first.summed(first.tied),
    )
    return TwoRanges(counter(wins, losses, ties), (first, second), categories, by_card)


def counter(first: int, second: int, both: int) -> Counter[int]:
    """Counts by winners."""
    return +Counter({FIRST: first, SECOND: second, BOTH: both})


def by_category(counts: Whole) -> Counter[tuple[int, int]]:
    """Counts by category and winners, from a table with columns for FIRST, SECOND and BOTH."""
    return +Counter(
        {
            (category, winners): int(counts[category, column])
            for column, winners in enumerate((FIRST, SECOND, BOTH))
            for category in range(len(counts))
        }
    )


def by_card(counts: Whole) -> dict[int, tuple[int, int, int]]:
    """Of a table by card (52, 3), the cards that can come."""
    rows = counts.tolist()
    return {card: (row[0], row[1], row[2]) for card, row in enumerate(rows) if any(row)}
