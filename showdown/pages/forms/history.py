"""Filters of the history as form fields."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Q

from showdown.evaluator.games import GAMES
from showdown.models import Batch, Showdown
from showdown.models.filters import (
    SCANNING_FILTERS,
    ShowdownFilter,
    TextFilter,
    call_queryset_method,
    game_choices,
)
from showdown.models.people import person_of
from showdown.models.queries import ShowdownQuerySet, may_have_label
from showdown.pages.presentation import displayed_label
from showdown.words.made_hands import category_text

type Choices = list[tuple[str, str]]

_MAX_BATCHES = 100
_MAX_SEARCH_LENGTH = 100


def _category_choices() -> list[tuple[str, Choices]]:
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


def _day_filter(label: str, *condition: str, **options: Any) -> django_filters.IsoDateTimeFilter:
    widget = forms.DateInput(attrs={"type": "date"})
    return django_filters.IsoDateTimeFilter(*condition, label=label, widget=widget, **options)


class HistoryFilter(ShowdownFilter):
    """The filters of the API with a search, choices of names and batches, and date fields.

    A name or batch in the query is added to the choices, so that links keep working.
    """

    scanning_filters = (*SCANNING_FILTERS, "q")

    # The batch filter must be the first, because it replaces the queryset.
    batch = django_filters.UUIDFilter(
        method="filter_by_batch", label="Settled", widget=forms.Select
    )
    q = django_filters.CharFilter(
        method="search",
        max_length=_MAX_SEARCH_LENGTH,
        label="Search",
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "placeholder": "Name or note",
                "autocomplete": "off",
            }
        ),
    )
    game = django_filters.ChoiceFilter(choices=game_choices, label="Game", empty_label="any game")
    winner = TextFilter("won_by", method=call_queryset_method, label="Winner", widget=forms.Select)
    category = django_filters.ChoiceFilter(
        "in_category",
        method=call_queryset_method,
        choices=_category_choices,
        label="Won with",
        empty_label="any category",
    )
    after = _day_filter("From", "created_since", method=call_queryset_method)
    before = _day_filter("Before", "created_before", method=call_queryset_method)
    played_after = _day_filter("Played from", "logged__played", "gte")
    played_before = _day_filter("Played before", "logged__played", "lt")

    def search(self, deals: ShowdownQuerySet, name: str, value: str) -> ShowdownQuerySet:
        return deals.filter(may_have_label(value) | Q(note__icontains=value))

    def offer_choices(self) -> None:
        """Offer the names and batches of this person as choices.

        Exports don't call this method, because they show no form.
        """
        person = person_of(self.request)
        names = [(name, displayed_label(name)) for name in Showdown.objects.player_names(person)]
        recent_batches = (
            Batch.objects.owned_by(person).filter(stores=True).newest_first()[:_MAX_BATCHES]
        )
        self.batches = [batch for batch in recent_batches if batch.first_deal]
        choices = [
            (str(batch.id), f"in the {'audit' if batch.is_audit else 'batch'} {batch.name}")
            for batch in recent_batches
        ]
        self._set_choices("winner", "anybody", names)
        self._set_choices("batch", "entered by hand", choices)
        self.batch_text = dict(choices).get(self.data.get("batch", ""), "")
        self.has_batches = len(choices) > 0

    def _set_choices(self, name: str, any_label: str, choices: Choices) -> None:
        value = self.data.get(name, "")
        values = {value for value, _ in choices}
        added_choices = [(value, displayed_label(value))] if value and value not in values else []
        widget: Any = self.form.fields[name].widget
        widget.choices = [("", any_label), *choices, *added_choices]
