"""A deal: a game, its hands and its board, which checks itself when it is made."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from showdown.evaluator.cards import Card, Cards, format_cards, parse_cards
from showdown.evaluator.errors import (
    DuplicateCard,
    InvalidLabel,
    MissingBoard,
    MissingHand,
    UnexpectedBoard,
    WrongNumberOfCards,
    WrongNumberOfPlayers,
)
from showdown.evaluator.games import GAMES, Game

BOARD = "Board"
LETTERS = "ABCDEFGHIJKLM"
MOST_PLAYERS = max(game.players[-1] for game in GAMES.values())

_LABEL = re.compile(r"[^\W\d_][\w-]{0,19}")


def default_label(seat: int) -> str:
    """`HandA` for seat 0, `HandB` for seat 1, …"""
    return f"Hand{LETTERS[seat]}"


_LABELS = tuple(map(default_label, range(MOST_PLAYERS)))


def is_label(text: str) -> bool:
    """Whether the text can name a hand, and a seat."""
    return text != BOARD and _LABEL.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's hole cards, under a label."""

    label: str
    cards: Cards

    def __str__(self) -> str:
        return f"{self.label}:{format_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class Deal:
    """A game, the hands in the order of their seats, and the board (empty where there is none).

    Raises a subclass of InvalidDeal when it could not have been dealt: the number of players or
    cards is not the game's, a card is in two places, or a label is no name.
    """

    game: Game
    hands: tuple[Hand, ...]
    board: Cards = ()

    def __post_init__(self) -> None:
        _check_players(self)
        for hand in self.hands:
            if len(hand.cards) != self.game.hole:
                _refuse_count(self.game, hand)
        _check_board(self.game, self.board)
        cards = [card for hand in self.hands for card in hand.cards]
        cards += self.board
        if len(set(cards)) < len(cards):
            _refuse_duplicate(self)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(hand.label for hand in self.hands)

    @classmethod
    def parse(
        cls,
        game: Game,
        hands: Mapping[str, str] | Iterable[str],
        board: str = "",
        *,
        x_is_ten: bool = False,
    ) -> "Deal":
        """The deal written as text: hands by label, or in the order of seats.

        Raises InvalidDeal, the first thing that is wrong.
        """
        if not isinstance(hands, Mapping):
            texts = list(hands)
            _check_count(game, len(texts))
            hands = {default_label(seat): text for seat, text in enumerate(texts)}
        return cls(
            game=game,
            hands=tuple(
                Hand(label, parse_cards(text, field=label, x_is_ten=x_is_ten))
                for label, text in hands.items()
            ),
            board=parse_cards(board, field=BOARD, x_is_ten=x_is_ten),
        )

    def __str__(self) -> str:
        """The deal as a line of the contract: `HandA:… HandB:… Board:…`."""
        said = " ".join(map(str, self.hands))
        return f"{said} {BOARD}:{format_cards(self.board)}" if self.game.board else said


def _check_count(game: Game, count: int) -> None:
    if count in game.players:
        return
    least, most = game.players[0], game.players[-1]
    raise WrongNumberOfPlayers(
        f"{count} hand{'s' if count != 1 else ''}; {game.name} is for {least} to {most} players",
        field="hands",
    )


def _check_players(deal: Deal) -> None:
    labels = deal.labels
    _check_count(deal.game, len(labels))
    if labels == _LABELS[: len(labels)]:
        return
    seen: set[str] = set()
    for label in labels:
        if not is_label(label):
            raise InvalidLabel(
                f"{label!r} cannot name a hand: a label is a letter, then up to 19 letters,"
                " digits, hyphens or underscores",
                field=label,
            )
        if label in seen:
            raise InvalidLabel(f"{label} is named twice", field=label)
        seen.add(label)


def _refuse_count(game: Game, hand: Hand) -> None:
    """Raise the error that says how many cards the hand lacks, or has too many."""
    count = len(hand.cards)
    if not count:
        raise MissingHand(
            f"{hand.label} has no cards; {game.name} needs {game.hole}", field=hand.label
        )
    raise WrongNumberOfCards(
        f"{hand.label} has {_cards(count)}; {game.name} needs {game.hole}", field=hand.label
    )


def _check_board(game: Game, board: Cards) -> None:
    count = len(board)
    if count == game.board:
        return
    if not game.board:
        raise UnexpectedBoard(f"{game.name} has no board: {_cards(count)} too many", field=BOARD)
    if not count:
        raise MissingBoard(
            f"the board is missing; {game.name} needs {game.board} cards", field=BOARD
        )
    raise WrongNumberOfCards(
        f"{BOARD} has {_cards(count)}; {game.name} needs {game.board}", field=BOARD
    )


def _cards(count: int) -> str:
    return f"{count} card{'s' if count != 1 else ''}"


def _refuse_duplicate(deal: Deal) -> None:
    """Raise DuplicateCard for the first card, in the order of the deal, that is there twice."""
    place_of: dict[Card, str] = {}
    for place, cards in [(hand.label, hand.cards) for hand in deal.hands] + [(BOARD, deal.board)]:
        for card in cards:
            if card in place_of:
                first = place_of[card]
                where = f"both times in {place}" if first == place else f"in {first} and {place}"
                raise DuplicateCard(f"{card} appears twice, {where}", field=place)
            place_of[card] = place
