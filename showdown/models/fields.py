"""Columns of the store that hold more than numbers and texts, and lookups that constraints need."""

import re
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import BinaryField, Field, IntegerField, Transform

from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.rule_sets import RuleSet, find_rule_set
from showdown.evaluator.wagers import Wagers
from showdown.notation.contract import Contract
from showdown.notation.registry import CONTRACTS
from showdown.notation.wager_words import read_wagers, wagers_words


def game_of_number(number: int) -> Game:
    """The game that this number stands for. Raises LookupError."""
    for game in GAMES.values():
        if game.number == number:
            return game
    raise LookupError(f"no game has the number {number}")


def wagers_text(wagers: Wagers) -> str:
    """The words of a deal on a line: `In:HandA=500,HandB=200 Fold:HandB`."""
    return " ".join(f"{name}:{text}" for name, text in wagers_words(wagers))


class GameField(Field):
    """A `Game`, stored as its number; a query may name it by its slug."""

    _pyi_private_set_type: Game | str
    _pyi_private_get_type: Game

    def get_internal_type(self) -> str:
        return "SmallIntegerField"

    def from_db_value(self, value: int | None, *args: Any) -> Game | None:
        return None if value is None else game_of_number(value)

    def to_python(self, value: Any) -> Game | None:
        if value is None or isinstance(value, Game):
            return value
        return find_game(value)

    def get_prep_value(self, value: Any) -> int | None:
        game = self.to_python(value)
        return None if game is None else game.number

    def value_to_string(self, obj: Any) -> str:
        return getattr(obj, self.attname).slug


class GameOfDealsField(GameField):
    """Null where there are no deals: nobody asks there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"null": True})


_WORD = re.compile(r'(\w+):((?:"[^"]*"|[^" ])*)')
"""A word of wagers and its value, in which labels with blanks are in quotes."""


class WagersField(Field):
    """`Wagers`, stored as their text."""

    _pyi_private_set_type: Wagers | None
    _pyi_private_get_type: Wagers | None

    def get_internal_type(self) -> str:
        return "TextField"

    def from_db_value(self, value: str | None, *args: Any) -> Wagers | None:
        return None if value is None else self.to_python(value)

    def to_python(self, value: Any) -> Wagers | None:
        if value is None or isinstance(value, Wagers):
            return value
        return read_wagers(_WORD.findall(value))

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else wagers_text(value)

    def value_to_string(self, obj: Any) -> str:
        return wagers_text(getattr(obj, self.attname))


class ContractField(Field):
    """A `Contract`, stored as its name."""

    _pyi_private_set_type: Contract
    _pyi_private_get_type: Contract

    def get_internal_type(self) -> str:
        return "CharField"

    def from_db_value(self, value: str | None, *args: Any) -> Contract | None:
        return None if value is None else CONTRACTS[value]

    def to_python(self, value: Any) -> Contract | None:
        return value if value is None or isinstance(value, Contract) else CONTRACTS[value]

    def get_prep_value(self, value: Any) -> str | None:
        contract = self.to_python(value)
        return None if contract is None else contract.name


class ContractOfDealsField(ContractField):
    """Null where there are no deals: nobody asks there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"null": True})


class RuleSetField(Field):
    """A `RuleSet`, stored as its slug."""

    _pyi_private_set_type: RuleSet
    _pyi_private_get_type: RuleSet

    def get_internal_type(self) -> str:
        return "CharField"

    def from_db_value(self, value: str, *args: Any) -> RuleSet:
        return find_rule_set(value)

    def to_python(self, value: Any) -> RuleSet:
        return value if isinstance(value, RuleSet) else find_rule_set(value)

    def get_prep_value(self, value: Any) -> str:
        return self.to_python(value).slug


@BinaryField.register_lookup
class ByteLength(Transform):
    """How many bytes a binary column holds: `cards__bytes`."""

    lookup_name = "bytes"
    function = "octet_length"
    output_field = IntegerField()


@ArrayField.register_lookup
class Cardinality(Transform):
    """How many places an array has: `winners__places`."""

    lookup_name = "places"
    function = "cardinality"
    output_field = IntegerField()
