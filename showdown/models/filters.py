"""Query parameters for filtering the history."""

from datetime import datetime
from uuid import UUID

import django_filters
from django import forms
from drf_spectacular.utils import extend_schema_field

from showdown.evaluator.deals import LONGEST_LABEL
from showdown.evaluator.games import GAMES
from showdown.models import Batch, Showdown
from showdown.models.people import person_of
from showdown.models.showdown import ShowdownQuerySet

CATEGORIES = tuple(
    dict.fromkeys(
        category
        for game in GAMES.values()
        for contest in game.contests
        for category in reversed(contest.ranking.categories)
    )
)
"""All categories that can win a contest of any game."""


class ShowdownFilter(django_filters.FilterSet):
    """By game, winner, category, time and batch."""

    # This filters first, because it searches other rows: those stored by a batch name no person.
    batch = django_filters.UUIDFilter(
        method="of_batch", label="Stored by this batch of yours", widget=forms.HiddenInput
    )
    game = django_filters.ChoiceFilter(
        method="of_game", choices=[(game.slug, game.name) for game in GAMES.values()]
    )
    winner = django_filters.CharFilter(
        method="won_by", max_length=LONGEST_LABEL, label="Name of a winner"
    )
    category = django_filters.ChoiceFilter(
        method="in_category",
        choices=[(category, category) for category in CATEGORIES],
        label="Category that won a contest",
    )
    after = django_filters.IsoDateTimeFilter(
        method="from_moment", label="Submitted at this time or later"
    )
    before = django_filters.IsoDateTimeFilter(
        method="before_moment", label="Submitted before this time"
    )

    class Meta:
        model = Showdown
        fields: list[str] = []

    def of_batch(self, deals: ShowdownQuerySet, name: str, value: UUID) -> ShowdownQuerySet:
        batch = Batch.objects.of(person_of(self.request)).filter(id=value).first()
        return Showdown.objects.of_batch(batch).newest_first() if batch else deals.none()

    def of_game(self, deals: ShowdownQuerySet, name: str, value: str) -> ShowdownQuerySet:
        return deals.of_game(GAMES[value])

    @extend_schema_field({"type": "string", "maxLength": LONGEST_LABEL})
    def won_by(self, deals: ShowdownQuerySet, name: str, value: str) -> ShowdownQuerySet:
        return deals.won_by(value)

    def in_category(self, deals: ShowdownQuerySet, name: str, value: str) -> ShowdownQuerySet:
        return deals.in_category(value)

    def from_moment(self, deals: ShowdownQuerySet, name: str, value: datetime) -> ShowdownQuerySet:
        return deals.from_moment(value)

    def before_moment(
        self, deals: ShowdownQuerySet, name: str, value: datetime
    ) -> ShowdownQuerySet:
        return deals.before_moment(value)
