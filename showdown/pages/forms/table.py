"""The table as a form: the game, the players, their cards and the board, as people type them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from showdown.evaluator.cards import Cards, parse_cards
from showdown.evaluator.deals import BOARD, Deal, Hand, default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, OMAHA_HILO, Game

type Typed = Mapping[str, str]
"""What was typed, by the name of its field."""

MOST_TYPED = 300


def hand_field(seat: int) -> str:
    return f"hand-{seat}"


def label_field(seat: int) -> str:
    return f"label-{seat}"


@dataclass(frozen=True, slots=True)
class Setting:
    """Which game is set for how many players."""

    game: Game
    players: int

    @classmethod
    def asked(cls, typed: Typed) -> "Setting":
        """What was asked for, as far as the game allows."""
        game = GAMES.get(typed.get("game", ""), OMAHA_HILO)
        asked = typed.get("players", "")
        players = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 2
        return cls(game, max(game.players[0], min(players, game.players[-1])))


class CardsField(forms.CharField):
    """Cards in any spelling. `place` is what the deal calls the cards' place."""

    def __init__(self, *, place: str, label: str, count: int) -> None:
        super().__init__(required=False, label=label, max_length=MOST_TYPED)
        self.place = place
        self.count = count
        self.widget.attrs |= {
            "data-cards": count,
            "autocomplete": "off",
            "autocapitalize": "none",
            "autocorrect": "off",
            "spellcheck": "false",
        }

    def clean(self, value: Any) -> Cards:
        try:
            return parse_cards(super().clean(value), field=self.place)
        except InvalidDeal as error:
            raise ValidationError(str(error)) from error


class TableForm(forms.Form):
    """The cards on the table. A valid one has its `deal`; one that is not `checked` just shows."""

    game = forms.ChoiceField(
        choices=[(game.slug, game.name) for game in GAMES.values()],
        error_messages={"invalid_choice": "%(value)s is no game here"},
    )
    players = forms.TypedChoiceField(coerce=int)

    def __init__(self, typed: Typed, *, setting: Setting, checked: bool = False) -> None:
        initial = {**typed, "game": setting.game.slug, "players": setting.players}
        super().__init__(typed if checked else None, initial=initial)
        self.typed = typed
        self.setting = setting
        self._set_players(setting.game)
        for seat in range(setting.players):
            self._add_seat(seat)
        if setting.game.board:
            self.fields["board"] = CardsField(place=BOARD, label=BOARD, count=setting.game.board)
        for name, field in self.fields.items():
            field.widget.attrs["aria-describedby"] = f"id_{name}_error"

    def _set_players(self, game: Game) -> None:
        field: Any = self.fields["players"]
        field.choices = [(count, count) for count in game.players]
        least, most = game.players[0], game.players[-1]
        field.error_messages["invalid_choice"] = f"{game.name} is for {least} to {most} players"

    def _add_seat(self, seat: int) -> None:
        label = self.label_of(seat)
        self.fields[hand_field(seat)] = CardsField(
            place=label, label=label, count=self.setting.game.hole
        )
        self.fields[label_field(seat)] = forms.CharField(
            required=False, max_length=20, widget=forms.HiddenInput
        )
        self.initial.setdefault(label_field(seat), label)

    def label_of(self, seat: int) -> str:
        """What the player at this seat is called."""
        return self.typed.get(label_field(seat), "")[:20] or default_label(seat)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(map(self.label_of, range(self.setting.players)))

    @property
    def seats(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """For each seat the field of its cards, and that of its label."""
        for seat in range(self.setting.players):
            yield self[hand_field(seat)], self[label_field(seat)]

    @property
    def cards_needed(self) -> int:
        game = self.setting.game
        return game.hole * self.setting.players + game.board

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.deal = self._deal()
            except InvalidDeal as error:
                self.add_error(self._field_of(error), str(error))
        return cleaned

    def _deal(self) -> Deal:
        """The deal that was typed. Raises InvalidDeal."""
        cards = self.cleaned_data
        return Deal(
            game=self.setting.game,
            hands=tuple(
                Hand(label, cards[hand_field(seat)]) for seat, label in enumerate(self.labels)
            ),
            board=cards.get("board", ()),
        )

    def _field_of(self, error: InvalidDeal) -> str | None:
        """The field that the error is about; None for the form as a whole."""
        if error.field == BOARD and "board" in self.fields:
            return "board"
        if error.field in self.labels:
            return hand_field(self.labels.index(error.field))
        return None
