"""Forms for uploads, for links to a night, and for hands that were paid incorrectly."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from django import forms

from showdown.audits.night.names import MAX_NAMES_LENGTH, NIGHT_FIELDS, parse_night_options
from showdown.audits.terms import parse_terms
from showdown.batches.audit_results import Entry
from showdown.evaluator.deals import MAX_LABEL_LENGTH
from showdown.evaluator.differences import Kind
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026, RuleSet
from showdown.models import NightLink
from showdown.models.filters import game_choices
from showdown.notation.rake_schemes import MAX_SCHEME_LENGTH
from showdown.pages.forms.chips import RulesField
from showdown.words.differences import KIND_NAMES
from showdown.words.errors import error_text

_SHOWN = "shown"


class BatchForm(forms.Form):
    """Options of a batch. The upload handler stores the file, so the form has no field for it."""

    game = forms.ChoiceField(choices=game_choices, initial=OMAHA_HILO.slug)
    rules = RulesField(help_text="For lines that don't name a rule set.", initial=WSOP_2026.slug)
    store = forms.BooleanField(
        required=False, label="Store the deals", help_text="You can then find them in your history."
    )

    def clean_rules(self) -> RuleSet:
        return RULE_SETS.get(self.cleaned_data["rules"], WSOP_2026)


def _text_field(label: str, max_length: int, help_text: str) -> forms.CharField:
    return forms.CharField(required=False, max_length=max_length, label=label, help_text=help_text)


class NightForm(forms.Form):
    """Options of a night: the value of a chip, and names that belong to the same player."""

    chip = _text_field("A chip is worth", 20, "For example, 0.25. Payments are then in money.")
    same = _text_field("Merge names", MAX_NAMES_LENGTH, "For example, Anna=ann,Anna K; Boris=bo.")
    by_id = forms.BooleanField(
        required=False,
        label="Same ID = same player",
        help_text="In PokerNow logs, a player who changed names counts once.",
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        self._check(fields, ("chip", "same"), parse_night_options)
        return fields

    def _check(
        self, fields: Mapping[str, Any], names: Sequence[str], read: Callable[..., object]
    ) -> None:
        """Add an error to each of these fields that `read` rejects."""
        for name in names:
            try:
                read(**{name: fields.get(name, "").strip()})
            except InvalidDeal as error:
                self.add_error(name, error_text(error))


class AuditForm(NightForm):
    """Options of an audit. The upload handler stores the file, so the form has no field for it."""

    field_order = ("rules", "unit", "rake", *NIGHT_FIELDS, "store")
    rules = RulesField(initial=WSOP_2026.slug)
    unit = _text_field(
        "Smallest chip",
        20,
        "If empty, the smallest chip in the log: a cent in a cash game, a chip in a tournament.",
    )
    rake = _text_field(
        "Rake rule",
        MAX_SCHEME_LENGTH,
        "For example, 5% cap 3, cap 1 heads-up, no flop no drop. If empty, the rake in the log.",
    )
    store = forms.BooleanField(
        required=False,
        label="Store the settled hands",
        help_text="You can then find them in your history, by player, table and number.",
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        self._check(fields, ("unit", "rake"), partial(parse_terms, WSOP_2026.slug))
        return fields


def entered_terms(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the nonempty options, except `rules` and `store`."""
    terms = {name: fields.get(name, "").strip() for name in ("unit", "rake", "chip", "same")}
    terms["by_id"] = "true" if fields.get("by_id") else ""
    return {name: text for name, text in terms.items() if text}


class PrivacyForm(forms.Form):
    """Form to hide hole cards and names in a link to a night or in a download of its log."""

    renames = forms.BooleanField(
        required=False, label="Replace the names", help_text="With Player 1, Player 2, …"
    )

    def __init__(self, *args: Any, players: Iterable[str], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [
            ("", "All in the log"),
            (_SHOWN, "Only those that were shown"),
            *((f"{_SHOWN} {name}", f"Those shown, and {name}'s") for name in players),
        ]
        self.fields["cards"] = forms.ChoiceField(
            required=False, label="Hole cards", choices=choices
        )
        self.order_fields(("cards", "renames"))

    def clean(self) -> dict[str, Any]:
        """Return the field values for a NightLink."""
        fields = super().clean() or {}
        cards = fields.get("cards", "")
        return {
            "hides_cards": bool(cards),
            "keeps": cards.removeprefix(_SHOWN)[1:],
            "renames": fields.get("renames", False),
        }


def privacy_form(link: NightLink | None, players: Iterable[str]) -> PrivacyForm:
    """Return the form with the choices of the link.

    Without a link, cards that were not shown are hidden.
    """
    cards = _SHOWN
    if link and link.keeps:
        cards = f"{_SHOWN} {link.keeps}"
    elif link and not link.hides_cards:
        cards = ""
    initial = {"cards": cards, "renames": bool(link and link.renames)}
    return PrivacyForm(initial=initial, players=players, auto_id="link_%s")


def largest_difference(entry: Entry) -> Decimal:
    """Return the largest difference between a player's payout and the correct payout."""
    return max((abs(Decimal(chips)) for chips in entry["difference"].values()), default=Decimal())


class DifferencesForm(forms.Form):
    """A filter and a sort order for the hands that were paid incorrectly."""

    kind = forms.ChoiceField(
        required=False, choices=[("", "All"), *((str(kind), KIND_NAMES[kind]) for kind in Kind)]
    )
    player = forms.CharField(required=False, max_length=MAX_LABEL_LENGTH)
    table = forms.CharField(required=False, max_length=100)
    order = forms.ChoiceField(
        required=False, label="Sort by", choices=[("line", "Line"), ("amount", "Amount")]
    )

    def select(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return the matching entries in the chosen order; all if the form is invalid."""
        if not self.is_valid():
            return list(entries)
        kind, player, table, order = (
            self.cleaned_data[name] for name in ("kind", "player", "table", "order")
        )
        selected = []
        for entry in entries:
            names = {*entry["paid"], *entry["due"]}
            if (
                (not kind or entry["kind"] == kind)
                and table.casefold() in entry["table"].casefold()
                and (not player or any(player.casefold() in name.casefold() for name in names))
            ):
                selected.append(entry)
        if order == "amount":
            selected.sort(key=largest_difference, reverse=True)
        return selected
