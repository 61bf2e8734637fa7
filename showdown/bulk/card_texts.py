"""Parse columns of cards, written as text, into arrays of card numbers."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.compiling import kernel
from showdown.bulk.evaluation import CardNumbers
from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.errors import UnknownCard
from showdown.evaluator.games import Game


class Texts(NamedTuple):
    """Concatenated texts in UTF-8; text i is `text_bytes[starts[i]:starts[i + 1]]`."""

    text_bytes: NDArray[np.uint8]
    starts: NDArray[np.int64]

    def text(self, index: int) -> str:
        """Return the text at this index; invalid UTF-8 becomes surrogates, which aren't cards."""
        start, end = self.starts[index : index + 2].tolist()
        return self.text_bytes[start:end].tobytes().decode(errors="surrogateescape")


def encode_texts(strings: Iterable[str]) -> Texts:
    """Convert Python strings to Texts."""
    texts = list(strings)
    joined = "".join(texts)
    if joined.isascii():
        content, lengths = joined.encode(), map(len, texts)
    else:
        encoded = [text.encode(errors="surrogatepass") for text in texts]
        content, lengths = b"".join(encoded), map(len, encoded)
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(lengths, np.int64, len(texts)), out=starts[1:])
    return Texts(np.frombuffer(content, np.uint8), starts)


def read_cards(game: Game, texts: Texts, count: int) -> tuple[CardNumbers, NDArray[np.bool_]]:
    """Return the card numbers (n, count) of texts, and whether each text was read (n).

    Texts with another number of cards aren't read, nor are rare spellings, which only `parse_cards`
    supports.
    """
    rows = len(texts.starts) - 1
    out, is_read = np.zeros((rows, count), np.uint8), np.zeros(rows, np.bool_)
    if rows:
        ranks, suits = build_card_bytes(game)
        view = texts.text_bytes.view()
        view.flags.writeable = False  # a kernel is compiled again for writable arrays
        _parse_texts(view, texts.starts, ranks, suits, out, is_read)
    return out, is_read


_SEPARATORS = (32, 44, 45)
"""Space, comma and hyphen."""
NO_CARD = 0x80
"""A bit that `ranks[first] | suits[second]` has if the two bytes aren't a card."""


@kernel
def _parse_texts(text, starts, ranks, suits, out, is_read):
    """Parse n texts like `AhKd`, `Ah-Kd` or `Ah Kd` into `out` (n, count).

    Text i is `text[starts[i]:starts[i + 1]]`. `is_read` (n) is false for texts with another number
    of cards or in another spelling. `ranks` and `suits` are the tables of `CardBytes`.
    """
    count = out.shape[1]
    for row in range(out.shape[0]):
        pos, end, index = starts[row], starts[row + 1], 0
        while pos < end:
            first = text[pos]
            if first in _SEPARATORS:
                pos += 1
                continue
            if index == count or pos + 1 == end:
                break
            second = text[pos + 1]
            if (ranks[first] | suits[second]) & NO_CARD:
                break
            out[row, index] = ranks[first] | suits[second]
            index += 1
            pos += 2
        is_read[row] = pos == end and index == count


class CardBytes(NamedTuple):
    """The rank * 4 and the suit of each byte (256), or NO_CARD."""

    ranks: NDArray[np.uint8]
    suits: NDArray[np.uint8]


@cache
def build_card_bytes(game: Game) -> CardBytes:
    """Return the tables for the cards of the game's deck."""
    ranks = np.full(256, NO_CARD, np.uint8)
    suits = np.full(256, NO_CARD, np.uint8)
    for byte in range(128):
        for card in _parse_card(f"{chr(byte)}c", game):
            ranks[byte] = card.rank * 4
        for card in _parse_card(f"A{chr(byte)}", game):
            suits[byte] = card.suit
    return CardBytes(ranks, suits)


def _parse_card(text: str, game: Game) -> Cards:
    """Return the cards in the text, or an empty tuple if they aren't cards of the deck."""
    try:
        cards = parse_cards(text, x_is_ten=game.x_is_ten)
    except UnknownCard:
        return ()
    return cards if game.deck_set.issuperset(cards) else ()
