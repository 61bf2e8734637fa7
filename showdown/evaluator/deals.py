"""A deal: a game, its hands and its boards. Deals are validated when created."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import batched, chain

from showdown.evaluator.cards import Card, Cards, format_cards, parse_cards
from showdown.evaluator.errors import (
    DuplicateCard,
    DuplicateLabel,
    InvalidLabel,
    MissingBoard,
    MissingHand,
    NobodyShows,
    NotInDeck,
    UnexpectedBoard,
    WrongNumberOfCards,
    WrongNumberOfPlayers,
)
from showdown.evaluator.games import GAMES, Game

LABEL_LETTERS = "ABCDEFGHIJKLM"
MAX_PLAYERS = max(game.players[-1] for game in GAMES.values())
MAX_RUNS = 3
MUCKED = "mucked"

MAX_LABEL_LENGTH = 40
_NOT_IN_LABELS = set(':,="')
_HIDDEN = Card(63, 3)
"""A placeholder for each card of a mucked hand in `Deal.numbers`; its number is 0xFF."""

_NUMBERED_CARDS = tuple(Card(number >> 2, number & 3) for number in range(0x100))
"""Cards by number, including `_HIDDEN`; a lookup is faster than creating a card."""

_BOARD_FIELD = re.compile(r"Board([2-9]|[1-9]\d)?", re.ASCII)


def default_label(seat: int) -> str:
    """Return `HandA` for seat 0, `HandB` for seat 1, …"""
    return f"Hand{LABEL_LETTERS[seat]}"


DEFAULT_LABELS = tuple(map(default_label, range(MAX_PLAYERS)))


def board_field(index: int) -> str:
    """Return `Board` for the first board, `Board2` for the second, …"""
    return f"Board{index + 1}" if index else "Board"


def is_board_field(text: str) -> bool:
    return text.startswith("Board") and _BOARD_FIELD.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """Return whether the text can name a hand or a seat, like `Anna` or `Seat 4`.

    Labels have at most 40 printable characters, at least one of them a letter or digit. They
    contain no `:`, `,`, `=` or `"`, and don't begin or end with a space. The names of boards aren't
    labels.
    """
    return (
        0 < len(text) <= MAX_LABEL_LENGTH
        and text == text.strip()
        and text.isprintable()
        and any(map(str.isalnum, text))
        and _NOT_IN_LABELS.isdisjoint(text)
        and not is_board_field(text)
    )


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's hole cards and label. A mucked hand has no cards and cannot win."""

    label: str
    cards: Cards
    is_mucked: bool = False

    @property
    def text(self) -> str:
        """Return `Ac-Kd-Jd-3d`, or `mucked`."""
        return MUCKED if self.is_mucked else format_cards(self.cards)

    def __str__(self) -> str:
        return f"{self.label}:{self.text}"


