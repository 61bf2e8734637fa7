"""The form for uploading a file of deals."""

from django import forms

from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026, RuleSet
from showdown.models.filters import game_choices
from showdown.pages.forms.chips import rules_field


class BatchForm(forms.Form):
    """The file itself is not among the fields: it goes to the storage while the form is read."""

    game = forms.ChoiceField(choices=game_choices, initial=OMAHA_HILO.slug)
    rules = rules_field(help_text="For lines that don’t name a book.", initial=WSOP_2026.slug)
    store = forms.BooleanField(
        required=False, label="Store the deals", help_text="You can then find them in your history."
    )

    def clean_rules(self) -> RuleSet:
        return RULE_SETS.get(self.cleaned_data["rules"], WSOP_2026)
