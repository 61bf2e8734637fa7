"""What templates draw: cards as rank and suit, with their name for those who listen; shares."""

from fractions import Fraction
from functools import cache
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from showdown.evaluator.cards import Card, Cards, format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Game
from showdown.pages.seating import board_name
from showdown.pages.shown import ShownPlayer
from showdown.words.ranks import SUIT_SYMBOLS, card_name, rank_letter

_SUITS_FROM_THE_TOP = (3, 2, 1, 0)
_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
}


@cache
def card(drawn: Card) -> SafeString:
    """The card: `A♥`, called ace of hearts."""
    return format_html(
        '<span class="card suit-{}" role="img" aria-label="{}"><b>{}</b><span>{}</span></span>',
        str(drawn)[1],
        card_name(drawn),
        rank_letter(drawn.rank),
        SUIT_SYMBOLS[drawn.suit],
    )


def row(drawn: Cards) -> SafeString:
    """The cards, one beside the other."""
    return mark_safe("".join(map(card, drawn)))  # noqa: S308 - each card has escaped its own


@cache
def picker(game: Game) -> str:
    """The cards to choose from as HTML, by suit, aces first."""
    suits = [
        [
            {
                "code": str(drawn),
                "suit": str(drawn)[1],
                "name": card_name(drawn),
                "rank": rank_letter(drawn.rank),
                "symbol": SUIT_SYMBOLS[suit],
            }
            for drawn in reversed(game.deck)
            if drawn.suit == suit
        ]
        for suit in _SUITS_FROM_THE_TOP
    ]
    return render_to_string("showdown/parts/picker.html", {"suits": suits})


def sign(share: Fraction) -> str:
    """`½`; empty where there is no sign for it."""
    return _SIGNS.get(share, "")


def percent(share: Fraction | float) -> str:
    """A part of one, in percent."""
    return f"{float(share) * 100:.2f}"


def combination_query(deal: Deal, player: ShownPlayer) -> str:
    """The parameters that ask for the combinations of the player's hand."""
    boards = {
        board_name(place): format_cards(board, "")
        for place, board in enumerate(deal.boards_of_run(0))
    }
    hole = format_cards((each.card for each in player.hole), "")
    return urlencode({"label": player.label, "hole": hole} | boards)
