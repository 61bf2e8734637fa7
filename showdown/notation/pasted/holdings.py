"""One hand of a spot as it was typed somewhere: cards, `As ?`, `*`, `mucked` or a range."""

from collections.abc import Iterable

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import MUCKED, board_field, impossible_cards, shared_start
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.spots import DEAD
from showdown.notation.pasted.result import Pasted, PastedHand
from showdown.notation.spots import range_of

_ANY = ("*", "any", "random", "any two", "atc", "100%")


def read_holding(text: str, game: Game, label: str = "") -> PastedHand:
    """The hand. Raises InvalidDeal for what is neither cards nor a range."""
    written = text.strip()
    if written.lower() == MUCKED:
        return PastedHand(label, is_mucked=True)
    if written.lower() in _ANY:
        return PastedHand(label, is_any=True)
    unknown = written.count("?")
    try:
        cards = parse_cards(written.replace("?", " "), field=label, x_is_ten=game.x_is_ten)
    except InvalidDeal:
        if unknown:
            raise
        range_of(written, game)
        return PastedHand(label, range=written)
    if len(cards) > game.hole:
        range_of(written, game)
        return PastedHand(label, range=written)
    return PastedHand(label, cards, unknown=unknown)


def read_board(text: str, game: Game, place: int = 0) -> Cards:
    """The cards of a board. Raises InvalidDeal."""
    return parse_cards(text, field=board_field(place), x_is_ten=game.x_is_ten)


def checked(pasted: Pasted) -> Pasted:
    """The spot, if each of its cards is in its deck, and in one place. Raises InvalidDeal."""
    for error in impossible_cards(_places(pasted), pasted.game):
        raise error
    return pasted


def _places(pasted: Pasted) -> Iterable[tuple[str, Cards]]:
    yield from zip(pasted.labels, (hand.cards for hand in pasted.hands), strict=True)
    count = len(pasted.game.boards)
    for place, board in enumerate(pasted.boards):
        begins = shared_start(pasted.boards[place % count], board) if place >= count > 0 else 0
        yield board_field(place), board[begins:]
    yield DEAD, pasted.dead
