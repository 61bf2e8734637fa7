"""The form of the table: the game, the players, their cards and the boards."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import (
    MAX_LABEL_LENGTH,
    MAX_RUNS,
    MUCKED,
    Deal,
    Hand,
    board_field,
    is_board_field,
)
from showdown.evaluator.errors import (
    DuplicateCard,
    InvalidDeal,
    MissingHand,
    NotInDeck,
    UnknownCard,
)
from showdown.evaluator.spots import DEAD
from showdown.models.filters import game_choices
from showdown.pages.table_input import DEAD_CARDS, TableInput, hand_field, label_field, page_label
from showdown.words.errors import error_text
from showdown.words.ranks import join_words

_BOARD = re.compile(r"\bBoard\d*\b")
MAX_TEXT_LENGTH = 300
_RUN_CHOICES = list(enumerate(("once", "twice", "three times")[:MAX_RUNS], 1))


class CardsField(forms.CharField):
    """A field for cards in any notation."""

    def __init__(self, *, label: str, count: int = 0, x_is_ten: bool = False) -> None:
        super().__init__(required=False, label=label, max_length=MAX_TEXT_LENGTH)
        self.x_is_ten = x_is_ten
        self.widget.attrs |= {
            "data-cards": count or False,
            "autocomplete": "off",
            "autocapitalize": "none",
            "autocorrect": "off",
            "spellcheck": "false",
        }
        if x_is_ten:
            self.widget.attrs["data-x-is-ten"] = True

    def clean(self, value: Any) -> Cards:
        try:
            return parse_cards(super().clean(value), x_is_ten=self.x_is_ten)
        except InvalidDeal as error:
            raise ValidationError(error_text(error)) from error


class HandField(CardsField):
    """A field for a player's cards; None for a mucked hand."""

    def clean(self, value: Any) -> Any:
        if isinstance(value, str) and value.strip().lower() == MUCKED:
            return None
        return super().clean(value)


class TableForm(forms.Form):
    """Form for the cards on the table; unless `is_checked`, it only displays them.

    A valid form has a `deal`. `has_impossible_input` is true if a field is invalid, or if a card
    is a duplicate or not in the deck.
    """

    has_impossible_input = False

    game = forms.ChoiceField(
        choices=game_choices, error_messages={"invalid_choice": "Unknown game “%(value)s”"}
    )
    players = forms.TypedChoiceField(coerce=int)
    runs = forms.ChoiceField(required=False, choices=_RUN_CHOICES)

    def __init__(self, entry: TableInput, *, is_checked: bool = False) -> None:
        self.entry = entry
        self.seating = seating = entry.seating
        self.labels = entry.labels
        names = {label_field(seat): label for seat, label in enumerate(self.labels)}
        seating_fields = {"game": seating.game.slug, "players": seating.players}
        data = {**seating_fields, **entry.fields, **names}
        initial = {**entry.fields, **seating_fields, **names, "runs": seating.runs}
        super().__init__(data if is_checked else None, initial=initial)
        if not seating.game.boards:
            del self.fields["runs"]
        players: Any = self.fields["players"]
        counts = seating.game.players
        players.choices = [(count, count) for count in counts]
        players.error_messages["invalid_choice"] = (
            f"{seating.game.name} is for {counts[0]} to {counts[-1]} players"
        )
        for seat in range(seating.players):
            self._add_seat(seat)
        self._add_boards()
        self.fields[DEAD_CARDS] = CardsField(label="Dead cards", x_is_ten=seating.game.x_is_ten)
        for name, field in self.fields.items():
            field.widget.attrs["aria-describedby"] = f"id_{name}_error"

    def _add_seat(self, seat: int) -> None:
        game = self.seating.game
        self.fields[hand_field(seat)] = HandField(
            label=self.labels[seat], count=self.seating.hole, x_is_ten=game.x_is_ten
        )
        self.fields[label_field(seat)] = forms.CharField(
            required=False,
            label=f"Name of player {seat + 1}",
            max_length=MAX_LABEL_LENGTH,
            widget=forms.TextInput(
                attrs={
                    "autocomplete": "off",
                    "spellcheck": "false",
                    "data-default": page_label(seat),
                }
            ),
        )

    def _add_boards(self) -> None:
        seating, game = self.seating, self.seating.game
        for index, (name, label, count) in enumerate(seating.board_fields):
            field = CardsField(label=label, count=count, x_is_ten=game.x_is_ten)
            if game.may_share_last_card and not seating.shares_last_card:
                field.widget.attrs |= {
                    "data-optional": True,
                    "placeholder": "only if the deck ran out",
                }
            if index >= len(game.boards) > 0:
                # A later run may begin with the same cards as the first.
                first, _, _ = seating.board_fields[index % len(game.boards)]
                field.widget.attrs["data-later-run-of"] = f"id_{first}"
            self.fields[name] = field

    @property
    def hands(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Yield the fields of the cards and the label of each seat."""
        for seat in range(self.seating.players):
            yield self[hand_field(seat)], self[label_field(seat)]

    @property
    def boards(self) -> Iterator[forms.BoundField]:
        for name, _, _ in self.seating.board_fields:
            yield self[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            self.has_impossible_input = True
        else:
            try:
                hands = []
                for seat, label in enumerate(self.labels):
                    cards = cleaned[hand_field(seat)]
                    hands.append(Hand(label, cards or (), is_mucked=cards is None))
                    if not (cards or hands[-1].is_mucked):
                        raise MissingHand(
                            needed=self.seating.hole, game=self.seating.game, field=label
                        )
                boards = [cleaned[name] for name, _, _ in self.seating.board_fields]
                while boards and not boards[-1]:
                    boards.pop()
                self.deal = Deal(game=self.seating.game, hands=tuple(hands), boards=tuple(boards))
            except InvalidDeal as error:
                self.has_impossible_input = isinstance(error, DuplicateCard | NotInDeck)
                self.add_error(self._error_field(error), self._error_text(error))
        return cleaned

    def set_only_error(self, error: InvalidDeal) -> None:
        """Make this the only error of the form."""
        self.errors.clear()
        self.add_error(self._error_field(error), self._error_text(error))

    def replace_range_errors(self) -> None:
        """Explain that ranges can't be saved, in place of their errors as hands."""
        labels_by_field = {}
        for (field, _), text, label in zip(self.hands, self.entry.hands, self.labels, strict=False):
            try:
                parse_cards(text)
            except UnknownCard:
                labels_by_field[field.html_name] = label
        if not labels_by_field:
            return
        players = join_words([*labels_by_field.values()])
        for name in labels_by_field:
            del self.errors[name]
            text = f"a range can't be saved. Pick the cards of {players}, or share the link"
            self.add_error(name, text)

    def _error_text(self, error: InvalidDeal) -> str:
        """Describe the error with the labels of the page: `Run 2` instead of `Board2`."""
        labels = {
            board_field(index): label
            for index, (_, label, _) in enumerate(self.seating.board_fields)
        }
        return _BOARD.sub(lambda name: labels.get(name[0], name[0]), error_text(error))

    def _error_field(self, error: InvalidDeal) -> str | None:
        """Return the name of the field with the error; None for an error of the whole form."""
        if is_board_field(error.field) and error.field.lower() in self.fields:
            return error.field.lower()
        if error.field in self.labels:
            return hand_field(self.labels.index(error.field))
        return DEAD_CARDS if error.field == DEAD else None
