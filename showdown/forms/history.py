"""The filters of the history, as fields for people."""

import django_filters
from django import forms

from showdown.evaluator.games import GAMES
from showdown.filters import ShowdownFilter

_GROUPS = {
    pot.ranking.name: [(name, name) for name in reversed(pot.ranking.categories)]
    for game in GAMES.values()
    for pot in game.pots
}


class HistoryFilter(ShowdownFilter):
    """Those of the API, with days to choose and categories in groups."""

    category = django_filters.ChoiceFilter(
        method="in_category",
        choices=[(name.capitalize(), categories) for name, categories in _GROUPS.items()],
        label="Won with",
        empty_label="anything",
    )
    after = django_filters.IsoDateTimeFilter(
        method="from_moment", label="From", widget=forms.DateInput(attrs={"type": "date"})
    )
    before = django_filters.IsoDateTimeFilter(
        method="before_moment", label="Before", widget=forms.DateInput(attrs={"type": "date"})
    )
