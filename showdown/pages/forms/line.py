"""A whole deal pasted as text: as a line, or as the game's own contract writes it."""

from django import forms

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import board_field, default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.registry import pieces_of
from showdown.notation.submission import Submission
from showdown.pages.seating import Typed
from showdown.words.errors import error_text

MOST_PASTED = 2_000


class LineForm(forms.Form):
    """The text. A valid one has its `submission`, None for an empty text."""

    line = forms.CharField(
        required=False,
        label="Paste a whole deal",
        max_length=MOST_PASTED,
        widget=forms.Textarea(
            attrs={
                "rows": 2,
                "autocomplete": "off",
                "spellcheck": "false",
                "aria-describedby": "id_line_error",
            }
        ),
    )

    def __init__(self, typed: Typed | None = None, *, game: Game) -> None:
        super().__init__(typed)
        self.fields["line"].widget.attrs["placeholder"] = example_line(game)
        self.game = game
        self.submission: Submission | None = None

    def clean_line(self) -> str:
        text = self.cleaned_data["line"]
        pieces = list(pieces_of(text.encode(), self.game))
        if len(pieces) > 1:
            raise forms.ValidationError(
                f"There are {len(pieces)} deals here; paste one. Files of many are for Batches."
            )
        for _, data, contract in pieces:
            try:
                self.submission = contract.read_deal(data.decode(), self.game)
            except InvalidDeal as error:
                raise forms.ValidationError(_with_place(error)) from error
        return text


def example_line(game: Game) -> str:
    """How a line of this game looks: two hands and the boards, from the top of the deck."""
    cards = iter(reversed(game.deck))
    counts = {default_label(seat): game.hole for seat in range(2)}
    counts |= {board_field(place): count for place, count in enumerate(game.boards)}
    return " ".join(
        f"{name}:{format_cards([next(cards) for _ in range(count)])}"
        for name, count in counts.items()
    )


def _with_place(error: InvalidDeal) -> str:
    where = f"Character {error.position + 1}: " if error.position else ""
    return f"{where}{error_text(error)}"
