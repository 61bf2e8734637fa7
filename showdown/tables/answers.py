"""Build Arrow columns of lists: a value for each contest or player of a deal."""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

type Rows = NDArray[np.int64]

NULL = -1
"""The length of a null list."""


class Offsets:
    """The offsets of a list column, computed from the lengths of its lists.

    Several columns can share them.
    """

    def __init__(self, lengths: Rows) -> None:
        is_null = lengths < 0
        self.count = len(lengths)
        self.starts = np.zeros(self.count + 1, np.int32)
        np.cumsum(np.where(is_null, 0, lengths), out=self.starts[1:])
        self.mask = pa.array(is_null) if is_null.any() else None

    @classmethod
    def of_equal_lengths(cls, count: int, length: int) -> "Offsets":
        """Return the offsets of `count` lists of one length, the usual case."""
        offsets = cls.__new__(cls)
        offsets.count, offsets.mask = count, None
        offsets.starts = np.arange(count + 1, dtype=np.int32) * np.int32(length)
        return offsets


class ListColumn:
    """A list column whose rows are filled in any order."""

    def __init__(self, offsets: Offsets, kind: type[np.generic]) -> None:
        self._offsets = offsets
        self._kind = kind
        self._values: NDArray[np.generic] = np.empty(0, kind)

    def fill(self, rows: Rows, values: NDArray[np.generic]) -> None:
        """Set the lists of these rows to `values` (n, length). The rows must be ascending."""
        self._make_room()
        if len(rows) == self._offsets.count:  # all rows are in one group
            self._values.reshape(values.shape)[:] = values
            return
        indices = self._offsets.starts[rows, None] + np.arange(values.shape[1], dtype=np.int32)
        self._values[indices] = values

    def put(self, row: int, values: Iterable[int | float]) -> None:
        """Set the list of one row."""
        self._make_room()
        start, end = self._offsets.starts[row : row + 2]
        self._values[start:end] = list(values)

    def array(self) -> pa.ListArray:
        starts, mask = pa.array(self._offsets.starts), self._offsets.mask
        return pa.ListArray.from_arrays(starts, pa.array(self._values), mask=mask)

    def _make_room(self) -> None:
        if not len(self._values):
            # Unlike the default, Arrow's allocator reuses memory instead of returning it after each
            # batch.
            size = int(self._offsets.starts[-1]) * np.dtype(self._kind).itemsize
            self._values = np.frombuffer(pa.allocate_buffer(size), self._kind)
