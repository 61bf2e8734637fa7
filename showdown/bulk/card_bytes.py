"""Tables for reading cards in compiled loops: each byte's meaning as a rank and as a suit.

They are made by asking `parse_cards`, so that the loops accept nothing that it would refuse.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.errors import UnknownCard
from showdown.evaluator.games import Game

NO_CARD = 0x80
"""This bit of `ranks[first] | suits[second]` means that the two bytes are not a card."""


class CardBytes(NamedTuple):
    """`ranks` (256) is a byte's rank * 4, `suits` (256) its suit; or NO_CARD."""

    ranks: NDArray[np.uint8]
    suits: NDArray[np.uint8]


@cache
def card_bytes(game: Game) -> CardBytes:
    """Of the cards in the game's deck."""
    ranks = np.full(256, NO_CARD, np.uint8)
    suits = np.full(256, NO_CARD, np.uint8)
    for byte in range(128):
        for card in _cards(f"{chr(byte)}c", game):
            ranks[byte] = card.rank * 4
        for card in _cards(f"A{chr(byte)}", game):
            suits[byte] = card.suit
    return CardBytes(ranks, suits)


def _cards(text: str, game: Game) -> Cards:
    """The cards in the text; none if it isn't cards, or one of them isn't in the deck."""
    try:
        cards = parse_cards(text, x_is_ten=game.x_is_ten)
    except UnknownCard:
        return ()
    return cards if game.deck_set.issuperset(cards) else ()
