"""Answers as columns: lists of as many values as a deal has contests or players."""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

type Rows = NDArray[np.int64]


class ListColumn:
    """A column of lists that is filled in any order; a row that is never filled is null."""

    def __init__(self, lengths: Rows, kind: np.dtype[np.generic] | type[np.generic]) -> None:
        self._lengths = lengths
        self._starts = _starts(lengths)
        self._values = np.zeros(int(self._starts[-1]), kind)
        self._is_null = np.ones(len(lengths), np.bool_)

    def fill(self, rows: Rows, values: NDArray[np.generic]) -> None:
        """The lists (n, length) of these rows."""
        self._is_null[rows] = False
        if len(rows) == len(self._lengths):  # in order, as in most batches
            self._values[:] = values.reshape(-1)
        else:
            places = self._starts[rows, None] + np.arange(values.shape[1])
            self._values[places] = values

    def put(self, row: int, values: Iterable[int | float]) -> None:
        self._is_null[row] = False
        self._values[self._starts[row] : self._starts[row + 1]] = list(values)

    def array(self) -> pa.ListArray:
        starts = pa.array(self._starts.astype(np.int32))
        mask = pa.array(self._is_null) if self._is_null.any() else None
        return pa.ListArray.from_arrays(starts, pa.array(self._values), mask=mask)


def _starts(lengths: Rows) -> Rows:
    """Where each list starts, and where the last one ends. In most batches all are as long."""
    if len(lengths) and (lengths == lengths[0]).all():
        return np.arange(len(lengths) + 1, dtype=np.int64) * int(lengths[0])
    return np.concatenate([[0], np.cumsum(lengths)])
