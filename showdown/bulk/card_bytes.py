"""Tables for reading cards in compiled loops: the rank and the suit of each byte.

They are made with `parse_cards`, so the loops accept exactly the same cards.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.errors import UnknownCard
from showdown.evaluator.games import Game

NO_CARD = 0x80
"""This bit of `ranks[first] | suits[second]` marks two bytes that are not a card."""


class CardBytes(NamedTuple):
    """`ranks` (256) has the rank * 4 of a byte, `suits` (256) its suit, or NO_CARD."""

    ranks: NDArray[np.uint8]
    suits: NDArray[np.uint8]


@cache
def card_bytes(game: Game) -> CardBytes:
    """Return the tables for the cards of the game's deck."""
    ranks = np.full(256, NO_CARD, np.uint8)
    suits = np.full(256, NO_CARD, np.uint8)
    for byte in range(128):
        for card in _cards(f"{chr(byte)}c", game):
            ranks[byte] = card.rank * 4
        for card in _cards(f"A{chr(byte)}", game):
            suits[byte] = card.suit
    return CardBytes(ranks, suits)


def _cards(text: str, game: Game) -> Cards:
    """Return the cards in the text; none if it isn't cards of the deck."""
    try:
        cards = parse_cards(text, x_is_ten=game.x_is_ten)
    except UnknownCard:
        return ()
    return cards if game.deck_set.issuperset(cards) else ()
