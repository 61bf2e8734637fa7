"""Read any text about one deal or spot."""

from dataclasses import dataclass
from functools import partial

from showdown.bulk.odds import SAMPLING_SECONDS
from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import board_field
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.spots import Spot
from showdown.library.arguments import (
    MAX_SECONDS,
    add_error_messages,
    require_integer,
    require_number,
    resolve_game,
    wrong_type,
)
from showdown.library.odds import SpotOdds, compute_spot_odds
from showdown.library.settling import SettledDeal
from showdown.notation.pasted import result
from showdown.notation.pasted.reader import read_in_detected_game, read_pasted, require_submission
from showdown.notation.pasted.result import PasteResult
from showdown.notation.spots import parse_range

_ONLY_ON_THE_SITE = "A stored deal can only be opened on its site."


@dataclass(frozen=True, repr=False)
class ReadText:
    """The deal or spot in a text, and the parts of the text that were not understood."""

    pasted: PasteResult
    text: str

    @property
    def game(self) -> Game:
        return self.pasted.game

    @property
    def hands(self) -> dict[str, str]:
        """Return the hands by label as text: `As Kd`, `As ?`, `*`, `QQ+`, `mucked`."""
        hands = zip(self.pasted.labels, self.pasted.hands, strict=True)
        return {label: hand.text for label, hand in hands}

    @property
    def boards(self) -> tuple[str, ...]:
        """Return the cards of each board: `2c 3d 5h`."""
        return tuple(format_cards(board, " ") for board in self.pasted.boards)

    @property
    def is_whole(self) -> bool:
        """Return whether nothing in the text is wrong or ambiguous."""
        return self.pasted.is_whole

    @property
    def unknown_words(self) -> tuple[str, ...]:
        """Return the unknown words of the text that may change the deal."""
        marks = (mark for mark in self.pasted.marks if mark.may_be_left_out)
        return tuple(self.text[mark.start : mark.end] for mark in marks)

    @property
    def understood(self) -> str:
        """Return a summary, `Texas Hold'em: two hands and a full board.`, or an empty string."""
        return result.summarize(self.pasted)

    @property
    def not_understood(self) -> str:
        """Describe errors and omissions of the text; empty if there are none."""
        if self.pasted.stored_id:
            return _ONLY_ON_THE_SITE
        return result.describe_errors(self.pasted, self.text)

    def settle(self) -> SettledDeal:
        """Settle the deal. Raise InvalidDeal if the deal is invalid or the text isn't whole."""
        with add_error_messages():
            return SettledDeal(require_submission(self.pasted, self.text).settle())

    def odds(self, *, seconds: float = SAMPLING_SECONDS) -> SpotOdds:
        """Return the odds of the spot. Raise InvalidDeal if the spot is invalid."""
        with add_error_messages():
            pasted = self.pasted
            spot = Spot.parse(
                pasted.game,
                self.hands,
                self.boards,
                format_cards(pasted.dead, ""),
                read_range=parse_range,
            )
            seconds = require_number(seconds, "seconds", MAX_SECONDS)
            rules = pasted.rules or WSOP_2026
            return compute_spot_odds(spot, pasted.wagers, rules, seconds=seconds)

    def __repr__(self) -> str:
        hands = (f"  {label}: {text}" for label, text in self.hands.items())
        boards = (
            f"  {board_field(index)}: {text}" for index, text in enumerate(self.boards) if text
        )
        lines = [self.understood or "nothing", *hands, *boards, self.not_understood]
        return "\n".join(["<ReadText: " + lines[0], *filter(None, lines[1:])]) + ">"


def read_text(
    text: str,
    game: str | Game | None = None,
    *,
    number: int = 0,
    without_unknown_words: bool = False,
) -> ReadText:
    """Read a deal or a spot from any text; docs/pasting.md describes the formats.

    `game` is the default game; without it, the cards determine the game if the text names none.
    `number` is the index, from 0, of the hand to read if the text has several. Unknown words that
    may change the deal make the result not whole, unless `without_unknown_words` leaves them out.
    Text that isn't understood raises no error: see `is_whole` and `not_understood`.
    """
    with add_error_messages():
        if not isinstance(text, str):
            raise wrong_type("text", "text")
        number = require_integer(number, "number")
        read = partial(read_pasted, without_unknown_words=without_unknown_words)
        if game is None:
            return ReadText(read_in_detected_game(text, number, read), text)
        return ReadText(read(text, resolve_game(game), number), text)
