"""The form that begins an audition."""

from typing import Any

from django import forms

from showdown.evaluator.games import GAMES

GAMES_PLAYED = 4
_SECONDS = 60


class AuditionForm(forms.Form):
    """Four games, and how long each drill may take."""

    games = forms.MultipleChoiceField(
        label="Four games",
        choices=[(slug, game.name) for slug, game in GAMES.items()],
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = forms.TypedChoiceField(
        label="Time for each drill",
        choices=[
            (_SECONDS, "A minute"),
            (2 * _SECONDS, "Two minutes"),
            (4 * _SECONDS, "Four minutes"),
            (0, "No limit"),
        ],
        coerce=int,
        initial=_SECONDS,
        widget=forms.RadioSelect,
    )

    def clean_games(self) -> list[Any]:
        games: list[Any] = self.cleaned_data["games"]
        if len(games) != GAMES_PLAYED:
            raise forms.ValidationError(f"Choose four games, not {len(games)}.")
        return games
