"""Whether the cards that a log tells can have been dealt in one hand."""

from collections.abc import Iterator
from itertools import chain

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.deals import impossible_cards
from showdown.evaluator.errors import DuplicateCard, NotInDeck
from showdown.notation.logs.logged_hand import LoggedHand


def impossible_card(hand: LoggedHand) -> DuplicateCard | NotInDeck | None:
    """The first card that two places have, or that the game doesn't have.

    The boards of several runs may share cards, in the same places: what lay there before the runs.
    """
    shared = hand.boards[0] if len(hand.boards) == 1 else _shared(hand)
    cards = [*chain(*hand.hands.values(), *hand.known.values(), shared)]
    if len(hand.game.deck_set.intersection(cards)) == len(cards):
        return None
    places = chain(hand.hands.items(), hand.known.items(), _board_cards(hand))
    return next(impossible_cards(places, hand.game), None)


def _shared(hand: LoggedHand) -> list[Card]:
    """The cards of all boards, those that lie in the same place of several runs once."""
    return [card for _, cards in _board_cards(hand) for card in cards]


def _board_cards(hand: LoggedHand) -> Iterator[tuple[str, Cards]]:
    """Each board with the cards that no earlier run has in the same place."""
    count = max(1, len(hand.game.boards))
    dealt: dict[tuple[int, int], set[Card]] = {}
    for place, board in enumerate(hand.boards):
        new = []
        for number, card in enumerate(board):
            before = dealt.setdefault((place % count, number), set())
            if card not in before:
                new.append(card)
            before.add(card)
        yield (f"Board {place + 1}" if len(hand.boards) > 1 else "Board"), tuple(new)
