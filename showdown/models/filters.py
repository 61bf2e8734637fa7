"""Filters of stored deals, used by the history and as query parameters of the API."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

import django_filters
from django import forms
from drf_spectacular.utils import extend_schema_field

from showdown.evaluator.deals import LONGEST_LABEL
from showdown.evaluator.games import GAMES
from showdown.models import Batch, Showdown
from showdown.models.browsing import IDS_OF_LOGS, PAGE, Part, SearchSources
from showdown.models.people import person_of
from showdown.models.queries import ShowdownQuerySet

CATEGORIES = tuple(
    dict.fromkeys(
        category
        for game in GAMES.values()
        for contest in game.contests
        for category in reversed(contest.ranking.categories)
    )
)
"""All categories that can win a contest of any game."""


def game_choices() -> list[tuple[str, str]]:
    return [(game.slug, game.name) for game in GAMES.values()]


_LONGEST_NAME = 200


def call_query(deals: ShowdownQuerySet, name, value) -> ShowdownQuerySet:  # type: ignore[no-untyped-def]
    """Call the method of the queryset that the filter names. This is the method of a filter."""
    return getattr(deals, name)(value)


class TextFilter(django_filters.CharFilter):
    """A filter by a text without NUL; by default, its maximum length is that of a label."""

    def __init__(self, *args: Any, max_length: int = LONGEST_LABEL, **kwargs: Any) -> None:
        super().__init__(*args, max_length=max_length, **kwargs)
        schema = {"type": "string", "pattern": r"^[^\x00]+$", "maxLength": max_length}
        extend_schema_field(schema)(self)


OF_LOGS = ("player", "table", "hand", "played_after", "played_before")
PICKING = ("game", "winner", "category", "player", "table", "played_after", "played_before")
_AUDITS = 100
"""Number of the newest audits that are searched when no audit is named."""


class ShowdownFilter(django_filters.FilterSet):
    """Filters by game, winner, category, time and batch, and by the log data of hands."""

    picking: tuple[str, ...] = PICKING
    """Names of the filters that must scan deals."""

    # This filter must be the first: it replaces the queryset, because rows of a batch have no
    # person.
    batch = django_filters.UUIDFilter(
        method="of_batch", label="Stored by this batch or audit of yours", widget=forms.HiddenInput
    )
    game = django_filters.ChoiceFilter(choices=game_choices())
    winner = TextFilter("won_by", method=call_query, label="Name of a winner")
    category = django_filters.ChoiceFilter(
        "in_category",
        method=call_query,
        choices=[(category, category) for category in CATEGORIES],
        label="Category that won a contest",
    )
    after = django_filters.IsoDateTimeFilter(
        "from_moment", method=call_query, label="Submitted at this time or later"
    )
    before = django_filters.IsoDateTimeFilter(
        "before_moment", method=call_query, label="Submitted before this time"
    )

    player = TextFilter("of_player", method=call_query, max_length=_LONGEST_NAME, label="Player")
    table = TextFilter("logged__table", max_length=_LONGEST_NAME, label="Table")
    hand = TextFilter("logged__hand", max_length=_LONGEST_NAME, label="Hand no.")
    played_after = django_filters.IsoDateTimeFilter(
        "logged__played", "gte", label="Played at this time or later"
    )
    played_before = django_filters.IsoDateTimeFilter(
        "logged__played", "lt", label="Played before this time"
    )

    class Meta:
        model = Showdown
        fields: list[str] = []

    def filter_queryset(self, deals: ShowdownQuerySet) -> ShowdownQuerySet:
        hands = map(Showdown.objects.of_batch, self.audits())
        return self.pick(reduce(or_, hands, deals))

    def pick(self, deals: ShowdownQuerySet) -> ShowdownQuerySet:
        """Return the matching deals."""
        return super().filter_queryset(deals)

    def audits(self) -> list[Batch]:
        """Return the person's newest audits if a filter needs log data, which has no person."""
        if self.form.cleaned_data.get("batch") or self._ids == "id":
            return []
        own = Batch.objects.of(person_of(self.request)).to_audit()
        return list(own.exclude(first_deal=None).newest_first()[:_AUDITS])

    @property
    def is_picking(self) -> bool:
        """Return whether a filter must scan deals. A filter by hand number uses an index."""
        values = self.form.cleaned_data
        return not values.get("hand") and any(values.get(name) for name in self.picking)

    @property
    def parts(self) -> list[Part]:
        """Return the parts to scan: the person's deals and audits, or one batch."""
        if not self.is_picking:
            return [Part(self.qs, self.qs)]
        chosen = self.form.cleaned_data.get("batch")
        own = [] if chosen else [self._part(self.queryset, self.queryset)]
        batches = filter(None, [self._batch(chosen)]) if chosen else self.audits()
        stored = Showdown.objects.of_batch
        return own + [self._part(stored(batch), stored(batch, self._ids)) for batch in batches]

    def find_deals(self, batches: Iterable[Batch] = (), size: int = PAGE) -> SearchSources:
        """Return the matching deals in pages of this size; none if a filter is invalid."""
        if not self.is_valid():
            return SearchSources([], is_picking=False)
        return SearchSources(self.parts, self.is_picking, batches, size)

    @property
    def _ids(self) -> str:
        """Return the column of ids to search: that of the log data if a filter needs these."""
        needs_log = any(self.form.cleaned_data.get(name) for name in OF_LOGS)
        return IDS_OF_LOGS if needs_log else "id"

    def _part(self, everything: ShowdownQuerySet, picked_from: ShowdownQuerySet) -> Part:
        values = self.form.cleaned_data
        if values.get("after"):
            everything = everything.from_moment(values["after"])
        if values.get("before"):
            everything = everything.before_moment(values["before"])
        return Part(everything, self.pick(picked_from), self._ids)

    def of_batch(self, deals: ShowdownQuerySet, name: str, value: UUID) -> ShowdownQuerySet:
        batch = self._batch(value)
        stored = Showdown.objects.of_batch
        return stored(batch, self._ids).newest_first() if batch else deals.none()

    def _batch(self, key: UUID) -> Batch | None:
        return Batch.objects.of(person_of(self.request)).filter(id=key).first()
