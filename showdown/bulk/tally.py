"""Counts of outcomes, from which all odds are computed.

An *outcome* is a tuple with the winners of each contest as bits: bit i is player i, 0 is nobody.
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

from showdown.bulk.combos import Integers, Masks
from showdown.evaluator.divide import divide_into_shares
from showdown.evaluator.games.contest import PartIndices

type Outcome = tuple[int, ...]


def decode_outcome(code: int, players: int, contests: int, positions: Sequence[int]) -> Outcome:
    """Return the outcome among the players at these positions: bit i is the i-th of them.

    `code` contains the winners of each contest as `players` bits, the first contest lowest.
    """
    return tuple(
        _select_players(positions, code >> players * contest) for contest in range(contests)
    )


def count_categories(table: Integers, positions: Sequence[int]) -> Counter[tuple[int, int]]:
    """Return the counts by (category, winners among these players), as in `Tally.categories`.

    `table` (categories, 2**players) contains the counts by category and winners.
    """
    cells = np.argwhere(table).tolist()
    return Counter(
        {
            (category, _select_players(positions, winners)): int(table[category, winners])
            for category, winners in cells
            if winners
        }
    )


def _select_players(positions: Sequence[int], winners: int) -> int:
    return sum((winners >> position & 1) << bit for bit, position in enumerate(positions))


POT_PARTS = ("scoop", "three_quarters", "half", "quarter", "other", "nothing")
"""Parts of a pot that a player may win; `other` includes thirds and sixths."""

_PART_NAMES = {
    Fraction(1): "scoop",
    Fraction(3, 4): "three_quarters",
    Fraction(1, 2): "half",
    Fraction(1, 4): "quarter",
    Fraction(0): "nothing",
}


@dataclass(frozen=True)
class Tally:
    """The number of boards, or of sampled deals, with each outcome.

    `categories` contains, for each contest, the number of boards by (category, winners). Boards on
    which nobody qualifies are left out. A category is an index of `Ranking.categories`.
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
        """Return each player's share of the pot for each outcome."""
        return {
            outcome: divide_into_shares(self.parts, outcome, self.players)
            for outcome in self.outcomes
        }

    def share(self, player: int) -> Fraction:
        shares = [(self.shares[outcome][player], count) for outcome, count in self.outcomes.items()]
        units_per_pot = lcm(*(share.denominator for share, _ in shares))
        units = sum(
            count * share.numerator * (units_per_pot // share.denominator)
            for share, count in shares
        )
        return Fraction(units, units_per_pot * self.total)

    def deviation(self, player: int) -> float:
        """Return the standard deviation of the player's share of one board."""
        mean = self.share(player)
        square = sum(
            (count * self.shares[outcome][player] ** 2 for outcome, count in self.outcomes.items()),
            Fraction(0),
        )
        return sqrt(square / self.total - mean**2)

    def count_pot_parts(self, player: int) -> dict[str, int]:
        """Count the boards by the part of the pot that the player wins; the keys are POT_PARTS."""
        counts: Counter[str] = Counter()
        for outcome, count in self.outcomes.items():
            counts[_PART_NAMES.get(self.shares[outcome][player], "other")] += count
        return {name: counts[name] for name in POT_PARTS}

    def count_wins(self, player: int, contest: int) -> tuple[int, int, int]:
        """Count the boards on which the player wins alone, the player ties, and nobody wins."""
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

    def count_winning_categories(self, player: int, contest: int) -> dict[int, int]:
        """Count the boards by the category with which the player wins or ties, the best first."""
        counts: Counter[int] = Counter()
        for (category, winners), count in self.categories[contest].items():
            if winners >> player & 1:
                counts[category] += count
        return {category: counts[category] for category in sorted(counts, reverse=True)}


def merge_tallies(weighted: Iterable[tuple[Tally, int]]) -> Tally:
    """Return the weighted sum of tallies of the same contests."""
    (first, weight), *rest = weighted
    if not rest and weight == 1:
        return first
    outcomes = _multiply(first.outcomes, weight)
    categories = tuple(_multiply(category, weight) for category in first.categories)
    for tally, weight in rest:
        outcomes.update(_multiply(tally.outcomes, weight))
        for totals, counts in zip(categories, tally.categories, strict=True):
            totals.update(_multiply(counts, weight))
    return Tally(first.players, first.parts, outcomes, categories)


def _multiply[T](counts: Counter[T], weight: int) -> Counter[T]:
    return Counter({key: count * weight for key, count in counts.items()})


@dataclass(frozen=True, eq=False)
class HandCounts:
    """The results of each hand of a range against another range, as parallel arrays (n).

    `won`, `tied` and `total` are sums over deals with the hand, each deal with the weight of the
    other range's hand. `total` is 0 if the hand shares a card with every hand of the other range.
    """

    masks: Masks
    weights: Integers
    won: Integers
    tied: Integers
    total: Integers

    @property
    def equities(self) -> NDArray[np.float64]:
        """Return each hand's share of the pot (n); NaN for a hand that can't be dealt."""
        with np.errstate(invalid="ignore"):
            shares: NDArray[np.float64] = (self.won + self.tied / 2) / self.total
        return shares

    def sum_counts(self, counts: Integers) -> int:
        """Return the sum of counts over the whole range, weighted by hand."""
        return sum(map(int.__mul__, self.weights.tolist(), counts.tolist()))


class OutcomeCounts(NamedTuple):
    """The tally of each set of players, and each player's share by next card.

    `next_cards` may be an iterator that computes them on demand. `hands` contains the counts of
    each hand if the spot has two ranges of two-card hands.
    """

    tallies: Sequence[Tally]
    next_cards: Iterable[tuple[int, tuple[Fraction, ...]]] = ()
    hands: tuple[HandCounts, ...] = ()


def tally_two_players(tally: Tally, player_sets: Sequence[Sequence[int]]) -> tuple[Tally, ...]:
    """Return the tally of each set of the two players, given their tally.

    A set of one player wins every pot.
    """
    alone = Tally(1, tally.parts, Counter({(1,) * sum(map(len, tally.parts)): tally.total}), ())
    return tuple(tally if len(seats) == 2 else alone for seats in player_sets)
