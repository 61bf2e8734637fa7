"""Enumerations of multisets of ranks, and the number of ways to deal each.

A *multiset* is a sorted tuple of ranks that may repeat a rank.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

type Numbers = NDArray[np.intp]
type BoardCounts = NDArray[np.float64]
"""Numbers of boards, all far below 2**53, so floating point is exact."""

KEYS = np.array([0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415])
"""A number for each rank; different multisets of the same size have different sums."""

_FALLING = -np.arange(5)


class Multisets(NamedTuple):
    """All multisets of `size` ranks, in the order of `combinations_with_replacement`.

    `times` (n, 13) is the number of occurrences of each rank, and `key` (n) is the sum of KEYS.
    `number` maps a key to the index of its multiset. `ways` uses `factors` and `permutations`.
    """

    size: int
    times: NDArray[np.float64]
    key: Numbers
    number: Numbers
    factors: NDArray[np.intp]
    permutations: BoardCounts

    def ways(self, rank_counts: NDArray[np.int64]) -> BoardCounts:
        """Return the number of ways (n) to deal each multiset.

        `rank_counts` (13) is the number of cards left of each rank. Of n cards of a rank that
        occurs t times, C(n, t) = n(n - 1)…/t! sets can be dealt.
        """
        if not self.size:
            return np.ones(1)
        falling = (_FALLING + rank_counts[:, None]).ravel()
        ways = 1 / self.permutations
        for index in self.factors:
            ways *= falling.take(index)
        return np.rint(ways, out=ways)


@cache
def multisets(size: int) -> Multisets:
    ordered = list(combinations_with_replacement(range(13), size))
    ranks = np.array(ordered, np.intp).reshape(len(ordered), size)
    times = np.zeros((len(ordered), 13))
    nth = np.zeros_like(ranks)
    for index in range(size):
        nth[:, index] = (ranks[:, :index] == ranks[:, index : index + 1]).sum(axis=1)
        np.add.at(times, (np.arange(len(ordered)), ranks[:, index]), 1)
    key = KEYS[ranks].sum(axis=1)
    is_possible = times.max(axis=1) <= 4
    number = np.zeros(int(KEYS[-1]) * 5 + 1, np.intp)
    number[key[is_possible]] = np.flatnonzero(is_possible)
    factorials = np.array([factorial(n) for n in range(6)], float)
    return Multisets(
        size=size,
        times=times,
        key=key,
        number=number,
        factors=np.ascontiguousarray((ranks * 5 + nth).T),
        permutations=factorials[times.astype(int)].prod(axis=1),
    )


class RankSets(NamedTuple):
    """All sets of `size` different ranks, as 13 bits (n), sums of KEYS (n), and counts (n, 13)."""

    bits: Numbers
    key: Numbers
    times: NDArray[np.float64]


@cache
def rank_sets(size: int) -> RankSets:
    ordered = list(combinations(range(13), size))
    ranks = np.array(ordered, np.intp).reshape(len(ordered), size)
    times = np.zeros((len(ordered), 13))
    times[np.arange(len(ordered))[:, None], ranks] = 1
    return RankSets((1 << ranks).sum(axis=1), KEYS[ranks].sum(axis=1), times)


@cache
def combined_indices(size: int, rest: int) -> Numbers:
    """Return the index of each set of `size` ranks combined with each multiset of `rest` ranks.

    The index is that of the combined multiset, and the shape is (sets, multisets).
    """
    return multisets(size + rest).number.take(rank_sets(size).key[:, None] + multisets(rest).key)
