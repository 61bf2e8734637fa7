"""The order in which the cards of a stud hand came, which decides what was known when."""

from collections.abc import Iterator

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game
from showdown.notation.logs.logged_hand import LoggedHand

_OPEN_STREETS = 4
"""Of five-card stud all streets; of seven-card stud all but the last."""


def first_cards(game: Game) -> int:
    """How many cards of stud come first: the last of them is open."""
    return game.hole // 2


def dealt_on(hand: LoggedHand, number: int) -> Iterator[tuple[str, Cards, Cards]]:
    """Whose cards the log tells on the street with this number, what it told before, and these."""
    for name in hand.seats:
        streets = hand.dealt.get(name, ())
        if number < len(streets):
            yield name, sum(streets[:number], ()), streets[number]


def open_streets(streets: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Return the cards that everybody saw, one on each street, where others were dealt too."""
    return tuple([street[-1:] for street in streets[:_OPEN_STREETS]])


def rounds_in(game: Game) -> int:
    """The betting rounds of stud: one after the first cards, and one after each other card."""
    return game.hole - first_cards(game) + 1


def cards_in_order(hand: LoggedHand, name: str, number: int) -> Cards:
    """The player's cards in the order in which they were dealt; empty if that isn't known.

    There are at least those that had come in the betting round with this `number`. No log says the
    order, but rooms that show it so do: then what the log told of the player on each street, up to
    that one, stands where it must.
    """
    cards = hand.hands.get(name) or hand.known.get(name, ())
    streets = hand.dealt.get(name, ())
    first = first_cards(hand.game)
    if len(cards) < first + number or len(streets) <= number:
        return ()
    hidden = {1: first - 1, first: 0}.get(len(streets[0]))
    if hidden is None:
        return ()
    told = sum(streets, ())[: len(cards) - hidden]
    return cards if cards[hidden : hidden + len(told)] == told else ()
