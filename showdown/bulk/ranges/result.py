"""The counts of a spot, by whichever method."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks
from showdown.bulk.ranges.hands import Whole
from showdown.bulk.tally import Tally


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

    @property
    def equities(self) -> NDArray[np.float64]:
        """Return the share of the pot of each hand; NaN for a hand that can't be dealt."""
        with np.errstate(invalid="ignore"):
            shares: NDArray[np.float64] = (self.won + self.tied / 2) / self.total
        return shares

    def summed(self, counts: Whole) -> int:
        """Return such counts for the whole range."""
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
