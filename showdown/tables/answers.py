"""Answers as columns: lists of as many values as a deal has contests or players."""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

type Rows = NDArray[np.int64]

NULL = -1
"""The length of a list that isn't there."""


class Places:
    """Where the lists of a column are, given the length of each; columns of one kind share them."""

    def __init__(self, lengths: Rows) -> None:
        is_null = lengths < 0
        self.count = len(lengths)
        self.starts = np.zeros(self.count + 1, np.int32)
        np.cumsum(np.where(is_null, 0, lengths), out=self.starts[1:])
        self.mask = pa.array(is_null) if is_null.any() else None

    @classmethod
    def alike(cls, count: int, length: int) -> "Places":
        """So many lists of one length, as in most batches."""
        places = cls.__new__(cls)
        places.count, places.mask = count, None
        places.starts = np.arange(count + 1, dtype=np.int32) * np.int32(length)
        return places


class ListColumn:
    """A column of lists that is filled in any order."""

    def __init__(self, places: Places, kind: type[np.generic]) -> None:
        self._places = places
        self._kind = kind
        self._values: NDArray[np.generic] = np.empty(0, kind)

    def fill(self, rows: Rows, values: NDArray[np.generic]) -> None:
        """The lists (n, length) of these rows, which are in order."""
        if len(rows) == self._places.count:  # as in most batches
            self._make_room()
            self._values.reshape(values.shape)[:] = values
            return
        self._make_room()
        places = self._places.starts[rows, None] + np.arange(values.shape[1], dtype=np.int32)
        self._values[places] = values

    def put(self, row: int, values: Iterable[int | float]) -> None:
        self._make_room()
        start, end = self._places.starts[row : row + 2]
        self._values[start:end] = list(values)

    def array(self) -> pa.ListArray:
        starts, mask = pa.array(self._places.starts), self._places.mask
        return pa.ListArray.from_arrays(starts, pa.array(self._values), mask=mask)

    def _make_room(self) -> None:
        if not len(self._values):
            self._values = _room(int(self._places.starts[-1]), self._kind)


def _room(count: int, kind: type[np.generic]) -> NDArray[np.generic]:
    """An array in Arrow's own memory, which is used again and not handed back in between."""
    return np.frombuffer(pa.allocate_buffer(count * np.dtype(kind).itemsize), kind)
