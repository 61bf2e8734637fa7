"""All hands of five to seven cards by kind: hands of one kind have equal strengths.

If no five cards have one suit, only the ranks matter; otherwise the ranks in that suit and those of
the rest.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Kinds(NamedTuple):
    """A hand of each kind as card numbers (n, count), and the number of hands of that kind (n)."""

    cards: NDArray[np.uint8]
    hands: NDArray[np.int64]


@cache
def every_kind(count: int, ranks: tuple[int, ...] = tuple(range(13))) -> Kinds:
    """Return the kinds of hands with `count` cards from a deck of these ranks in four suits."""
    cards, hands = [], []
    suited_of: Counter[tuple[int, ...]] = Counter()
    for size in range(5, count + 1):
        for suited in combinations(ranks, size):
            for rest in combinations_with_replacement(ranks, count - size):
                ways = 4 * _ways(rest, 3)
                suited_of[tuple(sorted(suited + rest))] += ways
                others = [rank * 4 + suit for suit, rank in enumerate(rest, 1)]
                cards.append([*(rank * 4 for rank in suited), *others])
                hands.append(ways)
    for every in combinations_with_replacement(ranks, count):
        if ways := _ways(every, 4) - suited_of[every]:
            cards.append([rank * 4 + place % 4 for place, rank in enumerate(every)])
            hands.append(ways)
    return Kinds(np.array(cards, np.uint8), np.array(hands))


def _ways(ranks: tuple[int, ...], suits: int) -> int:
    """Return the number of sets of cards that have these ranks in this many suits."""
    return prod(comb(suits, times) for times in Counter(ranks).values())
