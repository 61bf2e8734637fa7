"""Count outcomes among the boards of a spot, and derive the players' figures.

An *outcome* has the winners of each contest as bits: bit i is player i, 0 is nobody. All odds
follow from the counts of outcomes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Combos, Masks, Whole
from showdown.evaluator.divide import shares
from showdown.evaluator.games.contest import PartIndices

type Outcome = tuple[int, ...]

CLASSES = ("scoop", "three_quarters", "half", "quarter", "other", "nothing")
"""The parts of a pot that a player may get; `other` is the rest: thirds, sixths, two thirds."""

_CLASS_OF = {
    Fraction(1): "scoop",
    Fraction(3, 4): "three_quarters",
    Fraction(1, 2): "half",
    Fraction(1, 4): "quarter",
    Fraction(0): "nothing",
}


@dataclass(frozen=True)
class Tally:
    """Counts of outcomes: of every board, or of sampled deals.

    `categories` counts (category, winners) for each contest, among the boards on which someone
    qualifies; the category is an index, as in `Ranking.category_of`.
    """

    players: int
    parts: PartIndices
    outcomes: Counter[Outcome]
    categories: tuple[Counter[tuple[int, int]], ...]

    @cached_property
    def total(self) -> int:
        """Return the number of boards or deals."""
        return self.outcomes.total()

    @cached_property
    def shares(self) -> dict[Outcome, tuple[Fraction, ...]]:
        """Return the shares for each outcome."""
        return {outcome: shares(self.parts, outcome, self.players) for outcome in self.outcomes}

    def share(self, player: int) -> Fraction:
        shares = [(self.shares[outcome][player], count) for outcome, count in self.outcomes.items()]
        unit = lcm(*(share.denominator for share, _ in shares))
        won = sum(count * share.numerator * (unit // share.denominator) for share, count in shares)
        return Fraction(won, unit * self.total)

    def deviation(self, player: int) -> float:
        """Return the standard deviation of the player's share from one board to the next."""
        mean = self.share(player)
        square = sum(
            (count * self.shares[outcome][player] ** 2 for outcome, count in self.outcomes.items()),
            Fraction(0),
        )
        return sqrt(square / self.total - mean**2)

    def classes(self, player: int) -> dict[str, int]:
        """Count the boards by the part of the pot that the player gets, by CLASSES."""
        counts: Counter[str] = Counter()
        for outcome, count in self.outcomes.items():
            counts[_CLASS_OF.get(self.shares[outcome][player], "other")] += count
        return {name: counts[name] for name in CLASSES}

    def wins(self, player: int, contest: int) -> tuple[int, int, int]:
        """Count the boards on which the player wins alone, ties, and nobody qualifies."""
        alone = tied = nobody = 0
        for outcome, count in self.outcomes.items():
            winners = outcome[contest]
            if not winners:
                nobody += count
            elif winners == 1 << player:
                alone += count
            elif winners >> player & 1:
                tied += count
        return alone, tied, nobody

    def categories_won(self, player: int, contest: int) -> dict[int, int]:
        """Return the categories with which the player wins or ties, the best first."""
        counts: Counter[int] = Counter()
        for (category, winners), count in self.categories[contest].items():
            if winners >> player & 1:
                counts[category] += count
        return {category: counts[category] for category in sorted(counts, reverse=True)}


def merged(weighted: Iterable[tuple[Tally, int]]) -> Tally:
    """Merge tallies of the same contests, each with a weight."""
    (first, weight), *rest = weighted
    if not rest and weight == 1:
        return first
    outcomes = _times(first.outcomes, weight)
    categories = tuple(_times(category, weight) for category in first.categories)
    for tally, times in rest:
        outcomes.update(_times(tally.outcomes, times))
        for into, more in zip(categories, tally.categories, strict=True):
            into.update(_times(more, times))
    return Tally(first.players, first.parts, outcomes, categories)


def _times[T](counts: Counter[T], times: int) -> Counter[T]:
    return Counter({key: count * times for key, count in counts.items()})


@dataclass(frozen=True, eq=False)
class HandCounts:
    """The results of each hand of a range against the other range: arrays (n) in the same order.

    `won` and `tied` count deals, each weighted by the other range's hand, and `total` all deals
    with this hand; it is 0 where the hand leaves the other range none. The weight of the hand
    itself is not included.
    """

    masks: Masks
    weights: Whole
    won: Whole
    tied: Whole
    total: Whole

    @classmethod
    def of(cls, combos: Combos, won: Whole, tied: Whole, total: Whole) -> "HandCounts":
        return cls(combos.masks, combos.weights, won, tied, total)

    @property
    def equities(self) -> NDArray[np.float64]:
        """Return the share of the pot of each hand; NaN for a hand that can't be dealt."""
        with np.errstate(invalid="ignore"):
            shares: NDArray[np.float64] = (self.won + self.tied / 2) / self.total
        return shares

    def summed(self, counts: Whole) -> int:
        """Return the sum of counts, weighted by hand, for the whole range."""
        return sum(map(int.__mul__, self.weights.tolist(), counts.tolist()))


class Counted(NamedTuple):
    """The tally of each set of players, and shares by the card that comes next.

    `next_cards` may be found as they are asked for. `hands` has, of two ranges of two cards, the
    counts of each hand of both.
    """

    tallies: Sequence[Tally]
    next_cards: Iterable[tuple[int, tuple[Fraction, ...]]] = ()
    hands: tuple[HandCounts, ...] = ()


def tallies_of_two(both: Tally, fields: Sequence[Sequence[int]]) -> tuple[Tally, ...]:
    """Return the tally of each set of two players. A player alone has won."""
    alone = Tally(1, both.parts, Counter({(1,) * sum(map(len, both.parts)): both.total}), ())
    return tuple(both if len(seats) == 2 else alone for seats in fields)
