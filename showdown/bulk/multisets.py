"""Enumerations of multisets of ranks, and the number of ways to deal each.

A *multiset* is a sorted tuple of ranks that may repeat a rank.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

type Indices = NDArray[np.intp]
"""Indices of multisets."""
type Keys = NDArray[np.intp]
"""Sums of KEYS."""
type RankBits = NDArray[np.intp]
"""Sets of ranks, as 13 bits."""
type RankCounts = NDArray[np.float64]
"""The number of cards of each rank, (n, 13)."""
type ExactFloats = NDArray[np.float64]
"""Integers far below 2**53, which floats represent exactly."""

KEYS = np.array([0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415])
"""A number for each rank.

Different multisets of the same size have different sums, if the size is at most five and no rank
occurs more than four times.
"""

_FALLING_OFFSETS = -np.arange(5)
"""Offsets of the factors n, n - 1, … of a falling factorial."""


class Multisets(NamedTuple):
    """All multisets of `size` ranks, in the order of `combinations_with_replacement`.

    `counts` is the number of occurrences of each rank, and `keys` (n) are the sums of KEYS.
    `index_by_key` maps a key to the index of its multiset; it lacks multisets with five equal
    ranks. `ways` uses `factors` (size, n), the indices of the factors of each multiset, and
    `factorial_products` (n), the products of the factorials of its counts.
    """

    size: int
    counts: RankCounts
    keys: Keys
    index_by_key: Indices
    factors: NDArray[np.intp]
    factorial_products: ExactFloats

    def ways(self, cards_left: NDArray[np.int64]) -> ExactFloats:
        """Return the number of ways (n) to deal each multiset.

        `cards_left` (13) is the number of cards of each rank that can still be dealt. A rank with c
        cards left that occurs t times can be dealt in C(c, t) = c(c - 1)…/t! ways.
        """
        if not self.size:
            return np.ones(1)
        falling = (_FALLING_OFFSETS + cards_left[:, None]).ravel()
        ways = 1 / self.factorial_products
        for index in self.factors:
            ways *= falling.take(index)
        return np.rint(ways, out=ways)


@cache
def build_multisets(size: int) -> Multisets:
    ordered = list(combinations_with_replacement(range(13), size))
    ranks = np.array(ordered, np.intp).reshape(len(ordered), size)
    counts = np.zeros((len(ordered), 13))
    earlier_equal = np.zeros_like(ranks)
    for index in range(size):
        earlier_equal[:, index] = (ranks[:, :index] == ranks[:, index : index + 1]).sum(axis=1)
        np.add.at(counts, (np.arange(len(ordered)), ranks[:, index]), 1)
    keys = KEYS[ranks].sum(axis=1)
    is_possible = counts.max(axis=1) <= 4
    index_by_key = np.zeros(int(KEYS[-1]) * 5 + 1, np.intp)
    index_by_key[keys[is_possible]] = np.flatnonzero(is_possible)
    factorials = np.array([factorial(n) for n in range(6)], float)
    return Multisets(
        size=size,
        counts=counts,
        keys=keys,
        index_by_key=index_by_key,
        factors=np.ascontiguousarray((ranks * 5 + earlier_equal).T),
        factorial_products=factorials[counts.astype(int)].prod(axis=1),
    )


class RankSets(NamedTuple):
    """All sets of a given number of ranks: as bits (n), sums of KEYS (n), and counts (n, 13)."""

    bits: RankBits
    keys: Keys
    counts: RankCounts


@cache
def build_rank_sets(size: int) -> RankSets:
    ordered = list(combinations(range(13), size))
    ranks = np.array(ordered, np.intp).reshape(len(ordered), size)
    counts = np.zeros((len(ordered), 13))
    counts[np.arange(len(ordered))[:, None], ranks] = 1
    return RankSets((1 << ranks).sum(axis=1), KEYS[ranks].sum(axis=1), counts)


@cache
def find_combined_indices(size: int, rest: int) -> Indices:
    """Return the index of each set of `size` ranks combined with each multiset of `rest` ranks.

    The index is that of the combined multiset, and the shape is (sets, multisets).
    """
    keys = build_rank_sets(size).keys[:, None] + build_multisets(rest).keys
    return build_multisets(size + rest).index_by_key.take(keys)
