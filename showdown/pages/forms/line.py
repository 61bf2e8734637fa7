"""A whole deal pasted as a text of one of the contracts."""

from django import forms

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.deal_json import Submission
from showdown.notation.deal_line import read_line
from showdown.pages.forms.table import Typed

MOST_PASTED = 2_000


class LineForm(forms.Form):
    """The text. A valid one has what was `submitted`, None for an empty text."""

    line = forms.CharField(
        required=False,
        label="Paste a whole deal",
        max_length=MOST_PASTED,
        widget=forms.Textarea(
            attrs={
                "rows": 2,
                "autocomplete": "off",
                "spellcheck": "false",
                "placeholder": "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd",
                "aria-describedby": "id_line_error",
            }
        ),
    )

    def __init__(self, typed: Typed | None = None, *, game: Game) -> None:
        super().__init__(typed)
        self.game = game
        self.submitted: Submission | None = None

    def clean_line(self) -> str:
        text = self.cleaned_data["line"]
        if text:
            try:
                self.submitted = read_line(text, self.game)
            except InvalidDeal as error:
                where = f"character {error.position + 1}: " if error.position else ""
                raise forms.ValidationError(f"{where}{error}") from error
        return text
