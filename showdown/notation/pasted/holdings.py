"""One hand of a spot as it was typed somewhere: cards, `As ?`, `*`, `mucked` or a range."""

from collections.abc import Iterable

from showdown.evaluator.cards import Card, Cards, parse_cards
from showdown.evaluator.deals import MUCKED, board_field
from showdown.evaluator.errors import DuplicateCard, InvalidDeal, NotInDeck
from showdown.evaluator.games import Game
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
    place_of: dict[Card, str] = {}
    count = len(pasted.game.boards)
    for place, cards in _places(pasted):
        shared = _shared(pasted, place, count)
        for at, card in enumerate(cards):
            if card not in pasted.game.deck_set:
                raise NotInDeck(card=card, game=pasted.game, field=place)
            if card in place_of and not (at < len(shared) and shared[at] == card):
                raise DuplicateCard(card=card, first=place_of[card], second=place, field=place)
            place_of[card] = place
    return pasted


def _places(pasted: Pasted) -> Iterable[tuple[str, Cards]]:
    yield from zip(pasted.labels, (hand.cards for hand in pasted.hands), strict=True)
    yield from ((board_field(place), cards) for place, cards in enumerate(pasted.boards))
    yield "Dead", pasted.dead


def _shared(pasted: Pasted, name: str, count: int) -> Cards:
    """The board of the first run, whose cards one of a later run may begin with."""
    names = [board_field(place) for place in range(len(pasted.boards))]
    if name not in names or not 0 < count <= names.index(name):
        return ()
    return pasted.boards[names.index(name) % count]
