"""Cards drawn in the pages: rank and suit as text, their name for those who listen."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from showdown.evaluator.cards import DECK, Card
from showdown.evaluator.wording import card_name, rank_letter

register = template.Library()

SYMBOLS = "♣♦♥♠"
_SUITS_FROM_THE_TOP = (3, 2, 1, 0)


@register.simple_tag
def card(drawn: Card) -> SafeString:
    """The card: `A♥`, called ace of hearts."""
    return format_html(
        '<span class="card suit-{}" role="img" aria-label="{}">{}<span>{}</span></span>',
        str(drawn)[1],
        card_name(drawn),
        rank_letter(drawn.rank),
        SYMBOLS[drawn.suit],
    )


@register.simple_tag
def deck() -> list[list[dict[str, str]]]:
    """The cards to choose from, suit by suit, aces first."""
    return [
        [
            {
                "code": str(drawn),
                "suit": str(drawn)[1],
                "name": card_name(drawn),
                "rank": rank_letter(drawn.rank),
                "symbol": SYMBOLS[suit],
            }
            for drawn in reversed(DECK)
            if drawn.suit == suit
        ]
        for suit in _SUITS_FROM_THE_TOP
    ]


@register.filter
def at(mapping: dict[str, object], key: str) -> object:
    """What the mapping has under this key."""
    return mapping.get(key)
