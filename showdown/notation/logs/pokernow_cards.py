"""Cards as PokerNow writes them: `8♣, 6♣, 3♣ [K♠]`."""

from collections.abc import Iterable

from showdown.evaluator.cards import DECK, Cards
from showdown.notation.logs.log_cards import cards_of

_SYMBOLS = str.maketrans("shdc", "♠♥♦♣")
_CARD_OF = {str(card).replace("T", "10").translate(_SYMBOLS): card for card in DECK}
_SIGNS = str.maketrans("♠♥♦♣", "shdc", "[] .\ufe0f")
_GARBLED = {
    sign.encode().decode(encoding): sign for sign in "♠♥♦♣" for encoding in ("cp1252", "latin-1")
}
"""Suits in a file that was taken for one of Windows' and stored as UTF-8."""


def cards_seen(text: str) -> Cards:
    """The cards of a list, nearly all of which are written in one way; none if one is hidden."""
    return cards_written(card_texts(text))


def card_texts(text: str) -> list[str]:
    """`8♣, 6♣, 3♣ [K♠].`: the cards as they are written."""
    text = text.strip(" [].")
    return text.replace(" [", ", ").split(", ") if text else []


def cards_written(words: Iterable[str]) -> Cards:
    try:
        return tuple([_CARD_OF[word] for word in words])
    except KeyError:
        return cards_of(_plain(",".join(words))) or ()


def _plain(text: str) -> list[str]:
    """`8♣, 6♣, 3♣ [10♠]` as `8c`, `6c`, `3c`, `Ts`."""
    if "â" in text:
        for garbled, sign in _GARBLED.items():
            text = text.replace(garbled, sign)
    cards = text.replace("[", ",").translate(_SIGNS).replace("10", "T")
    return [card for card in cards.split(",") if card]
