"""Settle arrays of deals, and convert card numbers from and to text."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from showdown.bulk import evaluation, outcomes, row_checking
from showdown.bulk.card_texts import encode_texts, read_cards
from showdown.bulk.evaluation import CardNumbers, Strengths
from showdown.bulk.outcomes import Winners
from showdown.bulk.payouts import Shares, compute_shares
from showdown.evaluator.cards import DECK, format_cards, parse_cards
from showdown.evaluator.deals import board_field, default_label
from showdown.evaluator.errors import (
    DifferentLengths,
    InvalidDeal,
    NotACardNumber,
    WrongNumberOfCards,
)
from showdown.evaluator.games import Game
from showdown.library.arguments import add_error_messages, require_integer, resolve_game, wrong_type


class SettledDeals:
    """The results of many deals. All arrays have one row for each deal, in the order given.

    `strengths` (n, players, contests) ranks each player's hand: greater is better, equal is a tie,
    and 0 does not qualify. `winners` (n, contests) contains a bit for each seat that wins the
    contest, bit 0 for the first seat, and is 0 if nobody qualifies. `best` (n, contests) is the
    winning strength.
    """

    def __init__(self, game: Game, strengths: Strengths) -> None:
        self.game = game
        self.strengths = strengths
        self._outcomes = outcomes.decide_winners(strengths)
        self.winners: Winners = self._outcomes.winners
        self.best: Strengths = self._outcomes.best

    @property
    def contests(self) -> tuple[str, ...]:
        """Return the names of the contests, in the order of the arrays."""
        return tuple(contest.name for contest in self.game.contests)

    @property
    def players(self) -> int:
        return int(self.strengths.shape[1])

    @cached_property
    def categories(self) -> NDArray[np.int16]:
        """Return the winning categories (n, contests): indices into `category_names`.

        A category is -1 if nobody qualifies.
        """
        return outcomes.find_winning_categories(self.game, self._outcomes)

    @property
    def category_names(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of the categories of each contest, the worst first."""
        return tuple(contest.ranking.categories for contest in self.game.contests)

    @cached_property
    def shares(self) -> Shares:
        """Return each player's share of a pot (n, players), as if chips were divisible."""
        return compute_shares(self.game, self.winners, self.players)

    def __len__(self) -> int:
        return len(self.strengths)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SettledDeals):
            return NotImplemented
        return self.game == other.game and np.array_equal(self.strengths, other.strengths)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        deals = f"{len(self):,} deal{'s' if len(self) != 1 else ''}"
        return f"<SettledDeals: {deals} of {self.game.slug}, {self.players} players>"


def settle_many(
    game: str | Game,
    cards: object,
    *,
    players: int | None = None,
    trusted: bool = False,
) -> SettledDeals:
    """Settle an array of deals (n, width) of card numbers, or columns of text.

    A card's number is rank * 4 + suit: ranks are 0 (deuce) to 12 (ace), suits 0 to 3 for clubs,
    diamonds, hearts and spades. A row contains the hole cards of each player in the order of seats,
    followed by the boards; a shared card of stud is the last card of every hand. Columns of text
    are a list with a sequence of hands for each player, followed by one for each board.

    The width determines the number of players; if `players` is given, it must be the same.
    `trusted` skips all checks of the cards. Use it only for valid arrays, because an invalid card
    number may crash the interpreter. Raise InvalidDeal, a ValueError, for an invalid card number, a
    card that isn't in the deck, a duplicate card, or a width that fits no number of players.
    """
    with add_error_messages():
        found_game = resolve_game(game)
        if players is not None:
            players = require_integer(players, "players", minimum=1)
        if _are_columns(cards):
            cards = card_numbers(found_game, cards)  # type: ignore[arg-type]
        numbers = row_checking.convert_card_numbers(cards)
        count = row_checking.require_player_count(found_game, numbers.shape[1], players)
        if not trusted:
            row_checking.require_valid(found_game, numbers, count)
        return SettledDeals(found_game, evaluation.evaluate(found_game, numbers))


def card_numbers(game: str | Game, columns: Sequence[Iterable[str]]) -> CardNumbers:
    """Convert columns of text to an array of card numbers (n, width) for `settle_many`.

    There is a column for each player in the order of seats, followed by one for each board of the
    game. Raise InvalidDeal, with the `row`, for an invalid hand or board.
    """
    with add_error_messages():
        found_game = resolve_game(game)
        columns = _require_columns(columns)
        boards = len(found_game.boards)
        players = len(columns) - boards
        names = [*map(default_label, range(max(players, 0))), *map(board_field, range(boards))]
        widths = [found_game.hole] * players + list(found_game.boards)
        row_checking.require_player_count(found_game, sum(widths))
        parts = [
            _convert_column(found_game, column, name, width)
            for column, name, width in zip(columns, names, widths, strict=True)
        ]
        if len(set(map(len, parts))) > 1:
            raise DifferentLengths(lengths=tuple(map(len, parts)))
        return np.concatenate(parts, axis=1)


def card_texts(cards: object, *, separator: str = "-") -> list[str]:
    """Convert each row of an array of card numbers to text: `["6d-6c-Kc-4d", …]`.

    Raise InvalidDeal, with the `row`, for a number that isn't a card.
    """
    with add_error_messages():
        if not isinstance(separator, str):
            raise wrong_type("separator", "text")
        rows = row_checking.convert_card_numbers(cards).tolist()
        for row, numbers in enumerate(rows):
            if max(numbers, default=0) >= len(DECK):
                raise NotACardNumber(number=max(numbers), row=row)
        return [format_cards((DECK[number] for number in row), separator) for row in rows]


def _require_columns(columns: object) -> list[Iterable[str]]:
    """Return the columns as a list. Raise WrongType if a column is text or isn't iterable."""
    if not isinstance(columns, Iterable) or isinstance(columns, str | bytes | Mapping | Set):
        raise wrong_type("columns", "a list of columns")
    column_list = list(columns)
    for index, column in enumerate(column_list):
        if not isinstance(column, Iterable) or isinstance(column, str | bytes):
            raise wrong_type(f"columns.{index}", "a list of strings")
    return column_list


def _are_columns(cards: object) -> bool:
    """Return whether these are columns of text rather than an array of numbers."""
    if not isinstance(cards, Sequence) or isinstance(cards, str) or not cards:
        return False
    first = next(iter(cards[0]), None) if isinstance(cards[0], Iterable) else None
    return isinstance(first, str)


def _convert_column(game: Game, column: Iterable[str], name: str, width: int) -> CardNumbers:
    """Convert a column of text to card numbers (n, width); parse rare spellings one by one."""
    strings = list(column)
    try:
        texts = encode_texts(strings)
    except TypeError:
        error = wrong_type(name, "text")
        error.row = next(row for row, text in enumerate(strings) if not isinstance(text, str))
        raise error from None
    numbers, is_read = read_cards(game, texts, width)
    for row in np.flatnonzero(~is_read).tolist():
        try:
            cards = parse_cards(texts.text(row), field=name, x_is_ten=game.x_is_ten)
            if len(cards) != width:
                raise WrongNumberOfCards(count=len(cards), needed=width, game=game, field=name)
        except InvalidDeal as error:
            error.row = row
            raise
        numbers[row] = [card.number for card in cards]
    return numbers
