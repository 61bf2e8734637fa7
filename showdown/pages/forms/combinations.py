"""Which hand's combinations are asked for, said in the parameters of an address."""

from typing import Any

from django import forms

from showdown.evaluator.deals import BOARD, Hand, default_label
from showdown.evaluator.games import GAMES
from showdown.pages.forms.table import CardsField, Typed


class CombinationsForm(forms.Form):
    """A hand and the board of a game. A valid one has its `game`, `hand`, `board` and `pot`."""

    label = forms.CharField(required=False, max_length=20)

    def __init__(self, typed: Typed, *, slug: str, pot_name: str) -> None:
        super().__init__(typed)
        self.slug = slug
        self.pot_name = pot_name
        self.fields["hole"] = CardsField(place="hole", label="Hand", count=0)
        self.fields["board"] = CardsField(place=BOARD, label=BOARD, count=0)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        game = GAMES.get(self.slug)
        pot = next((pot for pot in game.pots if pot.name == self.pot_name), None) if game else None
        if game is None or pot is None:
            raise forms.ValidationError("There is no such game, or no such pot in it")
        hole, board = cleaned["hole"], cleaned["board"]
        if (len(hole), len(board)) != (game.hole, game.board) or len({*hole, *board}) < len(
            hole + board
        ):
            raise forms.ValidationError("This is no hand of the game")
        self.game, self.pot, self.board = game, pot, board
        self.hand = Hand(cleaned["label"] or default_label(0), hole)
        return cleaned
