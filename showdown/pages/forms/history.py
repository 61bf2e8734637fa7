"""The filters of the history as form fields, and the parser of its search."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import django_filters
from django import forms
from django.db.models import Q

from showdown.evaluator.deals import LONGEST_LABEL
from showdown.evaluator.games import GAMES, Game
from showdown.models import Batch, Showdown
from showdown.models.filters import CATEGORIES, PICKING, ShowdownFilter, game_choices
from showdown.models.ids import first_uuid7_at
from showdown.models.people import person_of
from showdown.models.queries import ShowdownQuerySet, in_category, is_played_by
from showdown.words.games import names_of, words_of
from showdown.words.made_hands import category_text

type Choices = list[tuple[str, str]]

_BATCHES = 100
MOST_CHARACTERS = 100
_MOST_WORDS = 6
"""Number of words in the longest name of a game or a hand."""
_CATEGORIES = {category.lower(): category for category in CATEGORIES}
_DATE = re.compile(r"20\d\d-\d\d?-\d\d?", re.ASCII)


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """A parsed part of the search: its label, its value and its database filter."""

    label: str
    value: str
    condition: Q


def parse_search(text: str) -> list[SearchTerm]:
    """Parse a search from left to right. Remaining words match names and notes."""
    words, unread, terms = text[:MOST_CHARACTERS].split(), [], []
    while words:
        # Find the longest term that begins with the first word.
        for count in range(min(_MOST_WORDS, len(words)), 0, -1):
            text = " ".join(words[:count])
            if games := _games_by_name().get(" ".join(words_of(text))):
                names = " or ".join(game.name for game in games)
                term: SearchTerm | None = SearchTerm("Game", names, Q(game__in=games))
            else:
                term = _date(text)
            if not term and (category := _CATEGORIES.get(text.lower())):
                term = SearchTerm("Won with", category, in_category(category))
            if term:
                terms.append(term)
                break
        else:
            unread.append(words[0])
        words = words[count:]
    rest = " ".join(unread)
    if rest and "\0" not in rest:
        named = is_played_by(rest) | Q(note__icontains=rest)
        terms.append(SearchTerm("Name or note", rest, named))
    return terms


@cache
def _games_by_name() -> dict[str, list[Game]]:
    by_name: dict[str, list[Game]] = {}
    for game in GAMES.values():
        for name in names_of(game)[:-1]:
            by_name.setdefault(name, []).append(game)
    return by_name


def _date(text: str) -> SearchTerm | None:
    if not _DATE.fullmatch(text):
        return None
    year, month, day_of_month = map(int, text.split("-"))
    try:
        day = datetime(year, month, day_of_month, tzinfo=UTC)
    except ValueError:
        return None
    until = first_uuid7_at(day + timedelta(days=1))
    return SearchTerm("Day", f"{day:%Y-%m-%d}", Q(id__gte=first_uuid7_at(day), id__lt=until))


def _categories() -> list[tuple[str, Choices]]:
    """Return the categories of each ranking, the best first.

    The filter receives this function, not a list, because Django copies a list for each form.
    """
    rankings = {
        contest.ranking.name: contest.ranking
        for game in GAMES.values()
        for contest in game.contests
    }
    return [
        (
            name.capitalize(),
            [(category, category_text(category)) for category in reversed(ranking.categories)],
        )
        for name, ranking in rankings.items()
    ]


def _day(label: str, *condition: str, **options: Any) -> django_filters.IsoDateTimeFilter:
    widget = forms.DateInput(attrs={"type": "date"})
    return django_filters.IsoDateTimeFilter(*condition, label=label, widget=widget, **options)


class HistoryFilter(ShowdownFilter):
    """The filters of the API, with choices of names and batches, and date fields.

    Names and batches in the query are added to the choices, so that links keep working.
    """

    picking = (*PICKING, "q")

    # The batch filter must be the first, because it replaces the queryset.
    batch = django_filters.UUIDFilter(method="of_batch", label="Settled", widget=forms.Select)
    q = django_filters.CharFilter(
        method="search",
        max_length=MOST_CHARACTERS,
        label="Search",
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "placeholder": "Anna, PLO8, flush",
                "autocomplete": "off",
            }
        ),
    )
    game = django_filters.ChoiceFilter(
        method="of_game",
        choices=game_choices,
        label="Game",
        empty_label="any game",
    )
    winner = django_filters.CharFilter(
        method="won_by", max_length=LONGEST_LABEL, label="Winner", widget=forms.Select
    )
    category = django_filters.ChoiceFilter(
        method="in_category",
        choices=_categories,
        label="Won with",
        empty_label="any category",
    )
    after = _day("From", method="from_moment")
    before = _day("Before", method="before_moment")
    played_after = _day("Played from", "logged__played", "gte")
    played_before = _day("Played before", "logged__played", "lt")

    def search(self, deals: ShowdownQuerySet, name: str, value: str) -> ShowdownQuerySet:
        for term in parse_search(value):
            deals = deals.filter(term.condition)
        return deals

    @property
    def search_terms(self) -> list[SearchTerm]:
        """Return the parsed terms of the search."""
        return parse_search(self.form.cleaned_data.get("q", "")) if self.is_valid() else []

    def offer_choices(self) -> None:
        """Offer the names and batches of this person as choices.

        Exports don't call this method, because they show no form.
        """
        person = person_of(self.request)
        names = [(name, name) for name in Showdown.objects.names_of(person)]
        stored = Batch.objects.of(person).filter(stores=True).newest_first()[:_BATCHES]
        self.batches = [batch for batch in stored if batch.first_deal]
        batches = [
            (str(batch.id), f"in the {'audit' if batch.is_audit else 'batch'} {batch.name}")
            for batch in stored
        ]
        self._offer("winner", "anybody", names)
        self._offer("batch", "entered by hand", batches)
        self.batch_text = dict(batches).get(self.data.get("batch", ""), "")
        self.has_batches = len(batches) > 0

    def _offer(self, name: str, any_label: str, choices: Choices) -> None:
        chosen = self.data.get(name, "")
        known = {value for value, _ in choices}
        more = [(chosen, chosen)] if chosen and chosen not in known else []
        widget: Any = self.form.fields[name].widget
        widget.choices = [("", any_label), *choices, *more]
