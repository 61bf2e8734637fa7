"""Cards in the languages in which 888poker writes them: `QPik`, `Kns`, `Ht`."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from showdown.evaluator.cards import Cards
from showdown.notation.logs.log_cards import cards_of

_SEPARATORS = re.compile(r"[,\s]+")
_CARD = re.compile(r"(\d+|Kn|[^\W\d_])(\w+)")
_HIDDEN = frozenset("?xX*-")


class _Language(NamedTuple):
    """The letters of face cards and suits, in English: ranks that are missing are as in English."""

    ranks: Mapping[str, str]
    suits: Mapping[str, str]


_RANKS = {**{rank: rank for rank in "23456789TJQKA"}, "10": "T"}
_SUITS = {suit: suit for suit in "cdhs"}
_SCANDINAVIAN = {"Kn": "J", "D": "Q", "E": "A"}
_DUTCH = {"B": "J", "V": "Q", "H": "K"}
_GERMAN = {"B": "J", "D": "Q"}
_DANISH = {**_GERMAN, "E": "A"}
_RUSSIAN = {"В": "J", "Д": "Q", "К": "K", "Т": "A"}
_RUSSIAN_READ_WRONG = {"Â": "J", "Ä": "Q", "Ê": "K", "Ò": "A"}
_FRENCH = {"V": "J", "D": "Q", "R": "K"}
_ITALIAN = {"F": "J", "D": "Q", "R": "K"}
_GERMAN_SUITS = {"Pik": "s", "Herz": "h", "Karo": "d", "Kreuz": "c"}

_LANGUAGES = tuple(
    _Language({**_RANKS, **ranks}, suits)
    for ranks, suits in (
        ({}, _SUITS),
        (_SCANDINAVIAN, _SUITS),
        (_DUTCH, _SUITS),
        (_GERMAN, _SUITS),
        (_GERMAN, _GERMAN_SUITS),
        (_DANISH, _SUITS),
        (_RUSSIAN, _SUITS),
        (_RUSSIAN_READ_WRONG, _SUITS),
        (_SCANDINAVIAN, {"s": "s", "h": "h", "r": "d", "k": "c"}),
        (_DUTCH, {"s": "s", "h": "h", "r": "d", "k": "c"}),
        ({"D": "T"}, {"p": "s", "c": "h", "d": "d", "t": "c"}),  # Spanish
        (_FRENCH, {"p": "s", "c": "h", "k": "d", "t": "c"}),
        (_ITALIAN, {"p": "s", "c": "h", "q": "d", "f": "c"}),
        ({"D": "T"}, {"e": "s", "c": "h", "o": "d", "p": "c"}),  # Portuguese
    )
)


def foreign_cards(texts: Iterable[str]) -> Callable[[str], Cards | None]:
    """Return a reader of such texts as these of one hand, in the first language that fits all.

    If none does, the language changes within the hand, and each text has one of its own.
    """
    language = _language_of([card for text in texts for card in _split(text)])
    return partial(_cards, language) if language else _cards_in_any


def _language_of(cards: Iterable[str]) -> _Language | None:
    """The first language in which all these cards make sense."""
    cards = list(cards)
    return next((one for one in _LANGUAGES if all(_english(card, one) for card in cards)), None)


def _cards_in_any(text: str) -> Cards | None:
    return _cards(_language_of(_split(text)) or _LANGUAGES[0], text)


def _split(text: str) -> list[str]:
    return [card for card in _SEPARATORS.split(text.strip()) if card]


def _english(card: str, language: _Language) -> str:
    """`Ah`; empty where this isn't a card in this language."""
    if _HIDDEN.issuperset(card):
        return card
    parts = _CARD.fullmatch(card)
    if not parts or parts[1] not in language.ranks or parts[2] not in language.suits:
        return ""
    return language.ranks[parts[1]] + language.suits[parts[2]]


def _cards(language: _Language, text: str) -> Cards | None:
    """The cards in this text; None if one was not seen. Raises UnknownCard."""
    return cards_of([_english(card, language) or card for card in _split(text)])
