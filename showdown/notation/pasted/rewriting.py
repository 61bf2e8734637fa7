"""Rewrites a text piece by piece, and remembers where each character of it stood before."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, Self


class Rewritten(NamedTuple):
    """A text, and for each of its characters where in the source its origin begins and ends."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, source: str) -> Self:
        """The source as it is."""
        return cls(source, tuple(range(len(source))), tuple(range(1, len(source) + 1)))

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where in the source this piece of the text comes from."""
        if not self.text:
            return 0, 0
        last = len(self.text) - 1
        first = min(start, last)
        return self.starts[first], max(
            self.starts[first], self.ends[max(first, min(end - 1, last))]
        )

    def sub(self, pattern: re.Pattern[str], piece: Callable[[re.Match[str]], str]) -> Self:
        """The text with what matches replaced: each new character comes from the whole match."""
        texts: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for match in pattern.finditer(self.text):
            new = piece(match)
            if match.start() == match.end() or new == match[0]:
                continue
            texts += (self.text[at : match.start()], new)
            starts += self.starts[at : match.start()]
            ends += self.ends[at : match.start()]
            starts += [self.starts[match.start()]] * len(new)
            ends += [self.ends[match.end() - 1]] * len(new)
            at = match.end()
        if not at:
            return self
        texts.append(self.text[at:])
        return type(self)("".join(texts), (*starts, *self.starts[at:]), (*ends, *self.ends[at:]))

    def assembled(self, pieces: Iterable[tuple[str, int, int]]) -> Self:
        """A text of pieces, each with the place in this text that it comes from.

        A piece as long as its place has its characters one by one; of another each comes from all.
        """
        texts: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for text, start, end in pieces:
            texts.append(text)
            if len(text) == end - start:
                starts += self.starts[start:end]
                ends += self.ends[start:end]
            else:
                first, last = self.place(start, end)
                starts += [first] * len(text)
                ends += [last] * len(text)
        return type(self)("".join(texts), tuple(starts), tuple(ends))
