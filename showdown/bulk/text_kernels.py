"""The loop that reads columns of cards as people write them most: `AhKd`, `Ah-Kd`, `Ah Kd`.

Importing this module imports a compiler.
"""

from showdown.bulk.card_bytes import NO_CARD
from showdown.bulk.compiling import loop

_BETWEEN = (32, 44, 45)
"""Space, comma and hyphen."""


@loop
def read_cards(text, starts, ranks, suits, out, is_read):
    """Fill `out` (n, count) with the cards of n texts, where `is_read` says that they are cards.

    Text i goes from `starts[i]` to `starts[i + 1]`. What has more or fewer cards, or anything that
    is spelled otherwise, is left to a reader that knows every spelling.
    """
    count = out.shape[1]
    for row in range(out.shape[0]):
        at, end, place = starts[row], starts[row + 1], 0
        while at < end:
            first = text[at]
            if first in _BETWEEN:
                at += 1
                continue
            if place == count or at + 1 == end:
                break
            second = text[at + 1]
            if (ranks[first] | suits[second]) & NO_CARD:
                break
            out[row, place] = ranks[first] | suits[second]
            place += 1
            at += 2
        is_read[row] = at == end and place == count
