"""A night and its hands with other names in place of the players'."""

from collections.abc import Mapping
from typing import Any

from showdown.audits.night.night_json import NightJson
from showdown.audits.night.telling import names_in

_OF_PLAYERS = ("player", "from", "to")
_ABOUT_PLAYERS = ("winners",)
_WORDS = ("reason", "file", "table", "unmet")
"""What may have a player's name in it, and is left out."""


def aliases_of(told: NightJson) -> dict[str, str]:
    """`Player 1`, who won most, and so on, by the players' names."""
    names = dict.fromkeys(names_in(told))
    return {name: f"Player {number}" for number, name in enumerate(names, 1)}


def renamed(part: Any, aliases: Mapping[str, str]) -> Any:
    """The night, a hand or a part of them with these names, without words that may have others."""
    if isinstance(part, list):
        return [renamed(item, aliases) for item in part]
    if not isinstance(part, dict):
        return part
    return {key: _renamed(key, value, aliases) for key, value in part.items() if key not in _WORDS}


def _renamed(key: str, value: Any, aliases: Mapping[str, str]) -> Any:
    if key in _OF_PLAYERS:
        return aliases.get(value, value)
    if key in _ABOUT_PLAYERS:
        return [aliases.get(name, "") for name in value]
    return renamed(value, aliases)
