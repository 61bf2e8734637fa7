"""Who sits where at the table of a hand, and whom a line is about."""

from bisect import bisect
from collections.abc import Collection, Iterator, KeysView

from showdown.evaluator.wagers import MOST_SEATS
from showdown.notation.logs.log_format import Unreadable

LONGEST_PLAYER = 100
"""Characters of a player's name."""


class Seats:
    """The seats of one hand, by the names of the players.

    In a line, `separator` stands between a name and what the player does.
    """

    def __init__(self, separator: str = ": ") -> None:
        self._separator = separator
        self._number_of: dict[str, int] = {}
        self._name_at: dict[int, str] = {}
        self._odd_names: list[str] = []

    @property
    def names(self) -> KeysView[str]:
        return self._number_of.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self._number_of)

    def __contains__(self, name: object) -> bool:
        return name in self._number_of

    def add(self, name: str, number: int) -> None:
        """Raises Unreadable where no table has such a seat."""
        if name in self._number_of:
            raise Unreadable("two seats have one name")
        if len(self._number_of) == MOST_SEATS:
            raise Unreadable(f"a table has at most {MOST_SEATS} seats")
        if len(name) > LONGEST_PLAYER:
            raise Unreadable(f"a name has at most {LONGEST_PLAYER} characters")
        self._number_of[name] = number
        self._name_at[number] = name
        if self._separator in name:
            self._odd_names.append(name)
            self._odd_names.sort(key=len, reverse=True)

    def at(self, number: int) -> str:
        """Who sits there; empty if nobody does."""
        return self._name_at.get(number, "")

    def split(self, line: str) -> tuple[str, str]:
        """The player whom the line is about, and the rest of it; both empty if it is about nobody.

        Names may contain the separator: then the longest that fits is meant.
        """
        if self._odd_names:
            for name in self._odd_names:
                if line.startswith(name) and line.startswith(self._separator, len(name)):
                    return name, line[len(name) + len(self._separator) :]
        name, separator, rest = line.partition(self._separator)
        return (name, rest) if separator and name in self._number_of else ("", "")

    def clockwise(self, names: Collection[str], button: int) -> tuple[str, ...]:
        """Those of the names that have a seat, in order from the first seat after the button."""
        number_of = self._number_of
        seated = [name for name in number_of if name in names]
        seated.sort(key=number_of.__getitem__)
        first = bisect(seated, button, key=number_of.__getitem__)
        return (*seated[first:], *seated[:first])
