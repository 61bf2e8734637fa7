"""Cards as logs write them."""

from collections.abc import Iterable

from showdown.evaluator.cards import DECK, Card, Cards, parse_cards

_CARD_OF: dict[str, Card] = {str(card): card for card in DECK}
_HIDDEN = frozenset("?xX*-")


def cards_of(texts: Iterable[str]) -> Cards | None:
    """The cards; None if one of them was not seen (`??`, `Xx`). Raises UnknownCard."""
    try:
        return tuple([_CARD_OF[text] for text in texts])
    except KeyError:
        texts = list(texts)
    if any(_HIDDEN.issuperset(text) for text in texts):
        return None
    return parse_cards(" ".join(texts))
