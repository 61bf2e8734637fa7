"""Forms of the trainer: to begin an audition, to choose drills, and to answer a drill."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.safestring import SafeString

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.wagers import MAX_CHIPS, Wagers
from showdown.pages.template_functions import card
from showdown.trainer.choosing import DrillSelection
from showdown.trainer.drills import Drill, answer_options
from showdown.trainer.questions import Answer
from showdown.words.drills import PATTERNS, QUESTION_TITLES
from showdown.words.games import GAMES_BY_POPULARITY
from showdown.words.payouts import pot_name
from showdown.words.ranks import capfirst
from showdown.words.vocabulary import contest_words

GAMES_PER_AUDITION = 4
_MINUTE = 60


class AuditionForm(forms.Form):
    """Form for the four games of an audition, and the time for each drill."""

    games = forms.MultipleChoiceField(
        label="Four games",
        choices=[(slug, game.name) for slug, game in GAMES.items()],
        initial=["omaha-hilo", "holdem", "seven-card-stud", "razz"],
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = forms.TypedChoiceField(
        label="Time for each drill",
        choices=[
            (_MINUTE, "A minute"),
            (2 * _MINUTE, "Two minutes"),
            (4 * _MINUTE, "Four minutes"),
            (0, "No limit"),
        ],
        coerce=int,
        initial=_MINUTE,
        widget=forms.RadioSelect,
    )

    def clean_games(self) -> list[Any]:
        games: list[Any] = self.cleaned_data["games"]
        if len(games) != GAMES_PER_AUDITION:
            raise forms.ValidationError(f"Choose four games, not {len(games)}.")
        return games


_NOBODY = "-"
"""The value of the choice “Nobody”; no player can have this name."""
_MIN_POTS = 4
"""Minimum number of rows for pots."""

type Choices = list[tuple[str, str | SafeString]]


def _choices(names: Mapping[str, str]) -> Choices:
    return [(slug, capfirst(name)) for slug, name in names.items()]


def _checkbox_field(label: str, choices: Choices) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
    )


class PracticeForm(forms.Form):
    """Form to choose drills; the value of an empty field is chosen at random."""

    game = _checkbox_field("Games", _choices({slug: game.name for slug, game in GAMES.items()}))
    pattern = _checkbox_field("Pattern", _choices(PATTERNS))
    drill = _checkbox_field("Question", _choices(QUESTION_TITLES))
    number = forms.IntegerField(
        min_value=1, max_value=10**6, required=False, widget=forms.HiddenInput
    )
    """The number of the drill in a mix.

    If no game is chosen, the mix consists of the `number` + 1 most popular games.
    """

    @classmethod
    def from_query(cls, query: QueryDict) -> "PracticeForm":
        """Return the form for a query; without parameters, it selects Omaha Hi/Lo."""
        return cls(query if query else QueryDict(f"game={OMAHA_HILO.slug}"), auto_id="practice_%s")

    @property
    def selection(self) -> DrillSelection:
        cleaned = self.cleaned_data
        games, number = cleaned["game"], cleaned["number"]
        if number and not games:
            games = [game.slug for game in GAMES_BY_POPULARITY[: number + 1]]
        return DrillSelection(
            games=tuple(games), patterns=tuple(cleaned["pattern"]), kinds=tuple(cleaned["drill"])
        )


class DrillForm(forms.Form):
    """Form for the answer to one drill."""

    def __init__(self, drill: Drill, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="answer_%s")
        self._drill = drill
        self.fields.update(_answer_fields(drill))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        kind = self._drill.kind.slug
        if kind == "winners":
            for contest in self._drill.game.contests:
                chosen = cleaned.get(contest.name)
                if chosen and _NOBODY in chosen and len(chosen) > 1:
                    self.add_error(contest.name, "Choose players or “Nobody”, not both.")
                elif chosen == []:  # “Nobody” must be chosen explicitly
                    needed = (
                        "players or “Nobody”" if contest.has_qualifier else "at least one player"
                    )
                    self.add_error(contest.name, f"Choose {needed}.")
        elif not self.errors and all(value in (None, "", []) for value in cleaned.values()):
            raise forms.ValidationError(
                "Push the chips to a player first." if kind == "chips" else "Give an answer first."
            )
        for number in _pot_numbers(self._drill) if kind == "pots" else ():
            amount, players = f"amount-{number}", f"players-{number}"
            if amount in self.errors or players in self.errors:
                continue
            if cleaned[players] and not cleaned[amount]:
                self.add_error(amount, "Enter the amount.")
            elif cleaned[amount] and not cleaned[players]:
                self.add_error(players, "Choose at least one player.")
        return cleaned

    @property
    def first_invalid_field(self) -> str:
        """Return the name of the first field with an error; empty for a valid answer.

        For an error of the whole form, return the name of the first field.
        """
        if not self.errors:
            return ""
        names = [*self.fields]
        return next((name for name in names if name in self.errors), names[0])

    @property
    def is_single_choice(self) -> bool:
        """Return whether the answer is a choice of one option."""
        return list(self.fields) == ["one"]

    @property
    def answer(self) -> Answer:
        """Return the answer in the format of this kind of drill."""
        values = self.cleaned_data
        match self._drill.kind.slug:
            case "make" | "odd":
                return values["one"]
            case "low" | "ruling":
                return values["one"] == "yes"
            case "cards":
                return [text for texts in values.values() for text in texts]
            case "winners":
                return {
                    contest: [name for name in names if name != _NOBODY]
                    for contest, names in values.items()
                }
            case "pots":
                return [
                    {"amount": amount, "eligible": values[f"players-{number}"]}
                    for number in _pot_numbers(self._drill)
                    if (amount := values[f"amount-{number}"])
                ]
            case "chips":
                return {label: chips or 0 for label, chips in values.items()}
        return values["amount"] or 0


def _answer_fields(drill: Drill) -> dict[str, forms.Field]:
    deal = drill.settlement.deal
    clockwise = (drill.submission.wagers or Wagers()).seats or deal.labels
    players: Choices = [(label, label) for label in clockwise if label in deal.labels]
    match drill.kind.slug:
        case "make" | "odd":
            return _choice_field(drill, _choices({text: text for text in answer_options(drill)}))
        case "low" | "ruling":
            return _choice_field(drill, [("yes", "Yes"), ("no", "No")])
        case "cards":
            hole = drill.settlement.player(drill.match.label).hand.cards
            fields: dict[str, forms.Field] = {
                "hole": _checkbox_field(f"{drill.match.label}'s cards", _card_choices(hole))
            }
            for index, board in enumerate(deal.boards):
                name = f"Board {index + 1}" if len(deal.boards) > 1 else "Board"
                fields[f"board-{index}"] = _checkbox_field(name, _card_choices(board))
            return fields
        case "winners":
            nobody: Choices = [(_NOBODY, "Nobody")]
            contests = drill.game.contests
            return {
                contest.name: _checkbox_field(
                    capfirst(contest_words(drill.game, contest).name)
                    if len(contests) > 1
                    else "Winner",
                    players + nobody if contest.has_qualifier else players,
                )
                for contest in contests
            }
        case "pots":
            fields = {}
            for number in _pot_numbers(drill):
                name = capfirst(pot_name(number, _MIN_POTS))
                fields[f"amount-{number}"] = _amount_field(name)
                fields[f"players-{number}"] = _checkbox_field(f"{name}: who can win it", players)
            return fields
        case "chips":
            return {label: _amount_field(label) for label, _ in players}
    return {"amount": _amount_field("Rake")}


def _choice_field(drill: Drill, choices: Choices) -> dict[str, forms.Field]:
    field = forms.ChoiceField(label=drill.question, choices=choices, widget=forms.RadioSelect)
    return {"one": field}


def _amount_field(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MAX_CHIPS,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _card_choices(cards: Cards) -> Choices:
    return [(str(dealt), card(dealt)) for dealt in cards]


def _pot_numbers(drill: Drill) -> range:
    return range(max(_MIN_POTS, len(drill.answer)))
