"""Forms of the trainer: answer a drill, choose drills, and begin an audition."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.safestring import SafeString

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.wagers import MOST_CHIPS, Wagers
from showdown.pages.drawing import card
from showdown.trainer.choosing import Asked
from showdown.trainer.drills import Drill, options
from showdown.trainer.questions import Answer
from showdown.words.drills import KINDS, PATTERNS
from showdown.words.games import GAMES_BY_USE
from showdown.words.payouts import pot_name
from showdown.words.ranks import sentence
from showdown.words.vocabulary import contest_words

GAMES_PLAYED = 4
_SECONDS = 60


class AuditionForm(forms.Form):
    """Four games, and the time for each drill."""

    games = forms.MultipleChoiceField(
        label="Four games",
        choices=[(slug, game.name) for slug, game in GAMES.items()],
        initial=["omaha-hilo", "holdem", "seven-card-stud", "razz"],
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = forms.TypedChoiceField(
        label="Time for each drill",
        choices=[
            (_SECONDS, "A minute"),
            (2 * _SECONDS, "Two minutes"),
            (4 * _SECONDS, "Four minutes"),
            (0, "No limit"),
        ],
        coerce=int,
        initial=_SECONDS,
        widget=forms.RadioSelect,
    )

    def clean_games(self) -> list[Any]:
        games: list[Any] = self.cleaned_data["games"]
        if len(games) != GAMES_PLAYED:
            raise forms.ValidationError(f"Choose four games, not {len(games)}.")
        return games


_NOBODY = "-"
"""The value of “Nobody”, which can't be a player's name."""
_POTS = 4
"""Minimum number of rows for pots."""

type Fields = dict[str, forms.Field]
type Cleaned = Mapping[str, Any]


def _choices(names: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(slug, sentence(name)) for slug, name in names.items()]


def _several(
    label: str, choices: Iterable[tuple[str, str | SafeString]]
) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
    )


class WinnersField(forms.MultipleChoiceField):
    """The winners of a contest, or “Nobody”."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)

    def validate(self, value: list[str]) -> None:
        super().validate(value)
        if _NOBODY in value and len(value) > 1:
            raise forms.ValidationError("Choose players or “Nobody”, not both.")


class PracticeForm(forms.Form):
    """Form to choose drills; empty fields are chosen at random."""

    game = _several("Games", _choices({slug: game.name for slug, game in GAMES.items()}))
    pattern = _several("What makes it hard", _choices(PATTERNS))
    drill = _several("What is asked", _choices(KINDS))
    number = forms.IntegerField(
        min_value=1, max_value=10**6, required=False, widget=forms.HiddenInput
    )
    """The number of the drill in a mix, which begins with common games."""

    @classmethod
    def of(cls, query: QueryDict) -> "PracticeForm":
        """Return the form of a query; an empty one practices Omaha Hi/Lo."""
        return cls(query if query else QueryDict(f"game={OMAHA_HILO.slug}"), auto_id="practice_%s")

    @property
    def asked(self) -> Asked:
        cleaned = self.cleaned_data
        games, number = cleaned["game"], cleaned["number"]
        if number and not games:
            games = [game.slug for game in GAMES_BY_USE[: number + 1]]
        return Asked(
            games=tuple(games),
            patterns=tuple(cleaned["pattern"]),
            kinds=tuple(cleaned["drill"]),
        )


class DrillForm(forms.Form):
    """Form for the answer to one drill."""

    def __init__(self, drill: Drill, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="answer_%s")
        self._drill = drill
        make, self._read = _FORMS[drill.kind.slug]
        self.fields.update(make(drill))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and all(value in (None, "", []) for value in cleaned.values()):
            raise forms.ValidationError("Give an answer first.")
        return cleaned

    @property
    def is_one_choice(self) -> bool:
        """Return whether pressing one button is the whole answer."""
        return list(self.fields) == ["one"]

    @property
    def answer(self) -> Answer:
        """Return the answer in the form for this kind of drill."""
        return self._read(self._drill, self.cleaned_data)


