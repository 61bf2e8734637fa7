"""Looks whether arrays hold deals: real cards, of the game's deck, none of them twice.

The compiled loops look cards up without asking, so that a number that isn't a card would read, or
write, memory that isn't theirs. Looking at a deal costs a fraction of settling it.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.shapes.loop import CardNumbers, kernels
from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal, NotACardNumber, NotAnArray, WrongWidth
from showdown.evaluator.games import Game


class RowFault(IntEnum):
    """What is wrong with a row of card numbers."""

    NONE = 0
    NO_CARD = 1
    NOT_IN_DECK = 2
    CARD_TWICE = 3


_CODES = np.array([RowFault.NO_CARD, RowFault.NOT_IN_DECK, RowFault.CARD_TWICE], np.uint8)


def as_card_numbers(cards: object) -> CardNumbers:
    """Any array of whole numbers as (n, width) of uint8. Raises NotAnArray and NotACardNumber."""
    try:
        array = np.asarray(cards)
    except ValueError:  # rows of different lengths
        raise NotAnArray(shape=(), field="cards") from None
    if array.ndim != 2 or not (np.issubdtype(array.dtype, np.integer) or not array.size):
        raise NotAnArray(shape=array.shape, kind=str(array.dtype), field="cards")
    if array.dtype != np.uint8:
        if array.size and not (array.min() >= 0 and array.max() <= 0xFF):
            row, place = np.argwhere((array < 0) | (array > 0xFF))[0].tolist()
            raise NotACardNumber(number=int(array[row, place]), row=row)
        array = array.astype(np.uint8)
    return np.ascontiguousarray(array)


def players_of_width(game: Game, width: int, players: int | None = None) -> int:
    """How many players a row of this width has, or `players` if given. Raises WrongWidth."""
    count, left_over = divmod(width - game.board, game.hole)
    if left_over or count not in game.players or players not in (None, count):
        raise WrongWidth(width=width, players=players, game=game)
    return count


def row_faults(game: Game, cards: CardNumbers, players: int) -> NDArray[np.uint8]:
    """The fault of each row, as RowFault. `cards` has the layout of `evaluation.evaluate`."""
    faults = np.zeros(len(cards), np.uint8)
    if not len(cards):
        return faults
    deck = np.uint64(sum(1 << card.number for card in game.deck))
    flat = np.require(cards, requirements=["C", "W"]).reshape(-1)
    hands, shares_last = players * game.hole, game.may_share_last_card
    kernels().checking.find_faults(
        flat, cards.shape[1], hands, game.hole, deck, shares_last, _CODES, faults
    )
    return faults


def check(game: Game, cards: CardNumbers, players: int) -> None:
    """Raise what is wrong with the first row that isn't a deal, if there is one.

    It is NotACardNumber, NotInDeck or DuplicateCard, and says in which `row`.
    """
    faults = row_faults(game, cards, players)
    if faults.any():
        row = int(np.flatnonzero(faults)[0])
        raise error_of_row(game, cards[row], row)


def error_of_row(game: Game, numbers: CardNumbers, row: int) -> InvalidDeal:
    """What is wrong with a row that has a fault, in the words of the readable rules."""
    for number in numbers.tolist():
        if number >= len(DECK):
            return NotACardNumber(number=number, row=row)
    try:
        Deal.of_numbers(game, numbers.tobytes())
    except InvalidDeal as error:
        error.row = row
        return error
    raise AssertionError("the compiled rules and the readable ones differ")
