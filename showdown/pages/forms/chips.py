"""Form for chips: the pots or each player's bet, the button, and the rule set."""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError

from showdown.evaluator.deals import default_label
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.icm import InvalidTournament, Tournament
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026, RuleSet
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Hands, Wagers, collect
from showdown.notation.tournament_words import read_tournament
from showdown.notation.wager_words import (
    ParsedRake,
    build_wagers,
    decimals_needed,
    read_amount,
    read_pot,
    read_rake,
    split_folded,
    split_pots,
    to_units,
)
from showdown.pages.forms.table import MAX_TEXT_LENGTH
from showdown.pages.table_input import (
    TableInput,
    contribution_field,
    dealer_button_value,
    fold_field,
    is_unnamed,
)
from showdown.words.errors import error_text
from showdown.words.ranks import chips_text

_THOUSANDS = re.compile(r"(?<=\d)[,\u2009\u202f'](?=\d{3}(?!\d))")
TOURNAMENT_FIELDS = ("stacks", "payouts", "ante")
"""Fields about the value of chips, which apply to a spot but not to a deal."""
_FIELDS_TAKEN_FROM_POT = ("rake", "jackpot")
_NO_POT = "there is no pot to take this from: enter the pot, or each player's bet"


class Seat(NamedTuple):
    """The fields of one player. `button` is the value that puts the button at this seat.

    `bet` is the player's bet as text; empty if the field doesn't contain an amount.
    """

    label: str
    put_in: forms.BoundField
    bet: str
    fold: forms.BoundField
    button: str
    has_button: bool


class ChipsField(forms.CharField):
    """A field for amounts of chips, optionally with separators between thousands.

    `read` receives the text without separators, and may raise InvalidWagers.
    """

    def __init__(self, label: str, read: Callable[[str], Any], **attrs: str) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", **attrs})
        super().__init__(required=False, label=label, max_length=MAX_TEXT_LENGTH, widget=widget)
        self._read = read

    def clean(self, value: Any) -> Any:
        text = _THOUSANDS.sub("", super().clean(value))
        try:
            return self._read(text)
        except InvalidWagers as error:
            raise ValidationError(error_text(error)) from error


def _read_chips(text: str, label: str = "") -> Decimal | None:
    """Parse an amount; return None for empty text. With a `label`, refuse a negative bet."""
    amount = read_amount(text, field="") if text else None
    if amount is not None and label and amount < 0:
        raise InvalidWagers(fault=Fault.NEGATIVE, label=label, value=text)
    return amount


class RulesField(forms.ChoiceField):
    """The rule set for odd chips. The slug of an earlier edition selects the current one."""

    def __init__(self, **options: Any) -> None:
        choices = [(rules.slug, rules.name) for rules in RULE_SETS.values()]
        super().__init__(required=False, label="Odd chips by", choices=choices, **options)

    def to_python(self, value: Any) -> str:
        slug = super().to_python(value)
        return RULE_SETS[slug].slug if slug in RULE_SETS else slug

    def prepare_value(self, value: Any) -> Any:
        return self.to_python(value) if isinstance(value, str) else value


def _text_field(label: str, placeholder: str) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "placeholder": placeholder})
    return forms.CharField(required=False, label=label, max_length=MAX_TEXT_LENGTH, widget=widget)


