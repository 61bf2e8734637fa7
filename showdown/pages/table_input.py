"""Parse the form of the table page: the game, the players, their names and cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.deals import MAX_LABEL_LENGTH, MAX_RUNS, board_field, default_label
from showdown.evaluator.errors import UnknownCard
from showdown.evaluator.games import GAMES, OMAHA_HILO, Game
from showdown.models.showdown import MAX_NOTE_LENGTH

type Fields = Mapping[str, str]
"""Texts by the names of their form fields."""

NEXT_FOR = "next-for"
"""Name of the field with the seat for which the effects of next cards are shown."""
STREET = "street"
"""Name of the field with the street to show; empty for the last street."""
DEAD_CARDS = "dead_cards"


def board_name(game: Game, runs: int, index: int) -> str:
    """Return the name of a board: `Board`, `Board 2`, `Run 2`, `Run 2, board 1`, `Shared card`."""
    if not game.boards:
        return "Shared card"
    run, board = divmod(index, len(game.boards))
    has_several = len(game.boards) > 1
    if runs == 1:
        return f"Board {board + 1}" if has_several else "Board"
    return f"Run {run + 1}, board {board + 1}" if has_several else f"Run {run + 1}"


def page_label(seat: int) -> str:
    """Return the default name of a seat on pages: `Player 1` for seat 0."""
    return f"Player {seat + 1}"


def is_unnamed(seat: int, label: str) -> bool:
    """Return whether the label is empty or a default name of this seat."""
    return label in ("", page_label(seat), default_label(seat))


def hand_field(seat: int) -> str:
    return f"hand-{seat}"


def label_field(seat: int) -> str:
    return f"label-{seat}"


def contribution_field(seat: int) -> str:
    return f"put-in-{seat}"


def fold_field(seat: int) -> str:
    return f"fold-{seat}"


def dealer_button_value(seat: int) -> str:
    """Return the form value that puts the button at this seat, whatever the player's name."""
    return f"seat-{seat}"


@dataclass(frozen=True, slots=True)
class Seating:
    """A game with its number of players and runs.

    In stud, the players share the last card if the deck has too few cards.
    """

    game: Game
    players: int
    runs: int = 1

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Return the requested seating within the limits of the game.

        Without a number of players, the last seat with cards determines it.
        """
        game = GAMES.get(fields.get("game", ""), OMAHA_HILO)
        min_players, max_players = game.players[0], game.players[-1]
        counts = [
            seat + 1 for seat in range(max_players) if fields.get(hand_field(seat), "").strip()
        ]
        players = _parse_number(fields.get("players", ""), default=max([2, *counts]))
        runs = _parse_number(fields.get("runs", ""), default=1) if game.boards else 1
        return cls(game, max(min_players, min(players, max_players)), max(1, min(runs, MAX_RUNS)))

    @property
    def shares_last_card(self) -> bool:
        """Return whether the deck has too few cards, so that the last card is shared."""
        return self.game.may_share_last_card and self.players * self.game.hole > len(self.game.deck)

    @property
    def hole(self) -> int:
        return self.game.hole - self.shares_last_card

    @property
    def boards(self) -> tuple[int, ...]:
        """Return the number of cards of each board of the first run."""
        return (1,) if self.shares_last_card else self.game.boards

    @property
    def board_fields(self) -> tuple[tuple[str, str, int], ...]:
        """Return the field, the name and the number of cards of each board."""
        counts = (1,) if self.game.may_share_last_card else self.game.boards * self.runs
        return tuple(
            (board_field_name(index), board_name(self.game, self.runs, index), count)
            for index, count in enumerate(counts)
        )


@dataclass(frozen=True, slots=True)
class TableInput:
    """The parsed form of the table page.

    `fields` are the original texts. `labels` are the players' names; `hands` and `boards` are the
    texts of the cards, without the boards of later runs and the shared card of stud. `next_for` is
    the seat for which the effects of next cards are shown.
    """

    fields: Fields
    seating: Seating
    labels: tuple[str, ...]
    hands: tuple[str, ...]
    boards: tuple[str, ...]
    dead_cards: str
    next_for: int
    street: str

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        seating = Seating.from_fields(fields)
        next_for = _parse_number(fields.get(NEXT_FOR, ""), default=0)
        seats = range(seating.players)
        boards = range(len(seating.game.boards))
        typed_labels = [fields.get(label_field(seat), "")[:MAX_LABEL_LENGTH] for seat in seats]
        return cls(
            fields=MappingProxyType(dict(fields)),
            seating=seating,
            labels=tuple(
                page_label(seat) if is_unnamed(seat, label) else label
                for seat, label in enumerate(typed_labels)
            ),
            hands=tuple(fields.get(hand_field(seat), "").strip() for seat in seats),
            boards=tuple(fields.get(board_field_name(index), "") for index in boards),
            dead_cards=fields.get(DEAD_CARDS, ""),
            next_for=next_for if next_for in seats else 0,
            street=fields.get(STREET, ""),
        )

    @property
    def game(self) -> Game:
        return self.seating.game

    @property
    def cards_to_keep(self) -> int:
        """Return the maximum number of cards of a hand or board, if one has too many; otherwise 0.

        Hands come before boards. Both can have too many cards after a change of the game.
        """
        max_counts = [self.seating.hole, *self.seating.boards]
        card_counts = [max(map(count_cards, self.hands)), *map(count_cards, self.boards)]
        pairs = zip(max_counts, card_counts, strict=False)
        return next((max_count for max_count, count in pairs if count > max_count), 0)

    @property
    def action(self) -> str:
        return self.fields.get("action", "")

    @property
    def note(self) -> str:
        return self.fields.get("note", "").strip()[:MAX_NOTE_LENGTH]

    def with_fields(self, **fields: str) -> Self:
        """Return a copy with these fields replaced."""
        return self.from_fields({**self.fields, **fields})


def board_field_name(index: int) -> str:
    """Return the name of a board's field in the form: `board`, `board2`."""
    return board_field(index).lower()


def count_cards(text: str) -> int:
    """Return the number of cards; 0 if the text is not a list of cards."""
    try:
        return len(parse_cards(text))
    except UnknownCard:
        return 0


def _parse_number(text: str, *, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else default
