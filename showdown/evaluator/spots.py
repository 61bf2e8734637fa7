"""A spot: a deal with cards still to come, unknown hands, or dead cards."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import (
    board_field,
    check_labels,
    check_player_count,
    find_impossible_cards,
    label_hands,
    raise_wrong_count,
)
from showdown.evaluator.errors import InvalidDeal, UnexpectedBoard, UnknownCard, WrongNumberOfCards
from showdown.evaluator.games import Game

DEAD = "Dead"
ANY_HAND = "*"
_ANY_HAND_TEXTS = (ANY_HAND, "any", "random")
_DISCARD_SEPARATOR = "|"

_UNKNOWN_CARD = re.compile(r"\?")


class TooFewCards(InvalidDeal):
    """A spot that needs more cards than are left in the deck."""

    count: int
    remaining: int


class RangeCannotWin(InvalidDeal):
    """A range for a hand that has folded or can't win any pot."""


class NoDealFits(InvalidDeal):
    """Ranges that need the same cards, so that no deal is possible."""


class NoDiscards(InvalidDeal):
    """Cards discarded in a game in which nobody draws."""

    game: Game


class Range(Protocol):
    """The hands that a player may have."""

    @property
    def text(self) -> str: ...


type RangeReader = Callable[[str, Game], Range]
"""A function that reads a hand that is neither cards nor `*` as a range.

It raises InvalidDeal with the position in the text.
"""


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's hole cards: the known `cards` and the number of `unknown` ones, or a range.

    `discards` are cards that the player has discarded; nobody can be dealt them again.
    """

    label: str
    cards: Cards = ()
    unknown: int = 0
    range: Range | None = None
    discards: Cards = ()

    @property
    def dealt_cards(self) -> Cards:
        """Return the known cards and the discards, which no other player can be dealt."""
        return self.cards + self.discards

    @property
    def is_known(self) -> bool:
        return not self.unknown and self.range is None

    def __str__(self) -> str:
        if self.range is not None:
            return self.range.text
        if not self.dealt_cards:
            return ANY_HAND
        cards = "".join(map(str, self.cards)) + " ?" * self.unknown
        discards = "".join(map(str, self.discards))
        return f"{discards}{_DISCARD_SEPARATOR}{cards}" if discards else cards


@dataclass(frozen=True)
class Spot:
    """A game, and the known cards of the hands (in seat order) and of each board.

    Any number of a board's cards may be known. Raise a subclass of InvalidDeal for the first error.
    """

    game: Game
    holdings: tuple[Holding, ...]
    boards: tuple[Cards, ...] = ()
    dead: Cards = ()

    def __post_init__(self) -> None:
        missing = len(self.game.boards) - len(self.boards)
        object.__setattr__(self, "boards", self.boards + ((),) * missing)
        check_player_count(self.game, len(self.holdings))
        check_labels(self.labels, reserved=DEAD)
        for holding in self.holdings:
            count = len(holding.cards) + holding.unknown
            if holding.range is None and count != self.game.hole:
                raise_wrong_count(self.game, holding.label, count, self.game.hole)
        for index, cards in enumerate(self.boards):
            count, name = len(cards), board_field(index)
            if index >= len(self.game.boards):
                raise UnexpectedBoard(count=count, game=self.game, field=name)
            needed = self.game.boards[index]
            if count > needed:
                raise WrongNumberOfCards(count=count, needed=needed, game=self.game, field=name)
        for error in find_impossible_cards(_list_known_cards(self), self.game):
            raise error
        needed, remaining = self.unknown + sum(self.coming), len(self.stub)
        if needed > remaining:
            raise TooFewCards(count=needed, remaining=remaining, field="hands")

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(holding.label for holding in self.holdings)

    @property
    def shown_labels(self) -> tuple[str, ...]:
        """Return all labels: before the last card, no hand has been mucked."""
        return self.labels

    @property
    def coming(self) -> tuple[int, ...]:
        """Return the number of cards to come on each board."""
        sizes = self.game.boards
        return tuple(size - len(board) for size, board in zip(sizes, self.boards, strict=True))

    @property
    def unknown(self) -> int:
        """Return the number of unknown hole cards, including those of ranges."""
        hole = self.game.hole
        return sum(hole - len(holding.cards) for holding in self.holdings)

    @cached_property
    def stub(self) -> Cards:
        """Return the cards left in the deck, sorted."""
        known_cards = {card for _, cards in _list_known_cards(self) for card in cards}
        return tuple(card for card in self.game.deck if card not in known_cards)

    def restrict_to(self, labels: Collection[str]) -> "Spot":
        """Return the spot with these hands only; the known cards of the others become dead.

        Raise RangeCannotWin if one of the other hands is a range.
        """
        others = [holding for holding in self.holdings if holding.label not in labels]
        for holding in others:
            if holding.range is not None:
                raise RangeCannotWin(field=holding.label)
        return replace(
            self,
            holdings=tuple(holding for holding in self.holdings if holding.label in labels),
            dead=self.dead + tuple(card for holding in others for card in holding.dealt_cards),
        )

    @classmethod
    def parse(
        cls,
        game: Game,
        hands: Mapping[str, str] | Iterable[str],
        boards: str | Iterable[str] = "",
        dead: str = "",
        *,
        read_range: RangeReader | None = None,
    ) -> "Spot":
        """Parse a spot from text: hands by label, or in seat order.

        A hand is its cards with `?` for each unknown one, or just the known ones; `*`, `any` or
        `random`; or a text that `read_range` reads. Discards come first, followed by a bar:
        `9h5d|3c2s`. Raise InvalidDeal for the first error.
        """
        board_texts = (boards,) if isinstance(boards, str) else tuple(boards)
        return cls(
            game=game,
            holdings=tuple(
                read_holding(label, text, game, read_range)
                for label, text in label_hands(game, hands).items()
            ),
            boards=tuple(
                parse_cards(text, field=board_field(index), x_is_ten=game.x_is_ten)
                for index, text in enumerate(board_texts)
                if text or game.boards
            ),
            dead=parse_cards(dead, field=DEAD, x_is_ten=game.x_is_ten),
        )


def read_holding(label: str, text: str, game: Game, read_range: RangeReader | None) -> Holding:
    """Parse one hand of a spot like `Spot.parse`. Raise InvalidDeal for the first error."""
    if text.strip().lower() in _ANY_HAND_TEXTS:
        return Holding(label, unknown=game.hole)
    if _DISCARD_SEPARATOR in text:
        return _read_with_discards(label, text, game)
    unknown = len(_UNKNOWN_CARD.findall(text))
    try:
        known_text = _UNKNOWN_CARD.sub(" ", text)
        cards = parse_cards(known_text, field=label, x_is_ten=game.x_is_ten)
    except UnknownCard as card_error:
        if read_range is None or unknown:
            raise
        return _read_as_range(label, text, game, read_range, card_error)
    if read_range is not None and "," in text and len(cards) > game.hole:
        return _read_as_range(label, text, game, read_range)
    if cards and not unknown:  # only the known cards were given
        unknown = max(0, game.hole - len(cards))
    return Holding(label, cards, unknown)


def _read_with_discards(label: str, text: str, game: Game) -> Holding:
    """Read a hand with discards.

    `9h5d|3c2sAs` is a hand that kept three cards and discarded a nine and a five; the cards drawn
    for them are unknown.
    """
    if not game.has_draw:
        raise NoDiscards(game=game, field=label, position=text.index(_DISCARD_SEPARATOR))
    discard_text, kept_text = text.split(_DISCARD_SEPARATOR, 1)
    discards = parse_cards(discard_text, field=label, x_is_ten=game.x_is_ten)
    # Replace the discards with spaces, so that errors have positions in the whole text.
    known_text = " " * (len(discard_text) + 1) + _UNKNOWN_CARD.sub(" ", kept_text)
    cards = parse_cards(known_text, field=label, x_is_ten=game.x_is_ten)
    unknown = len(_UNKNOWN_CARD.findall(kept_text)) or max(0, game.hole - len(cards))
    return Holding(label, cards, unknown, discards=discards)


def _read_as_range(
    label: str,
    text: str,
    game: Game,
    read_range: RangeReader,
    card_error: UnknownCard | None = None,
) -> Holding:
    """Read a range. If the text isn't a range but looks like cards, raise `card_error`."""
    try:
        return Holding(label, range=read_range(text, game))
    except InvalidDeal as error:
        without_separators = re.sub(r"[\s,;-]", "", text)
        looks_like_cards = without_separators.isalnum() and len(without_separators) == 2 * game.hole
        if card_error and looks_like_cards:
            raise card_error from None
        error.field = label
        raise


def _list_known_cards(spot: Spot) -> list[tuple[str, Cards]]:
    """Return the known cards of each hand and board and the dead cards, with their field names."""
    boards = [(board_field(index), cards) for index, cards in enumerate(spot.boards)]
    hands = [(holding.label, holding.dealt_cards) for holding in spot.holdings]
    return [*hands, *boards, (DEAD, spot.dead)]
