"""The forms of the account page."""

from django import forms


class TokenForm(forms.Form):
    """What a new token is called."""

    name = forms.CharField(
        label="Name of the program or device",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