@dataclass(frozen=True, slots=True)
class Deal:
    """A game, the hands in seat order, and the boards (empty if the game has none).

    If the boards were run more than once, all boards of the first run come first, then those of the
    next run; a later run may begin with the same cards as the first. In a stud game that ran out of
    cards, each hand has one card fewer than usual, and the shared card is the board. Raise a
    subclass of InvalidDeal if the deal is impossible: the wrong number of players, boards or cards
    for the game, a duplicate card or one that isn't in the deck, an invalid label, or only mucked
    hands.
    """

    game: Game
    hands: tuple[Hand, ...]
    boards: tuple[Cards, ...] = ()

    def __post_init__(self) -> None:
        check_player_count(self.game, len(self.hands))
        if not self.shown_labels:
            raise NobodyShows(field="hands")
        if self.has_names:
            check_labels(self.labels)
        _check_boards(self)
        hole_count = self._hole_count
        for hand in self.hands:
            if len(hand.cards) != hole_count and not hand.is_mucked:
                raise_wrong_count(self.game, hand.label, len(hand.cards), hole_count)
        cards = list(chain.from_iterable(self._dealt_cards()))
        if len(set(cards)) < len(cards) or not self.game.deck_set.issuperset(cards):
            boards = (board_field(index) for index in range(len(self.boards)))
            fields = zip((*self.labels, *boards), self._dealt_cards(), strict=True)
            errors = find_impossible_cards(fields, self.game)
            # Report duplicate cards before cards that aren't in the deck.
            raise min(errors, key=lambda error: isinstance(error, NotInDeck))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple([hand.label for hand in self.hands])

    def rename_players(self, names: Mapping[str, str]) -> "Deal":
        """Return the deal with labels replaced by these names."""
        hands = (replace(hand, label=names.get(hand.label, hand.label)) for hand in self.hands)
        return replace(self, hands=tuple(hands))

    @property
    def has_names(self) -> bool:
        """Return whether the hands have labels other than HandA, HandB, …"""
        return self.labels != DEFAULT_LABELS[: len(self.hands)]

    @property
    def shown_labels(self) -> tuple[str, ...]:
        """Return the labels of the hands that aren't mucked."""
        return tuple([hand.label for hand in self.hands if not hand.is_mucked])

    @property
    def has_shared_card(self) -> bool:
        """Return whether the last card of a stud game is shared by all players."""
        return not self.game.boards and bool(self.boards)

    @property
    def runs(self) -> int:
        """Return the number of runs: one, two or three."""
        return max(1, len(self.boards) // len(self.game.boards)) if self.game.boards else 1

    def boards_of_run(self, run: int) -> tuple[Cards, ...]:
        """Return the boards of one run; 0 is the first."""
        if self.has_shared_card:
            return self.boards
        count = len(self.game.boards)
        return self.boards[run * count : (run + 1) * count]

    def playable_cards(self, hand: Hand, run: int = 0) -> tuple[Cards, tuple[Cards, ...]]:
        """Return the hand's own cards and the boards of a run.

        A shared last card of stud counts as one of each hand's own cards.
        """
        if self.has_shared_card:
            return hand.cards + self.boards[0], ()
        return hand.cards, self.boards_of_run(run)

    @property
    def numbers(self) -> bytes:
        """Return the card numbers in the order of the arrays in `bulk`: hands, then boards.

        A shared card is the last card of every hand. Unlike rows of arrays, the numbers may contain
        mucked hands, whose cards are 0xFF, and boards of later runs, which follow those of the
        first.
        """
        shared = self.boards[0] if self.has_shared_card else ()
        hidden = (_HIDDEN,) * self._hole_count
        hands = chain.from_iterable((hand.cards or hidden) + shared for hand in self.hands)
        boards = () if shared else chain.from_iterable(self.boards)
        return bytes([rank * 4 + suit for rank, suit in chain(hands, boards)])

    @property
    def _hole_count(self) -> int:
        return self.game.hole - self.has_shared_card

    def _dealt_cards(self) -> Iterator[Cards]:
        """Yield the cards of each hand and board; omit a later run's copies of shared cards."""
        yield from (hand.cards for hand in self.hands)
        count = len(self.game.boards) or 1
        for index, board in enumerate(self.boards):
            first = self.boards[index % count]
            yield board[count_shared_cards(first, board) :] if index >= count else board

    @classmethod
    def parse(
        cls,
        game: Game,
        hands: Mapping[str, str] | Iterable[str],
        boards: str | Sequence[str] = (),
    ) -> "Deal":
        """Parse a deal from text: hands by label, or in seat order.

        The text `mucked` stands for a mucked hand. Raise InvalidDeal for the first error.
        """
        board_texts = [boards] if isinstance(boards, str) else list(boards)
        while board_texts and not board_texts[-1].strip():
            board_texts.pop()
        parsed = []
        for label, text in label_hands(game, hands).items():
            if text.strip().lower() == MUCKED:
                parsed.append(Hand(label, (), is_mucked=True))
            else:
                parsed.append(Hand(label, parse_cards(text, field=label, x_is_ten=game.x_is_ten)))
        return cls(
            game=game,
            hands=tuple(parsed),
            boards=tuple(
                parse_cards(text, field=board_field(index), x_is_ten=game.x_is_ten)
                for index, text in enumerate(board_texts)
            ),
        )

    @classmethod
    def from_numbers(
        cls, game: Game, numbers: bytes, labels: Sequence[str] = (), runs: int = 1
    ) -> "Deal":
        """Return the deal from card numbers in the order of `Deal.numbers`.

        Labels default to HandA, HandB, …
        """
        cards = tuple(map(_NUMBERED_CARDS.__getitem__, numbers))
        end = len(cards) - game.board * runs
        own_cards = list(batched(cards[:end], game.hole))
        boards = []
        for count in game.boards * runs:
            boards.append(cards[end : end + count])
            end += count
        # If all hands end with the same card, it is the shared card of stud.
        is_shared = len(own_cards) > 1 and len({own[-1] for own in own_cards}) == 1
        if game.may_share_last_card and is_shared:
            boards.append(own_cards[0][-1:])
            own_cards = [own[:-1] for own in own_cards]
        names = labels or DEFAULT_LABELS
        hands = tuple(
            Hand(names[seat], (), is_mucked=True) if _HIDDEN in own else Hand(names[seat], own)
            for seat, own in enumerate(own_cards)
        )
        return cls(game=game, hands=hands, boards=tuple(boards))

    def __str__(self) -> str:
        """Return the deal as a line: `HandA:… HandB:… Board:…`."""
        boards = (
            f"{board_field(index)}:{format_cards(board)}" for index, board in enumerate(self.boards)
        )
        return " ".join((*map(str, self.hands), *boards))


def count_shared_cards(first: Cards, board: Cards) -> int:
    """Return the number of leading cards that a later run's `board` shares with the first run's."""
    pairs = enumerate(zip(first, board, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(first), len(board)))


def label_hands(game: Game, hands: Mapping[str, str] | Iterable[str]) -> Mapping[str, str]:
    """Return hands by label. Hands in seat order get the labels HandA, HandB, …

    Raise WrongNumberOfPlayers if the game doesn't allow this number of hands in seat order.
    """
    if isinstance(hands, Mapping):
        return hands
    texts = list(hands)
    check_player_count(game, len(texts))
    return {default_label(seat): text for seat, text in enumerate(texts)}


def check_player_count(game: Game, count: int) -> None:
    """Raise WrongNumberOfPlayers if the game can't be played by this number of players."""
    if count not in game.players:
        raise WrongNumberOfPlayers(count=count, game=game, field="hands")


def check_labels(labels: tuple[str, ...], *, reserved: str = "") -> None:
    """Raise InvalidLabel or DuplicateLabel for the first invalid label.

    A label equal to `reserved` is invalid, too.
    """
    earlier_labels: set[str] = set()
    for label in labels:
        if not is_label(label) or label == reserved:
            raise InvalidLabel(label=label, field=label)
        if label in earlier_labels:
            raise DuplicateLabel(label=label, field=label)
        earlier_labels.add(label)


def _check_boards(deal: Deal) -> None:
    """Raise an error unless each run has all boards with the right number of cards."""
    game, boards = deal.game, deal.boards
    counts = game.boards or ((1,) if game.may_share_last_card else ())
    runs = MAX_RUNS if game.boards else 1
    if len(boards) > runs * len(counts):
        index = runs * len(counts)
        raise UnexpectedBoard(count=len(boards[index]), game=game, field=board_field(index))
    for index, board in enumerate(boards):
        needed = counts[index % len(counts)]
        if not board:
            raise MissingBoard(needed=needed, game=game, field=board_field(index))
        if len(board) != needed:
            raise WrongNumberOfCards(
                count=len(board), needed=needed, game=game, field=board_field(index)
            )
    missing = len(boards) % len(counts) if boards else bool(game.boards)
    if missing:
        needed = counts[len(boards) % len(counts)]
        raise MissingBoard(needed=needed, game=game, field=board_field(len(boards)))


def raise_wrong_count(game: Game, label: str, count: int, needed: int) -> None:
    """Raise the error for a hand with the wrong number of cards."""
    if not count:
        raise MissingHand(needed=needed, game=game, field=label)
    raise WrongNumberOfCards(count=count, needed=needed, game=game, field=label)


def find_impossible_cards(
    cards_by_field: Iterable[tuple[str, Cards]], game: Game
) -> Iterator[DuplicateCard | NotInDeck]:
    """Yield an error for each card that is a duplicate, or isn't in the game's deck."""
    cards_by_field = list(cards_by_field)
    earlier_cards: set[Card] = set()
    for field, cards in cards_by_field:
        for card in cards:
            if card in earlier_cards:
                fields_with_card = [
                    other_field
                    for other_field, other_cards in cards_by_field
                    for copy in other_cards
                    if copy == card
                ]
                first, second, *more = fields_with_card
                yield DuplicateCard(
                    card=card, first=first, second=second, other_fields=tuple(more), field=field
                )
            elif card not in game.deck_set:
                yield NotInDeck(card=card, game=game, field=field)
            earlier_cards.add(card)
