"""Random choices from a seed that are the same on every machine and version of Python and NumPy.

They are derived only from sources whose documentation promises stable numbers: the `random` method
of `random.Random`, and the raw numbers of Philox.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

_WORD_RANGE = 2**32
_INDEX_BITS = np.uint32(63)
"""A mask of the low bits of a random word, which contain the index of a card, at most 63."""


class RandomSource:
    """A source of random choices. The same seed yields the same sequence."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)  # noqa: S311 - cards to practice with, nothing secret

    def integer_below(self, limit: int) -> int:
        """Return an integer from 0 to `limit` - 1."""
        return int(self._random.random() * limit)

    def happens(self, probability: float) -> bool:
        return self._random.random() < probability

    def pick[T](self, choices: Sequence[T]) -> T:
        return choices[self.integer_below(len(choices))]

    def integer_between(self, minimum: int, maximum: int) -> int:
        """Return an integer from `minimum` to `maximum`, inclusive."""
        return minimum + self.integer_below(maximum - minimum + 1)

    def shuffled[T](self, values: Sequence[T]) -> list[T]:
        keys = [self._random.random() for _ in values]
        return [values[index] for index in sorted(range(len(keys)), key=keys.__getitem__)]

    def deals(self, cards: NDArray[np.uint8], count: int, width: int) -> NDArray[np.uint8]:
        """Return `count` deals of `width` different cards, shape (count, width)."""
        return cards[_sorting_indices(self._random_words(count, len(cards)))[:, :width]]

    def other_cards(
        self, deals: NDArray[np.uint8], cards: Sequence[int], width: int
    ) -> NDArray[np.uint8]:
        """Return, for each deal, `width` of these cards that the deal doesn't contain."""
        candidates = np.array(cards, np.uint8)
        is_dealt = (deals[:, :, None] == candidates).any(axis=1)
        raw = self._random_words(len(deals), len(candidates)) >> np.uint32(1)
        raw[is_dealt] = _WORD_RANGE - 1
        return candidates[_sorting_indices(raw)[:, :width]]

    def suit_shifts(self, count: int, width: int) -> NDArray[np.uint8]:
        """Return an array of shape (count, width) of numbers from 1 to 3, to add to suits."""
        return (self._random_words(count, width) % np.uint32(3) + np.uint32(1)).astype(np.uint8)

    def _random_words(self, rows: int, width: int) -> NDArray[np.uint32]:
        """Return random 32-bit words of shape (rows, width).

        Each 64-bit number of Philox yields two words, the lower half first.
        """
        key = self.integer_below(_WORD_RANGE) * _WORD_RANGE + self.integer_below(_WORD_RANGE)
        words = rows * width
        raw: NDArray[np.uint64] = np.random.Philox(key=key).random_raw((words + 1) // 2)
        return raw.astype("<u8", copy=False).view("<u4")[:words].reshape(rows, width)


def _sorting_indices(raw: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the indices that sort each row.

    The low bits of each number are replaced by its index: `sort` is faster than `argsort`, and the
    result doesn't depend on the order of equal numbers.
    """
    indexes = np.arange(raw.shape[1], dtype=np.uint32)
    return np.sort(raw & ~_INDEX_BITS | indexes, axis=1) & _INDEX_BITS
