"""Tables by which compiled loops read cards: what each byte says as a rank and as a suit.

They are made by asking `parse_cards`, so that the loops accept nothing that it would refuse.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.errors import UnknownCard

NO_CARD = 0x80
"""This bit of `ranks[first] | suits[second]` says that the two bytes are no card."""


class CardBytes(NamedTuple):
    """`ranks` (256) is a byte's rank * 4, `suits` (256) its suit; or NO_CARD."""

    ranks: NDArray[np.uint8]
    suits: NDArray[np.uint8]


@cache
def card_bytes(*, x_is_ten: bool) -> CardBytes:
    ranks = np.full(256, NO_CARD, np.uint8)
    suits = np.full(256, NO_CARD, np.uint8)
    for byte in range(128):
        for card in _cards(f"{chr(byte)}c", x_is_ten=x_is_ten):
            ranks[byte] = card.rank * 4
        for card in _cards(f"A{chr(byte)}", x_is_ten=x_is_ten):
            suits[byte] = card.suit
    return CardBytes(ranks, suits)


def _cards(text: str, *, x_is_ten: bool) -> Cards:
    """The cards that the text says; none if it says no card."""
    try:
        return parse_cards(text, x_is_ten=x_is_ten)
    except UnknownCard:
        return ()
