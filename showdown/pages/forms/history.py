"""The filters of the history, as fields for people."""

import django_filters
from django import forms

from showdown.evaluator.games import GAMES
from showdown.models.filters import ShowdownFilter

_GROUPS = {
    contest.ranking.name: [(name, name) for name in reversed(contest.ranking.categories)]
    for game in GAMES.values()
    for contest in game.contests
}


class HistoryFilter(ShowdownFilter):
    """The filters of the API, with days to pick and categories in groups."""

    game = django_filters.ChoiceFilter(
        method="of_game",
        choices=[(game.slug, game.name) for game in GAMES.values()],
        label="Game",
        empty_label="any game",
    )
    winner = django_filters.CharFilter(method="won_by", max_length=20, label="Winner")
    category = django_filters.ChoiceFilter(
        method="in_category",
        choices=[(name.capitalize(), categories) for name, categories in _GROUPS.items()],
        label="Won with",
        empty_label="any category",
    )
    after = django_filters.IsoDateTimeFilter(
        method="from_moment", label="From", widget=forms.DateInput(attrs={"type": "date"})
    )
    before = django_filters.IsoDateTimeFilter(
        method="before_moment", label="Before", widget=forms.DateInput(attrs={"type": "date"})
    )
    played_after = django_filters.IsoDateTimeFilter(
        method="played_from",
        label="Played from",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    played_before = django_filters.IsoDateTimeFilter(
        method="played_before_moment",
        label="Played before",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
