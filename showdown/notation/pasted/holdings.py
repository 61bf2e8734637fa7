"""Parse the text of a hand, a range or a board."""

import re

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import MUCKED, board_field, impossible_cards, shared_start
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.spots import DEAD
from showdown.notation.pasted.result import Pasted, PastedHand
from showdown.notation.spots import range_of

_ANY = ("*", "any", "random", "any two", "atc", "100%")
_PARTLY_KNOWN = re.compile(r"((?:(?:10|[2-9TJQKAtjqka])[cdhs♣♦♥♠][\s-]*)+)((?:xx)+)", re.I)
"""Cards and unknown cards such as `xx` and `Xx`."""


def read_holding(text: str, game: Game, label: str = "") -> PastedHand:
    """Parse a hand: cards, `As ?`, `As??`, `*`, `mucked` or a range. Raise InvalidDeal."""
    text = text.strip()
    if text.lower() == MUCKED:
        return PastedHand(label, is_mucked=True)
    if text.lower() in _ANY:
        return PastedHand(label, is_any=True)
    unknown = text.count("?")
    try:
        cards = parse_cards(text.replace("?", " "), field=label, x_is_ten=game.x_is_ten)
    except InvalidDeal:
        if unknown:
            raise
    else:
        if len(cards) == game.hole:
            unknown = 0
        elif len(cards) + unknown / 2 == game.hole:  # each `??` is the rank and suit of one card
            unknown //= 2
        if len(cards) <= game.hole:
            return PastedHand(label, cards, unknown=unknown)
    try:
        range_of(text, game)
    except InvalidDeal:
        partly = _PARTLY_KNOWN.fullmatch(text)
        cards = parse_cards(partly[1]) if partly else ()
        if not partly or len(cards) + len(partly[2]) / 2 != game.hole:
            raise
        return PastedHand(label, cards, unknown=len(partly[2]) // 2)
    return PastedHand(label, range=text)


def read_board(text: str, game: Game, index: int = 0) -> Cards:
    """Parse the cards of a board. Raise InvalidDeal for other texts."""
    return parse_cards(text, field=board_field(index), x_is_ten=game.x_is_ten)


def checked(pasted: Pasted) -> Pasted:
    """Return `pasted`. Raise InvalidDeal if a card is repeated or not in the deck."""
    fields = list(zip(pasted.labels, (hand.cards for hand in pasted.hands), strict=True))
    count = len(pasted.game.boards)
    for index, board in enumerate(pasted.boards):
        begins = shared_start(pasted.boards[index % count], board) if index >= count > 0 else 0
        fields.append((board_field(index), board[begins:]))
    for error in impossible_cards((*fields, (DEAD, pasted.dead)), pasted.game):
        raise error
    return pasted
