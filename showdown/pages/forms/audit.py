"""The form for uploading a log, and the one that filters what was found in it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms

from showdown.audits.night.asked import ASKED, night_asked
from showdown.audits.night.names import LONGEST as LONGEST_NAMES
from showdown.audits.terms import terms_of
from showdown.evaluator.deals import LONGEST_LABEL
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.verdicts import Kind
from showdown.notation.rake_schemes import LONGEST
from showdown.pages.forms.chips import rules_field
from showdown.words.errors import error_text
from showdown.words.verdicts import KIND_NAMES


def _text(label: str, most: int, help_text: str) -> forms.CharField:
    return forms.CharField(required=False, max_length=most, label=label, help_text=help_text)


class NightForm(forms.Form):
    """How the night of a log is told: which names are one player, and what a chip is worth."""

    chip = _text("A chip is worth", 20, "Such as 0.25: who pays whom is then in money.")
    same = _text("Merge names", LONGEST_NAMES, "Such as Anna=ann,Anna K; Boris=bo.")
    by_id = forms.BooleanField(
        required=False,
        label="Same ID = same player",
        help_text="In the logs of PokerNow: whoever changed names is one player.",
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        self._check(fields, ("chip", "same"), night_asked)
        return fields

    def _check(
        self, fields: Mapping[str, Any], names: Sequence[str], read: Callable[..., object]
    ) -> None:
        """Say beside each of these fields why `read` refuses it."""
        for name in names:
            try:
                read(**{name: fields.get(name, "").strip()})
            except InvalidDeal as error:
                self.add_error(name, error_text(error))


class AuditForm(NightForm):
    """The file itself is not among the fields: it goes to the storage while the form is read."""

    field_order = ("rules", "unit", "rake", *ASKED, "store")
    rules = rules_field(initial=WSOP_2026.slug)
    unit = _text(
        "Smallest chip",
        20,
        "If empty, as in the log: a cent in a cash game, a chip in a tournament.",
    )
    rake = _text(
        "Rake rule",
        LONGEST,
        "Such as 5% cap 3, cap 1 heads-up, no flop no drop. If empty, as in the log.",
    )
    store = forms.BooleanField(
        required=False,
        label="Store the settled hands",
        help_text="You can then find them in your history, by player, table and number.",
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        self._check(fields, ("unit", "rake"), partial(terms_of, WSOP_2026.slug))
        return fields


def terms_asked(fields: Mapping[str, Any]) -> dict[str, str]:
    """What was asked beside the rule set, without what was left empty."""
    terms = {name: fields.get(name, "").strip() for name in ("unit", "rake", "chip", "same")}
    terms["by_id"] = "true" if fields.get("by_id") else ""
    return {name: text for name, text in terms.items() if text}


ORDERS = {"line": "Line", "amount": "Amount", "kind": "Kind", "table": "Table"}


class DifferencesForm(forms.Form):
    """Which of the hands that were paid wrong are listed, and in which order."""

    kind = forms.ChoiceField(
        required=False,
        choices=[("", "All"), *((str(kind), KIND_NAMES[kind]) for kind in Kind)],
    )
    player = forms.CharField(required=False, max_length=LONGEST_LABEL)
    table = forms.CharField(required=False, max_length=100)
    order = forms.ChoiceField(required=False, label="Sort by", choices=ORDERS.items())
