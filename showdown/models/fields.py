"""Model fields for games, wagers, rule sets and formats, and transforms that constraints use."""

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import BinaryField, Field, IntegerField, Transform

from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.rule_sets import RuleSet, find_rule_set
from showdown.evaluator.wagers import Wagers
from showdown.notation.deal_format import DealFormat
from showdown.notation.registry import DEAL_FORMATS
from showdown.notation.wager_words import read_wagers, wagers_words


def wagers_text(wagers: Wagers) -> str:
    """Format wagers as the words of a deal line: `In:HandA=500,HandB=200 Fold:HandB`."""
    return " ".join(f"{name}:{text}" for name, text in wagers_words(wagers))


class CodedField(Field):
    """Base class of fields for objects that are stored as text or numbers.

    `decode` returns the object for a stored value or for a value in a query, and `encode` returns
    the stored value of an object. `stored_as` is the Django field with the type of the column.
    """

    stored_as: str
    decode: Callable[[Any], Any]
    encode: Callable[[Any], Any]

    def get_internal_type(self) -> str:
        return self.stored_as

    def from_db_value(self, value: Any, *args: Any) -> Any:
        return None if value is None else self.decode(value)

    def to_python(self, value: Any) -> Any:
        return self.decode(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> Any:
        value = self.to_python(value)
        return None if value is None else self.encode(value)

    def value_to_string(self, obj: Any) -> str:
        return self.encode(getattr(obj, self.attname))


class GameField(CodedField):
    """A `Game`, stored as its number; queries may use its slug."""

    _pyi_private_set_type: Game | str
    _pyi_private_get_type: Game
    stored_as = "SmallIntegerField"
    encode = attrgetter("number")

    @staticmethod
    def decode(stored: int | str) -> Game:
        if isinstance(stored, str):
            return find_game(stored)
        for game in GAMES.values():
            if game.number == stored:
                return game
        raise LookupError(f"no game has the number {stored}")

    def value_to_string(self, obj: Any) -> str:
        return getattr(obj, self.attname).slug


class GameOfDealsField(GameField):
    """A game that is null for batches without deals."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"null": True})


_KEYWORD = re.compile(r'(\w+):((?:"[^"]*"|[^" ])*)')
"""Pattern of a keyword and its value, in which labels with spaces are quoted."""


class WagersField(CodedField):
    """`Wagers`, stored as their text."""

    _pyi_private_set_type: Wagers | None
    _pyi_private_get_type: Wagers | None
    stored_as = "TextField"
    encode = staticmethod(wagers_text)

    @staticmethod
    def decode(stored: str) -> Wagers | None:
        return read_wagers(_KEYWORD.findall(stored))


class FormatOfDealsField(CodedField):
    """A `DealFormat`, stored as its name; null for files without deals."""

    _pyi_private_set_type: DealFormat
    _pyi_private_get_type: DealFormat
    stored_as = "CharField"
    decode = DEAL_FORMATS.__getitem__
    encode = attrgetter("name")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"null": True})


class RuleSetField(CodedField):
    """A `RuleSet`, stored as its slug."""

    _pyi_private_set_type: RuleSet
    _pyi_private_get_type: RuleSet
    stored_as = "CharField"
    decode = staticmethod(find_rule_set)
    encode = attrgetter("slug")


@BinaryField.register_lookup
class ByteLength(Transform):
    """Transform a binary column to its number of bytes: `cards__bytes`."""

    lookup_name = "bytes"
    function = "octet_length"
    output_field = IntegerField()


@ArrayField.register_lookup
class Cardinality(Transform):
    """Transform an array to its length: `winners__cardinality`."""

    lookup_name = "cardinality"
    function = "cardinality"
    output_field = IntegerField()
