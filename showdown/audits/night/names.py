"""Which names of a log are one player: those merged by hand, and those of one id in the log."""

from collections.abc import Iterable
from typing import Self

from showdown.notation.logs.logged_hand import LoggedHand


class InvalidNames(ValueError):
    """Names that can't be merged as they are written, with the reason."""


class Names:
    """The one name of each player.

    By default everybody is who the log says. `also` has other names of a player: `ann: Anna`. With
    `by_id`, players with one id in the log are one, by the first name that it has for them, and two
    players with one name but other ids are two.
    """

    def __init__(self, also: dict[str, str] | None = None, *, by_id: bool = False) -> None:
        self._also = also or {}
        self._by_id = by_id
        self._name_of_id: dict[str, str] = {}
        self._id_of_name: dict[str, str] = {}

    @classmethod
    def of(cls, merged: Iterable[str], *, by_id: bool = False) -> Self:
        """From texts such as `Anna=ann,Anna K`. Raises InvalidNames."""
        also: dict[str, str] = {}
        for text in merged:
            name, equals, others = (part.strip() for part in text.partition("="))
            names = [other.strip() for other in others.split(",") if other.strip()]
            if not (name and equals and names):
                raise InvalidNames(f"“{text[:60]}” isn't written like “Anna=ann,Anna K”")
            for other in names:
                if also.setdefault(other, name) != name:
                    raise InvalidNames(f"“{other[:60]}” is to be two players")
        if chained := next((name for name in also.values() if name in also), ""):
            raise InvalidNames(f"“{chained[:60]}” is to be another player too")
        return cls(also, by_id=by_id)

    def in_hand(self, hand: LoggedHand) -> dict[str, str]:
        """The player's name for each name in this hand."""
        return {name: self._one(name, hand.ids.get(name, "")) for name in hand.seats}

    def _one(self, name: str, token: str) -> str:
        if self._by_id and token:
            name = self._by_token(name, token)
        return self._also.get(name, name)

    def _by_token(self, name: str, token: str) -> str:
        """The first name of the id; another player's name is told apart by the id behind it."""
        if token not in self._name_of_id:
            if self._id_of_name.setdefault(name, token) != token:
                name = f"{name} @ {token}"
            self._name_of_id[token] = name
        return self._name_of_id[token]
