"""Merge different names of a player in a log, as listed by the user, or by id."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from showdown.evaluator.errors import Fault, InvalidDeal, InvalidWagers
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.wager_words import read_amount, to_units

SAME = "same"
"""Name of the field that lists the names to merge."""
MAX_NAMES_LENGTH = 2_000
"""Maximum length of a text of names to merge."""
_MAX_QUOTE_LENGTH = 60


class NotMerged(InvalidDeal):
    """A list of names to merge is malformed."""

    message = "“{text}” isn't written like “Anna=ann,Anna K”"

    text: str


class TwoPlayers(InvalidDeal):
    """A name is merged into two players."""

    message = "“{text}” can't belong to two players"

    text: str


class TooManyNames(InvalidDeal):
    """A list of names to merge is too long."""

    message = f"the names to merge may have at most {MAX_NAMES_LENGTH} characters"


class Names:
    """The players behind the names in a log. By default, each name is a different player.

    `aliases` maps other names to a player's name: `{"ann": "Anna"}`. If `by_id` is true, names
    with the same id are one player, who gets the first of these names, and equal names with
    different ids are different players.
    """

    def __init__(self, aliases: dict[str, str] | None = None, *, by_id: bool = False) -> None:
        self._aliases = aliases or {}
        self._unknown = set(self._aliases)
        self._by_id = by_id
        self._name_of_id: dict[str, str] = {}
        self._id_of_name: dict[str, str] = {}

    @classmethod
    def parse(cls, text: str, *, by_id: bool = False) -> Self:
        """Parse a text: `Anna=ann,Anna K; Bob=Rob`. Raise InvalidDeal if it is invalid."""
        aliases: dict[str, str] = {}
        if len(text) > MAX_NAMES_LENGTH:
            raise TooManyNames(field=SAME)
        for player in filter(str.strip, text.split(";")):
            name, equals, others = (part.strip() for part in player.partition("="))
            names = [other.strip() for other in others.split(",") if other.strip()]
            if not (name and equals and names):
                raise NotMerged(text=player.strip()[:_MAX_QUOTE_LENGTH], field=SAME)
            for other in names:
                if aliases.setdefault(other, name) != name:
                    raise TwoPlayers(text=other[:_MAX_QUOTE_LENGTH], field=SAME)
        if chained := next((name for name in aliases.values() if name in aliases), ""):
            raise TwoPlayers(text=chained[:_MAX_QUOTE_LENGTH], field=SAME)
        return cls(aliases, by_id=by_id)

    def map_names(self, hand: LoggedHand) -> dict[str, str]:
        """Return the player of each name in this hand."""
        players = {}
        for name in hand.seats:
            name_in_log = self._name_of(name, hand.ids.get(name, ""))
            self._unknown.discard(name_in_log)
            players[name] = self._aliases.get(name_in_log, name_in_log)
        return players

    @property
    def unknown_names(self) -> list[str]:
        """Return the names to merge that haven't occurred so far."""
        return sorted(self._unknown)

    def _name_of(self, name: str, player_id: str) -> str:
        """Return the first name of the id, with the id appended if another player has that name."""
        if not (self._by_id and player_id):
            return name
        if player_id not in self._name_of_id:
            if self._id_of_name.setdefault(name, player_id) != player_id:
                name = f"{name} @ {player_id}"
            self._name_of_id[player_id] = name
        return self._name_of_id[player_id]


NIGHT_FIELDS = ("chip", "same", "by_id")
"""Names of the options, as in forms and stored terms."""


class NightOptions(NamedTuple):
    """Options of a night: those of `Names`, and a chip's value in hundredths (0 if not given)."""

    chip: int = 0
    same: str = ""
    by_id: bool = False

    def names(self) -> Names:
        return Names.parse(self.same, by_id=self.by_id)


def parse_night_options(*, chip: str = "", same: str = "", by_id: str = "") -> NightOptions:
    """Parse the options. Raise InvalidDeal if one is invalid."""
    chip_value = to_units(read_amount(chip, field="chip"), 2) if chip else 0
    if chip and chip_value <= 0:
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=chip[:20], field="chip")
    options = NightOptions(chip_value, same, bool(by_id))
    options.names()
    return options


def parse_stored_night_options(terms: Mapping[str, str]) -> NightOptions:
    """Parse the night options in the stored terms of an audit."""
    return parse_night_options(**{name: terms[name] for name in NIGHT_FIELDS if name in terms})
