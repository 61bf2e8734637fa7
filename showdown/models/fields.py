"""Columns of the store: a game as its number, and the length of a binary column in constraints."""

from typing import Any

from django.db.models import BinaryField, Field, IntegerField, Transform

from showdown.evaluator.games import GAMES, Game, find_game

GAME_NUMBERS = {game.slug: game.number for game in GAMES.values()}
GAME_OF_NUMBER = {game.number: game for game in GAMES.values()}


class GameField(Field):
    """A `Game`, stored as its number; a query may name it by its slug."""

    _pyi_private_set_type: Game | str
    _pyi_private_get_type: Game

    def get_internal_type(self) -> str:
        return "SmallIntegerField"

    def from_db_value(self, value: int | None, *args: Any) -> Game | None:
        return None if value is None else GAME_OF_NUMBER[value]

    def to_python(self, value: Any) -> Game | None:
        if value is None or isinstance(value, Game):
            return value
        return find_game(value)

    def get_prep_value(self, value: Any) -> int | None:
        game = self.to_python(value)
        return None if game is None else GAME_NUMBERS[game.slug]

    def value_to_string(self, obj: Any) -> str:
        return getattr(obj, self.attname).slug


@BinaryField.register_lookup
class ByteLength(Transform):
    """How many bytes a binary column holds: `cards__bytes`."""

    lookup_name = "bytes"
    function = "octet_length"
    output_field = IntegerField()
