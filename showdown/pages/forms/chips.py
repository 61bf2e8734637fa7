"""The chips as a form: a pot, or what each player has put in, and the seat with the button."""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError

from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidChips
from showdown.evaluator.wagers import MOST_CHIPS, ChipPot, Wagers, collect
from showdown.notation.wager_words import read_wagers
from showdown.pages.forms.table import MOST_TYPED, Typed

_THOUSANDS = re.compile(r"(?<=\d)[,\u2009\u202f'](?=\d{3}(?!\d))")
_AWAY = re.compile(r"(?:(?P<label>[^\W\d_][\w-]{0,19})=)?(?P<amount>\d{1,13})")


def put_in_field(seat: int) -> str:
    return f"put-in-{seat}"


def fold_field(seat: int) -> str:
    return f"fold-{seat}"


class Seat(NamedTuple):
    """The fields of one player."""

    label: str
    put_in: forms.BoundField
    fold: forms.BoundField
    button: forms.BoundField


class ChipsField(forms.IntegerField):
    """A number of chips; thousands may be set off."""

    def __init__(self, label: str, *, least: int = 0) -> None:
        super().__init__(
            required=False,
            label=label,
            min_value=least,
            max_value=MOST_CHIPS,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )

    def to_python(self, value: Any) -> int | None:
        return super().to_python(_without_thousands(value) if isinstance(value, str) else value)


class PotsField(forms.CharField):
    """A pot; or several, the main pot first, each with those who may win it."""

    def clean(self, value: Any) -> tuple[ChipPot, ...]:
        words = [("Pot", word) for word in _without_thousands(super().clean(value)).split()]
        try:
            wagers = read_wagers(words)
        except InvalidChips as error:
            raise ValidationError(str(error)) from error
        return wagers.pots if wagers else ()


class AwayField(forms.CharField):
    """The chips of players who have folded and show no hand: `50 20` or `Dora=50 Emil=20`."""

    def clean(self, value: Any) -> dict[str, int]:
        numbers = count(1)
        away = {}
        for word in _without_thousands(super().clean(value)).replace(",", " ").split():
            read = _AWAY.fullmatch(word)
            if read is None:
                raise ValidationError(f"{word[:20]!r} is no number of chips")
            away[read["label"] or f"Folded{next(numbers)}"] = int(read["amount"])
        return away


class ChipsForm(forms.Form):
    """What is at stake in the deal; without one the form just shows what was typed.

    A valid one has its `wagers`, None where no chips are given.
    """

    pots = PotsField(
        required=False,
        label="Pot",
        max_length=MOST_TYPED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    away = AwayField(
        required=False,
        label="Chips of players who folded",
        max_length=MOST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    unit = ChipsField("Smallest chip", least=1)
    clockwise = forms.CharField(required=False, max_length=MOST_TYPED, widget=forms.HiddenInput)

    def __init__(self, typed: Typed, *, labels: Sequence[str], deal: Deal | None = None) -> None:
        super().__init__(typed if deal else None, initial=dict(typed))
        self.typed = typed
        self.labels = labels
        self.deal = deal
        self.wagers: Wagers | None = None
        self.fields["button"] = forms.ChoiceField(
            required=False, choices=[("", "no seat"), *((label, label) for label in labels)]
        )
        for seat, label in enumerate(labels):
            self.fields[put_in_field(seat)] = ChipsField(f"{label} put in")
            self.fields[fold_field(seat)] = forms.BooleanField(
                required=False, label=f"{label} folded"
            )
        for name, field in self.fields.items():
            field.widget.attrs["aria-describedby"] = f"id_{name}_error"

    @property
    def seats(self) -> Iterator[Seat]:
        for seat, label in enumerate(self.labels):
            yield Seat(label, self[put_in_field(seat)], self[fold_field(seat)], self["button"])

    @property
    def is_used(self) -> bool:
        """Whether anything was typed, so that the form should stand open."""
        return any(self.typed.get(name) for name in self.fields)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.wagers = self._wagers()
                if self.wagers and self.deal:
                    collect(self.wagers, self.deal)
            except InvalidChips as error:
                self.add_error(self._field_of(error), str(error))
        return cleaned

    def _wagers(self) -> Wagers | None:
        """The wagers that were typed. Raises InvalidChips."""
        chips = self.cleaned_data
        put_in = {
            label: chips[put_in_field(seat)]
            for seat, label in enumerate(self.labels)
            if chips[put_in_field(seat)] is not None
        }
        if not chips["pots"] and not put_in:
            return None
        folded = [label for seat, label in enumerate(self.labels) if chips[fold_field(seat)]]
        return Wagers(
            pots=chips["pots"],
            contributions=put_in | chips["away"],
            folded=(*folded, *chips["away"]),
            button=chips["button"] or None,
            seats=tuple(filter(None, chips["clockwise"].split(","))),
            unit=chips["unit"] or 1,
        )

    def _field_of(self, error: InvalidChips) -> str | None:
        """The field that the error is about: that of the player it names, where it names one."""
        if error.field == "contributions":
            named = (seat for seat, label in enumerate(self.labels) if label in str(error))
            return put_in_field(next(named, 0))
        if error.field == "folded":
            return fold_field(0)
        return error.field if error.field in self.fields else "pots"


def _without_thousands(text: str) -> str:
    return _THOUSANDS.sub("", text)
