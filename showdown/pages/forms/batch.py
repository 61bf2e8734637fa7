"""The form for uploading a file of deals."""

from django import forms

from showdown.evaluator.games import GAMES, OMAHA_HILO


class BatchForm(forms.Form):
    """The file itself is not among the fields: it goes to the storage while the form is read."""

    game = forms.ChoiceField(
        choices=[(game.slug, game.name) for game in GAMES.values()], initial=OMAHA_HILO.slug
    )
    store = forms.BooleanField(
        required=False, label="Store the deals", help_text="You can then find them in your history."
    )
