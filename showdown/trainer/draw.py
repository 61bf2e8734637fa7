"""Chance from a seed, the same on every machine and with every version of Python and NumPy.

Only what these promise to keep is used: `random.Random.random` and the raw numbers of Philox.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

_WORD = 2**32
_PLACE = np.uint32(63)
"""The bits of a word that say the place of a card; no deck has more."""


class Draw:
    """Draws from a seed: the same seed draws the same."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)  # noqa: S311 - cards to practise with, nothing secret

    def below(self, count: int) -> int:
        """A whole number from 0 up to `count`, which is left out."""
        return int(self._random.random() * count)

    def pick[T](self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def between(self, least: int, most: int) -> int:
        """A whole number; both ends may come."""
        return least + self.below(most - least + 1)

    def shuffled[T](self, values: Sequence[T]) -> list[T]:
        keys = [self._random.random() for _ in values]
        return [values[place] for place in sorted(range(len(keys)), key=keys.__getitem__)]

    def deals(self, cards: NDArray[np.uint8], count: int, width: int) -> NDArray[np.uint8]:
        """So many deals of `width` different cards out of these, as the rows of an array."""
        return cards[_order(self._raw(count, len(cards)))[:, :width]]

    def others(
        self, deals: NDArray[np.uint8], cards: Sequence[int], width: int
    ) -> NDArray[np.uint8]:
        """For each deal so many of these cards that it doesn't have."""
        every = np.array(cards, np.uint8)
        is_dealt = (deals[:, :, None] == every).any(axis=1)
        raw = self._raw(len(deals), len(every)) >> np.uint32(1)
        raw[is_dealt] = _WORD - 1
        return every[_order(raw)[:, :width]]

    def turns(self, count: int, width: int) -> NDArray[np.uint8]:
        """An array of numbers from 1 to 3: how far each card's suit is turned."""
        return (self._raw(count, width) % np.uint32(3) + np.uint32(1)).astype(np.uint8)

    def _raw(self, rows: int, width: int) -> NDArray[np.uint32]:
        """Random words, two of each number that Philox draws: its lower half comes first."""
        key, words = self.below(_WORD) * _WORD + self.below(_WORD), rows * width
        raw: NDArray[np.uint64] = np.random.Philox(key=key).random_raw((words + 1) // 2)
        return raw.astype("<u8", copy=False).view("<u4")[:words].reshape(rows, width)


def _order(raw: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The places of each row by their numbers. What is sorted says its own place, which is faster
    than to ask for the order, and the same however NumPy sorts."""
    places = np.arange(raw.shape[1], dtype=np.uint32)
    return np.sort(raw & ~_PLACE | places, axis=1) & _PLACE
