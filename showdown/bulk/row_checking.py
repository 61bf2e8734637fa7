"""Validate arrays of deals: cards of the game's deck, without duplicates.

The kernels use cards as indices without bounds checks, so an invalid number would access memory
outside of the tables.
"""

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.evaluation import CardNumbers
from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal, NotACardNumber, NotAnArray, WrongWidth
from showdown.evaluator.games import Game


def convert_card_numbers(cards: object) -> CardNumbers:
    """Convert an array of integers to uint8 (n, width).

    Raise NotAnArray for other arrays, and NotACardNumber for a number outside of 0 to 255.
    """
    try:
        array = np.asarray(cards)
    except ValueError:  # rows of different lengths
        raise NotAnArray(shape=(), field="cards") from None
    if array.ndim != 2 or not (np.issubdtype(array.dtype, np.integer) or not array.size):
        raise NotAnArray(shape=array.shape, kind=str(array.dtype), field="cards")
    if array.dtype != np.uint8:
        if array.size and not (array.min() >= 0 and array.max() <= 0xFF):
            row, index = np.argwhere((array < 0) | (array > 0xFF))[0].tolist()
            raise NotACardNumber(number=int(array[row, index]), row=row)
        array = array.astype(np.uint8)
    return np.ascontiguousarray(array)


def require_player_count(game: Game, width: int, players: int | None = None) -> int:
    """Return the number of players of a row with `width` cards.

    Raise WrongWidth if no number of players has such a row, or if the number isn't `players`.
    """
    count = find_player_count(game, width)
    if not count or players not in (None, count):
        raise WrongWidth(width=width, players=players, game=game)
    return count


def find_player_count(game: Game, width: int) -> int:
    """Return the number of players of a row with `width` cards; 0 if there is no such row."""
    count, left_over = divmod(width - game.board, game.hole)
    return count if not left_over and count in game.players else 0


def mark_valid_rows(game: Game, cards: CardNumbers, players: int) -> NDArray[np.bool_]:
    """Return an array (n) that is true for each valid row.

    A row of `cards` contains the hole cards of each seat in turn, and then the board.
    """
    is_valid = np.ones(len(cards), np.bool_)
    if len(cards):
        from showdown.bulk import row_checking_kernels  # noqa: PLC0415 - imports Numba

        deck = np.uint64(sum(1 << card.number for card in game.deck))
        flat = np.require(cards, requirements=["C", "W"]).reshape(-1)
        hand_card_count, may_share_last = players * game.hole, game.may_share_last_card
        row_checking_kernels.check_rows(
            flat, cards.shape[1], hand_card_count, game.hole, deck, may_share_last, is_valid
        )
    return is_valid


def require_valid(game: Game, cards: CardNumbers, players: int) -> None:
    """Raise NotACardNumber, NotInDeck or DuplicateCard for the first invalid row, if any.

    The error has the index of the row in `row`.
    """
    invalid = np.flatnonzero(~mark_valid_rows(game, cards, players))
    if len(invalid):
        row = int(invalid[0])
        raise find_row_error(game, cards[row], row)


def find_row_error(game: Game, numbers: CardNumbers, row: int) -> InvalidDeal:
    """Return the error for an invalid row. `row` is the index of the row."""
    for number in numbers.tolist():
        if number >= len(DECK):
            return NotACardNumber(number=number, row=row)
    try:
        Deal.from_numbers(game, numbers.tobytes())
    except InvalidDeal as error:
        error.row = row
        return error
    raise AssertionError("the kernel rejects a row that the evaluator accepts")
