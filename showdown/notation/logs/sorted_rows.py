"""Sorts the rows of a log that is newest first, on disk once they are many."""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import chain
from tempfile import TemporaryFile
from typing import IO

IN_MEMORY = 64 << 20
"""Bytes of rows that are sorted at once: some 10,000 hands."""

_OF_A_ROW = 300
"""Bytes that a row takes beside the letters of its entry."""

_MOST_RUNS = 64
"""Sorted runs of rows that are merged into one: each is an open file."""


type Row = tuple[str, int, str, str]
"""The order of a row, the number of its line, the time, and what happened.

The order is sorted as text: milliseconds, then what came first in one, with or without zeros.
"""


class SortedRows:
    """Rows are added as they come, and read once, in their order."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._size = 0
        self._levels: list[list[IO[str]]] = []

    def add(self, rows: Sequence[Row]) -> None:
        self._rows += rows
        self._size += len(rows) * _OF_A_ROW + sum([len(row[3]) for row in rows])
        if self._size > IN_MEMORY:
            self._keep(_written(self._sorted()), 0)

    def _keep(self, run: IO[str], level: int) -> None:
        """Runs of one level are merged into one of the next, so that a row is written few times."""
        if level == len(self._levels):
            self._levels.append([])
        runs = self._levels[level]
        runs.append(run)
        if len(runs) == _MOST_RUNS:
            merged = _written(merge(*map(_read, runs)))
            _close(runs)
            self._keep(merged, level + 1)

    def __iter__(self) -> Iterator[Row]:
        last, runs = self._sorted(), list(chain.from_iterable(self._levels))
        try:
            yield from merge(*map(_read, runs), last) if runs else last
        finally:
            _close(runs)
            self._levels.clear()

    def _sorted(self) -> list[Row]:
        rows, self._rows, self._size = self._rows, [], 0
        rows.sort()
        return rows


def _close(runs: list[IO[str]]) -> None:
    for run in runs:
        run.close()
    runs.clear()


def _written(rows: Iterator[Row] | list[Row]) -> IO[str]:
    """A file with the rows, one a line: only the last part of one may have tabs in it."""
    file = TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="\n")  # noqa: SIM115
    file.writelines(f"{order}\t{number}\t{at}\t{entry}\n" for order, number, at, entry in rows)
    file.seek(0)
    return file


def _read(file: IO[str]) -> Iterator[Row]:
    for line in file:
        order, number, at, entry = line.removesuffix("\n").split("\t", 3)
        yield order, int(number), at, entry
