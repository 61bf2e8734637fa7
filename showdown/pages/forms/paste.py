"""The field that takes anything: a pasted text, what of it was placed, and what was not."""

from collections.abc import Iterator
from typing import NamedTuple

from django import forms

from showdown.evaluator.games import GAMES, Game
from showdown.notation.pasted.reader import MOST_PASTED, read_pasted
from showdown.notation.pasted.result import Mark, Pasted
from showdown.pages.seating import Typed
from showdown.words.ranks import sentence

READ = "read"
READ_AS = f"{READ}:"
"""What the button's value begins with that reads the text as another game's, its slug behind."""
_HAND = "hand-"


class Piece(NamedTuple):
    """A piece of the pasted text; `said` is why it has no place, empty if it has one."""

    text: str
    said: str = ""


class PasteForm(forms.Form):
    """The text. After `full_clean` it has what was `pasted`, None where nothing was."""

    line = forms.CharField(
        required=False,
        label="Paste anything about one deal",
        max_length=MOST_PASTED,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 1,
                "placeholder": "Paste a deal",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "aria-describedby": "id_line_error",
            }
        ),
    )

    def __init__(self, typed: Typed | None = None, *, game: Game) -> None:
        super().__init__(typed)
        self.game = game
        self.pasted: Pasted | None = None

    def clean_line(self) -> str:
        text: str = self.cleaned_data["line"]
        if text.strip():
            self.pasted = read_pasted(text, self.game)
            for mark in self.pasted.marks:
                self.add_error("line", f"{sentence(mark.said)}.")
        return text

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be said about the text."""
        return not self.errors and not (self.pasted and self.pasted.offer)

    @property
    def offer(self) -> tuple[str, str, str] | None:
        """The sentence of the offer, the button's value, and the game's name."""
        offer = self.pasted.offer if self.pasted else None
        if offer is None:
            return None
        return f"{sentence(offer.said)}.", READ_AS + offer.game.slug, offer.game.name

    @property
    def pieces(self) -> list[Piece]:
        """The text, cut where something in it has no place; empty if everything has."""
        marks = self.pasted.marks if self.pasted else ()
        return list(_pieces(self.data["line"], marks)) if marks else []


def _pieces(text: str, marks: tuple[Mark, ...]) -> Iterator[Piece]:
    at = 0
    for mark in marks:
        start = max(at, mark.start)
        if mark.end > start:
            yield Piece(text[at:start])
            yield Piece(text[start : mark.end], f"{sentence(mark.said)}.")
            at = mark.end
    yield Piece(text[at:])


def wants_reading(typed: Typed) -> bool:
    """Whether the text is to be read: it was asked for, or there are no hands but in the text."""
    action = typed.get("action", READ)
    is_asked = action == READ or action.startswith(READ_AS)
    return is_asked or not any(name.startswith(_HAND) and typed[name] for name in typed)


def game_to_read(typed: Typed, game: Game) -> Game:
    """The game of the button that was pressed, or the one at the table."""
    return GAMES.get(typed.get("action", "").removeprefix(READ_AS), game)
