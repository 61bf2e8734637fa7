"""The lines of one hand, which can be gone through only as long as its CPU time lasts."""

from collections.abc import Iterable, Iterator, Sequence
from time import thread_time
from typing import SupportsIndex, overload

MOST_SECONDS = 2.0
"""CPU time for reading one hand. What is within the other bounds takes a fraction of it."""

_BETWEEN_LOOKS = 64


class TakesTooLong(Exception):
    """Reading a hand has used up its CPU time."""


def timed(lines: list[str]) -> Sequence[str]:
    """The lines, which take too long only if they are many: few are not looked after."""
    return HandLines(lines) if len(lines) > _BETWEEN_LOOKS else lines


class HandLines(list[str]):
    """The lines of a hand. Going through them, or a slice of them, may raise TakesTooLong."""

    def __init__(self, lines: Iterable[str], ends: float | None = None) -> None:
        super().__init__(lines)
        self._ends = thread_time() + MOST_SECONDS if ends is None else ends

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _BETWEEN_LOOKS):
            if thread_time() > self._ends:
                raise TakesTooLong
            yield from super().__getitem__(slice(start, start + _BETWEEN_LOOKS))

    @overload
    def __getitem__(self, place: SupportsIndex) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> "HandLines": ...

    def __getitem__(self, place: SupportsIndex | slice) -> "str | HandLines":
        if isinstance(place, slice):
            return HandLines(super().__getitem__(place), self._ends)
        return super().__getitem__(place)