def _one_of(label: str, choices: list[tuple[str, str]]) -> Fields:
    return {"one": forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)}


def _amount(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST_CHIPS,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _players(drill: Drill) -> list[tuple[str, str | SafeString]]:
    """Return the players clockwise."""
    labels = drill.settlement.deal.labels
    seats = (drill.submission.wagers or Wagers()).seats or labels
    return [(label, label) for label in seats if label in labels]


def _texts(drill: Drill) -> Fields:
    return _one_of(drill.question, [(text, sentence(text)) for text in options(drill)])


def _yes_or_no(drill: Drill) -> Fields:
    return _one_of(drill.question, [("yes", "Yes"), ("no", "No")])


def _cards(drill: Drill) -> Fields:
    deal = drill.settlement.deal
    hole = drill.settlement.player(drill.match.label).hand.cards
    fields: Fields = {"hole": _several(f"{drill.match.label}’s cards", _drawn(hole))}
    for place, board in enumerate(deal.boards):
        name = f"Board {place + 1}" if len(deal.boards) > 1 else "Board"
        fields[f"board-{place}"] = _several(name, _drawn(board))
    return fields


def _drawn(cards: Cards) -> list[tuple[str, str | SafeString]]:
    return [(str(dealt), card(dealt)) for dealt in cards]


def _contests(drill: Drill) -> Fields:
    """Return a field for each contest, with “Nobody” as a choice if a hand may not qualify."""
    game, players = drill.game, _players(drill)
    return {
        contest.name: WinnersField(
            label=sentence(contest_words(game, contest).name),
            choices=[*players, (_NOBODY, "Nobody")] if contest.may_refuse else players,
        )
        for contest in game.contests
    }


def _pots(drill: Drill) -> Fields:
    fields: Fields = {}
    for number in _rows(drill):
        name = sentence(pot_name(number, _POTS))
        fields[f"amount-{number}"] = _amount(name)
        fields[f"players-{number}"] = _several(f"{name}: who can win it", _players(drill))
    return fields


def _rows(drill: Drill) -> range:
    return range(max(_POTS, len(drill.answer)))


def _chips(drill: Drill) -> Fields:
    return {label: _amount(label) for label, _ in _players(drill)}


def _rake(drill: Drill) -> Fields:
    return {"amount": _amount("Rake")}


def _read_one(drill: Drill, cleaned: Cleaned) -> Answer:
    return cleaned["one"]


def _read_yes(drill: Drill, cleaned: Cleaned) -> Answer:
    return cleaned["one"] == "yes"


def _read_cards(drill: Drill, cleaned: Cleaned) -> Answer:
    return [text for texts in cleaned.values() for text in texts]


def _read_contests(drill: Drill, cleaned: Cleaned) -> Answer:
    return {contest: [n for n in names if n != _NOBODY] for contest, names in cleaned.items()}


def _read_pots(drill: Drill, cleaned: Cleaned) -> Answer:
    return [
        {"amount": amount, "eligible": cleaned[f"players-{number}"]}
        for number in _rows(drill)
        if (amount := cleaned[f"amount-{number}"])
    ]


def _read_chips(drill: Drill, cleaned: Cleaned) -> Answer:
    return {label: chips or 0 for label, chips in cleaned.items()}


def _read_rake(drill: Drill, cleaned: Cleaned) -> Answer:
    return cleaned["amount"] or 0


_FORMS: dict[str, tuple[Callable[[Drill], Fields], Callable[[Drill, Cleaned], Answer]]] = {
    "make": (_texts, _read_one),
    "cards": (_cards, _read_cards),
    "low": (_yes_or_no, _read_yes),
    "winners": (_contests, _read_contests),
    "pots": (_pots, _read_pots),
    "chips": (_chips, _read_chips),
    "odd": (_texts, _read_one),
    "rake": (_rake, _read_rake),
    "ruling": (_yes_or_no, _read_yes),
}