class ChipsForm(forms.Form):
    """Form for the wagers of a deal or a spot. Without `hands`, it only displays them.

    After validation, `wagers` is None without chips and folds, and `tournament` is None without
    stacks, payouts and ante; only spots have a `tournament`. A missing bet is an error only if
    `is_final`. Otherwise, the wagers have no contributions, `players_without_bet` lists the
    players, and `bet_so_far` is the sum of the other bets.
    """

    pots = ChipsField(
        # The main pot first, optionally with the eligible players: `91 40=Ann,Bob`.
        "Pot",
        lambda text: [read_pot(pot) for pot in split_pots(text)],
        inputmode="decimal",
    )
    away = ChipsField(
        "Players who folded without showing",
        lambda text: {name: _read_chips(chips) for name, chips in split_folded(text)},
        placeholder="Dora=50, Emil=20",
    )
    unit = ChipsField("Smallest chip", _read_chips, inputmode="decimal", placeholder="1")
    dead = ChipsField(
        "Dead chips", _read_chips, inputmode="decimal", placeholder="an ante for the table"
    )
    rake = ChipsField("Rake", lambda text: read_rake(text, ""), placeholder="12, or 5%, or 5%,300")
    jackpot = ChipsField("Jackpot drop", _read_chips, inputmode="decimal", placeholder="2")
    stacks = _text_field("Tournament stacks before the hand", "5000, 3000, 2000")
    payouts = _text_field("Tournament payouts", "50, 30, 20")
    ante = _text_field("Ante that one player posted for all", "Boris=100")
    rules = RulesField()
    clockwise = forms.CharField(
        required=False, max_length=MAX_TEXT_LENGTH, widget=forms.HiddenInput
    )

    def __init__(
        self, entry: TableInput, *, hands: Hands | None = None, is_final: bool = True
    ) -> None:
        super().__init__(entry.fields if hands else None, initial=dict(entry.fields))
        self.is_final = is_final
        self.players_without_bet: tuple[str, ...] = ()
        self.bet_so_far = ""
        self.entry = entry
        self.labels = labels = entry.labels
        self.hands = hands
        self.wagers: Wagers | None = None
        self.tournament: Tournament | None = None
        # Links and files contain the name of the player on the button; forms contain the seat.
        button_choices = [
            (value, label)
            for seat, label in enumerate(labels)
            for value in (dealer_button_value(seat), label, default_label(seat))
        ]
        self.fields["button"] = forms.ChoiceField(
            required=False,
            choices=[("", "no seat"), *button_choices],
            error_messages={"invalid_choice": "Select the player with the dealer button again."},
        )
        for seat, label in enumerate(labels):
            self.fields[contribution_field(seat)] = ChipsField(
                f"{label} bet",
                partial(_read_chips, label=label),
                inputmode="decimal",
                placeholder="bet",
            )
            self.fields[fold_field(seat)] = forms.BooleanField(
                required=False, label=f"{label} folded"
            )
        for name, field in self.fields.items():
            field.widget.attrs["aria-describedby"] = f"id_{name}_error"

    @property
    def rule_set(self) -> RuleSet:
        return RULE_SETS.get(self.cleaned_data.get("rules", ""), WSOP_2026)

    @property
    def seats(self) -> Iterator[Seat]:
        for seat, label in enumerate(self.labels):
            put_in, fold = self[contribution_field(seat)], self[fold_field(seat)]
            button = dealer_button_value(seat)
            has_button = self["button"].value() in (label, button, default_label(seat))
            try:
                amount = put_in.field.clean(put_in.value() or "")
            except ValidationError:
                amount = None
            bet = "" if amount is None else chips_text(to_units(amount, 2), 2)
            yield Seat(label, put_in, bet, fold, button, has_button)

    @property
    def has_text_in_more_fields(self) -> bool:
        """Return whether any of the less common fields, such as the rake or stacks, has text."""
        names = ("away", "unit", "dead", "rake", "jackpot", *TOURNAMENT_FIELDS)
        return any(self.entry.fields.get(name) for name in names)

    @property
    def folded_without_showing(self) -> tuple[str, ...]:
        """Return the players who folded without showing; empty if the form is invalid."""
        return tuple(self.cleaned_data.get("away") or ()) if self.is_valid() else ()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.wagers = self._build_wagers()
                for name in _FIELDS_TAKEN_FROM_POT:
                    if self.wagers is None and self.cleaned_data[name] is not None:
                        self.add_error(name, _NO_POT)
                if self.wagers and self.hands:
                    collect(self.wagers, self.hands)
                stacks, payouts, ante = (self.cleaned_data[name] for name in TOURNAMENT_FIELDS)
                if isinstance(self.hands, Spot) and (stacks or payouts or ante):
                    self.tournament = read_tournament(stacks, payouts, self.labels, ante)
                    collect(self.effective_wagers, self.hands)
            except InvalidWagers as error:
                self.add_error(self._error_field(error), error_text(error))
            except InvalidTournament as error:
                self.add_tournament_error(error)
        return cleaned

    @property
    def effective_wagers(self) -> Wagers:
        """Return the wagers, in a tournament with the ante.

        In a tournament without bets, all players who haven't folded are all in.
        Raise InvalidTournament if the stacks don't fit the wagers.
        """
        wagers = self.wagers or Wagers()
        return self.tournament.add_ante(wagers, self.labels) if self.tournament else wagers

    def add_tournament_error(self, error: InvalidTournament) -> None:
        self.add_error(error.field, error_text(error))

    def _build_wagers(self) -> Wagers | None:
        """Return the wagers; None without chips and folds, or after adding an error.

        Raise InvalidWagers if the fields contradict each other.
        """
        chips = self.cleaned_data
        folded = [label for seat, label in enumerate(self.labels) if chips[fold_field(seat)]]
        put_in = self._complete_bets(folded)
        has_chips = chips["pots"] or put_in or folded or chips["away"] or chips["dead"] is not None
        if self.errors or not has_chips:
            return None
        seats = {dealer_button_value(seat): label for seat, label in enumerate(self.labels)}
        rake: ParsedRake | None = chips["rake"]
        if chips["jackpot"] is not None:
            rake = (rake or ParsedRake())._replace(jackpot=chips["jackpot"])
        wagers = build_wagers(
            pots=chips["pots"],
            contributions=put_in,
            dead=chips["dead"],
            folded=(*folded, *chips["away"]),
            button=seats.get(chips["button"], chips["button"]) or None,
            seats=tuple(filter(None, chips["clockwise"].split(","))),
            unit=chips["unit"],
            rake=rake,
        )
        # Files and pasted texts use the default labels of files for players without names.
        unnamed = {
            default_label(seat): label
            for seat, label in enumerate(self.labels)
            if is_unnamed(seat, label)
        }
        return wagers.rename_players(unnamed)

    def _complete_bets(self, folded: Sequence[str]) -> dict[str, Decimal]:
        """Return the bets by player; empty if one is missing, which is an error if `is_final`."""
        chips = self.cleaned_data
        bets = {label: chips[contribution_field(seat)] for seat, label in enumerate(self.labels)}
        bets = {name: bet for name, bet in (bets | chips["away"]).items() if bet is not None}
        if bets and not chips["pots"]:
            self.players_without_bet = tuple(
                label for label in self.labels if label not in bets and label not in folded
            )
        if not self.players_without_bet:
            return bets
        if self.is_final:
            for label in self.players_without_bet:
                field = contribution_field(self.labels.index(label))
                self.add_error(field, f"{label}'s bet? (0 for none)")
        else:
            decimals = decimals_needed(bets.values())
            total = sum(to_units(bet, decimals) for bet in bets.values())
            self.bet_so_far = chips_text(total, decimals)
        return {}

    def _error_field(self, error: InvalidWagers) -> str | None:
        """Return the name of the field with the error; `pots` if the form has no such field."""
        if error.field == "contributions":
            seat = self.labels.index(error.label) if error.label in self.labels else 0
            return contribution_field(seat)
        if error.field == "folded":
            return fold_field(0)
        return error.field if error.field in self.fields else "pots"


CHIP_FIELDS = {*ChipsForm.base_fields, "button"} - {"rules", *TOURNAMENT_FIELDS}
