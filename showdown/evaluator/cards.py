"""Playing cards: ranks, suits, parsing and formatting."""

import re
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from showdown.evaluator.errors import UnknownCard, UnknownRank, UnknownSuit

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = RANKS.index("A")


class Card(NamedTuple):
    """One card: `rank` 0 (deuce) to 12 (ace), `suit` 0 to 3 in the order cdhs."""

    rank: int
    suit: int

    @property
    def number(self) -> int:
        """Return the number of the card in arrays, rank * 4 + suit: 0 to 51."""
        return self.rank * 4 + self.suit

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]


type Cards = tuple[Card, ...]

DECK: Cards = tuple(Card(rank, suit) for rank in range(13) for suit in range(4))

SHORT_DECK: Cards = DECK[4 * RANKS.index("6") :]
"""36 cards, six to ace."""


_RANK_BY_NAME = {
    name: rank for rank, letter in enumerate(RANKS) for name in (letter, letter.lower())
} | {"10": RANKS.index("T")}
_SUIT_BY_NAME = {
    name: suit
    for suit, symbols in enumerate(("♣♧", "♦♢", "♥♡", "♠♤"))
    for name in (
        SUITS[suit],
        SUITS[suit].upper(),
        # Phones append variation selectors to suit symbols.
        *map("".join, product(symbols, ("", "\ufe0e", "\ufe0f"))),
    )
}
_CARD_BY_NAME = {
    rank + suit: Card(_RANK_BY_NAME[rank], _SUIT_BY_NAME[suit])
    for rank in _RANK_BY_NAME
    for suit in _SUIT_BY_NAME
}
_CARD_BY_NAME_WITH_X = _CARD_BY_NAME | {
    x + suit: _CARD_BY_NAME["T" + suit] for x in "Xx" for suit in _SUIT_BY_NAME
}

_SEPARATORS = r"[\s,;\-\u2010-\u2015\u2212]*"
_RANK_PATTERN = "10|[2-9TJQKAXtjqkax]"
# Both cases are listed, because re.IGNORECASE would also match the Kelvin sign as a K.
_TOKEN = re.compile(
    f"{_SEPARATORS}((?:{_RANK_PATTERN})[CDHScdhs♣♧♦♢♥♡♠♤][\ufe0e\ufe0f]?){_SEPARATORS}"
)
_LEADING_SEPARATORS = re.compile(_SEPARATORS)
# Errors show at most 12 characters of the text.
_WORD = re.compile(r"[^\s,;\-]{1,12}")
_RANK = re.compile(_RANK_PATTERN)


def parse_cards(text: str, *, field: str = "", x_is_ten: bool = False) -> Cards:
    """Parse the cards in `text`, with or without spaces, commas, semicolons or dashes between them.

    `field` names the part of the deal in errors. If `x_is_ten`, `X` is also read as a ten. Raise
    UnknownCard, or its subclass UnknownRank or UnknownSuit, with the field and the position.
    """
    card_by_name = _CARD_BY_NAME_WITH_X if x_is_ten else _CARD_BY_NAME
    try:
        words = text.replace("-", " ").replace(",", " ").split()
        return tuple(
            [
                card_by_name[word[start : start + 2]]
                for word in words
                for start in range(0, len(word), 2)
            ]
        )
    except KeyError:
        pass  # a spelling of more than two characters, another separator, or an error
    cards = []
    position = _LEADING_SEPARATORS.match(text).end()  # type: ignore[union-attr]
    while position < len(text):
        token = _TOKEN.match(text, position)
        card = card_by_name.get(token[1]) if token else None
        if token is None or card is None:
            raise _build_card_error(text, position, field=field, x_is_ten=x_is_ten)
        cards.append(card)
        position = token.end()
    return tuple(cards)


def split_after_cards(text: str, count: int) -> tuple[str, str]:
    """Return the text of the first `count` cards, and the rest."""
    position = 0
    for _ in range(count):
        token = _TOKEN.match(text, position)
        position = token.end() if token else len(text)
    return text[:position].rstrip(" ,;-"), text[position:]


def _build_card_error(text: str, position: int, *, field: str, x_is_ten: bool) -> UnknownCard:
    """Return the error for the text at `position`, where no card starts."""
    word = _WORD.match(text, position)
    word_text = word[0] if word else text[position]
    rank = _RANK.match(word_text)
    if rank is None or (rank[0] in "Xx" and not x_is_ten):
        return UnknownRank(text=word_text, rank=word_text[0], field=field, position=position)
    if rank.end() == len(word_text):
        return UnknownCard(text=word_text, field=field, position=position)
    return UnknownSuit(text=word_text, suit=word_text[rank.end()], field=field, position=position)


def format_cards(cards: Iterable[Card], separator: str = "-") -> str:
    """Write the cards as `Ah-Kd-…`."""
    return separator.join([RANKS[rank] + SUITS[suit] for rank, suit in cards])
