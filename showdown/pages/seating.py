"""How a table is set: the game, the players, and how often the boards are run."""

from collections.abc import Mapping
from dataclasses import dataclass

from showdown.evaluator.deals import MOST_RUNS, board_field
from showdown.evaluator.games import GAMES, OMAHA_HILO, Game

type Typed = Mapping[str, str]
"""What was typed, by the name of its field."""


NEXT_FOR = "next-for"
"""The field that says for which player the next cards are shown, by seat."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A game with its players. A stud game that needs more cards than there are shares the last."""

    game: Game
    players: int
    runs: int = 1

    @classmethod
    def asked(cls, typed: Typed) -> "Seating":
        """What was asked for, as far as the game allows."""
        game = GAMES.get(typed.get("game", ""), OMAHA_HILO)
        players = _number(typed.get("players", ""), default=2)
        runs = _number(typed.get("runs", ""), default=1) if game.boards else 1
        least, most = game.players[0], game.players[-1]
        return cls(game, max(least, min(players, most)), max(1, min(runs, MOST_RUNS)))

    @property
    def runs_out(self) -> bool:
        """Whether the deck has too few cards for all hands, so that the last one is shared."""
        return self.game.may_share_last_card and self.players * self.game.hole > len(self.game.deck)

    @property
    def hole(self) -> int:
        return self.game.hole - self.runs_out

    @property
    def boards(self) -> tuple[int, ...]:
        """How many cards each board of the first run has."""
        return (1,) if self.runs_out else self.game.boards

    @property
    def cards_dealt(self) -> int:
        return self.players * self.hole + sum(self.boards)

    @property
    def places(self) -> tuple[tuple[str, str, int], ...]:
        """For each board its field, what it is called, and how many cards it has."""
        if self.game.may_share_last_card:
            return ((board_name(0), "Shared card", 1),)
        counts = self.game.boards * self.runs
        return tuple(
            (board_name(place), self._called(place), count) for place, count in enumerate(counts)
        )

    def _called(self, place: int) -> str:
        """`Board`, `Board 2`, `Second run`, `Second run, board 1`."""
        run, board = divmod(place, len(self.game.boards))
        name = f"Board {board + 1}" if len(self.game.boards) > 1 else "Board"
        if not run:
            return name
        which = ("First", "Second", "Third")[run]
        return f"{which} run, {name.lower()}"


def board_name(place: int) -> str:
    """The name of a board's field in the form: `board`, `board2`."""
    return board_field(place).lower()


def seat_of_next_cards(typed: Typed, players: int) -> int:
    """For whom the next cards are shown: the first player, if nobody who sits there is named."""
    seat = _number(typed.get(NEXT_FOR, ""), default=0)
    return seat if seat < players else 0


def _number(text: str, *, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else default
