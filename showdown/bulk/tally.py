"""How often each outcome comes up among the boards of a spot, and what follows for the players.

An *outcome* is who wins each contest, as bits: bit i is player i, 0 is nobody. All that is said
about odds follows from how often each outcome comes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt

from showdown.evaluator.divide import shares
from showdown.evaluator.games.contest import Places

type Outcome = tuple[int, ...]

CLASSES = ("scoop", "three_quarters", "half", "quarter", "other", "nothing")
"""What a player may get of a pot; `other` is what remains: thirds, sixths, two thirds."""

_CLASS_OF = {
    Fraction(1): "scoop",
    Fraction(3, 4): "three_quarters",
    Fraction(1, 2): "half",
    Fraction(1, 4): "quarter",
    Fraction(0): "nothing",
}


@dataclass(frozen=True)
class Tally:
    """Outcomes counted: of every board, or of the deals that were sampled.

    `categories` has for each contest how often (category, winners) comes, among the boards on
    which someone qualifies; the category is an index, as `Ranking.category_of` gives it.
    """

    players: int
    parts: Places
    outcomes: Counter[Outcome]
    categories: tuple[Counter[tuple[int, int]], ...]

    @cached_property
    def total(self) -> int:
        """How many boards, or deals, were counted."""
        return self.outcomes.total()

    @cached_property
    def shares(self) -> dict[Outcome, tuple[Fraction, ...]]:
        """What each outcome gives each player."""
        return {outcome: shares(self.parts, outcome, self.players) for outcome in self.outcomes}

    def share(self, player: int) -> Fraction:
        shares = [(self.shares[outcome][player], count) for outcome, count in self.outcomes.items()]
        unit = lcm(*(share.denominator for share, _ in shares))
        won = sum(count * share.numerator * (unit // share.denominator) for share, count in shares)
        return Fraction(won, unit * self.total)

    def deviation(self, player: int) -> float:
        """The standard deviation of the player's share from one board to the next."""
        mean = self.share(player)
        square = sum(
            (count * self.shares[outcome][player] ** 2 for outcome, count in self.outcomes.items()),
            Fraction(0),
        )
        return sqrt(square / self.total - mean**2)

    def classes(self, player: int) -> dict[str, int]:
        """On how many boards the player gets what part of a pot, by CLASSES."""
        counts: Counter[str] = Counter()
        for outcome, count in self.outcomes.items():
            counts[_CLASS_OF.get(self.shares[outcome][player], "other")] += count
        return {name: counts[name] for name in CLASSES}

    def wins(self, player: int, contest: int) -> tuple[int, int, int]:
        """On how many boards the player wins the contest alone, in a tie, and nobody does."""
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
        """With which categories the player wins the contest, alone or in a tie, the best first."""
        counts: Counter[int] = Counter()
        for (category, winners), count in self.categories[contest].items():
            if winners >> player & 1:
                counts[category] += count
        return {category: counts[category] for category in sorted(counts, reverse=True)}


def merged(weighted: Iterable[tuple[Tally, int]]) -> Tally:
    """One tally of all of these, each counted so many times; they are of the same contests."""
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
