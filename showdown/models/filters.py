"""Filters of stored deals, used by the history and as query parameters of the API."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

import django_filters
from django import forms
from drf_spectacular.utils import extend_schema_field

from showdown.evaluator.deals import MAX_LABEL_LENGTH
from showdown.evaluator.games import GAMES
from showdown.models import Batch, Showdown
from showdown.models.browsing import LOGGED_DEAL_ID, PAGE_SIZE, DealSearch, SearchPart
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


_MAX_NAME_LENGTH = 200


def call_queryset_method(deals: ShowdownQuerySet, name, value) -> ShowdownQuerySet:  # type: ignore[no-untyped-def]
    """Call the queryset's method that a filter names as its `lookup_expr`.

    This function is the `method` of such filters.
    """
    return getattr(deals, name)(value)


class TextFilter(django_filters.CharFilter):
    """A filter by a text without NUL; by default, its maximum length is that of a label."""

    def __init__(self, *args: Any, max_length: int = MAX_LABEL_LENGTH, **kwargs: Any) -> None:
        super().__init__(*args, max_length=max_length, **kwargs)
        schema = {"type": "string", "pattern": r"^[^\x00]+$", "maxLength": max_length}
        extend_schema_field(schema)(self)


_LOG_FILTERS = ("player", "table", "hand", "played_after", "played_before")
SCANNING_FILTERS = (
    "game",
    "winner",
    "category",
    "player",
    "table",
    "played_after",
    "played_before",
)
_MAX_AUDITS = 100
"""Maximum number of audits, the newest ones, that are searched if no audit is given."""


class ShowdownFilter(django_filters.FilterSet):
    """Filters by game, winner, category, time and batch, and by the log data of hands."""

    scanning_filters: tuple[str, ...] = SCANNING_FILTERS
    """Names of the filters that must scan deals."""

    # This filter must be the first: it replaces the queryset, because rows of a batch have no
    # person.
    batch = django_filters.UUIDFilter(
        method="filter_by_batch",
        label="Stored by this batch or audit of yours",
        widget=forms.HiddenInput,
    )
    game = extend_schema_field({"$ref": "#/components/schemas/GameSlug"})(
        django_filters.ChoiceFilter(choices=game_choices())
    )
    winner = TextFilter("won_by", method=call_queryset_method, label="Name of a winner")
    category = django_filters.ChoiceFilter(
        "in_category",
        method=call_queryset_method,
        choices=[(category, category) for category in CATEGORIES],
        label="Category that won a contest",
    )
    after = django_filters.IsoDateTimeFilter(
        "created_since", method=call_queryset_method, label="Submitted at this time or later"
    )
    before = django_filters.IsoDateTimeFilter(
        "created_before", method=call_queryset_method, label="Submitted before this time"
    )

    player = TextFilter(
        "of_player", method=call_queryset_method, max_length=_MAX_NAME_LENGTH, label="Player"
    )
    table = TextFilter("logged__table", max_length=_MAX_NAME_LENGTH, label="Table")
    hand = TextFilter("logged__hand", max_length=_MAX_NAME_LENGTH, label="Hand no.")
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
        hands = map(Showdown.objects.of_batch, self.searched_audits())
        return self.apply_filters(reduce(or_, hands, deals))

    def apply_filters(self, deals: ShowdownQuerySet) -> ShowdownQuerySet:
        return super().filter_queryset(deals)

    def searched_audits(self) -> list[Batch]:
        """Return the person's newest audits if a filter needs log data, otherwise none."""
        if self.form.cleaned_data.get("batch") or self._id_column == "id":
            return []
        audits = Batch.objects.owned_by(person_of(self.request)).to_audit()
        return list(audits.exclude(first_deal=None).newest_first()[:_MAX_AUDITS])

    @property
    def needs_scan(self) -> bool:
        """Return whether a filter must scan deals. A filter by hand number uses an index."""
        values = self.form.cleaned_data
        return not values.get("hand") and any(values.get(name) for name in self.scanning_filters)

    @property
    def parts(self) -> list[SearchPart]:
        """Return the parts to scan: the person's deals and audits, or one batch."""
        if not self.needs_scan:
            return [SearchPart(self.qs, self.qs)]
        batch_id = self.form.cleaned_data.get("batch")
        own_parts = [] if batch_id else [self._build_part(self.queryset, self.queryset)]
        batches = filter(None, [self._find_batch(batch_id)]) if batch_id else self.searched_audits()
        deals_of = Showdown.objects.of_batch
        return own_parts + [
            self._build_part(deals_of(batch), deals_of(batch, self._id_column)) for batch in batches
        ]

    def build_search(self, batches: Iterable[Batch] = (), size: int = PAGE_SIZE) -> DealSearch:
        """Return a search with pages of this size, which finds nothing if a filter is invalid."""
        if not self.is_valid():
            return DealSearch([], needs_scan=False)
        return DealSearch(self.parts, self.needs_scan, batches, size)

    @property
    def _id_column(self) -> str:
        """Return the column of ids to search: that of the log data if a filter needs them."""
        needs_log = any(self.form.cleaned_data.get(name) for name in _LOG_FILTERS)
        return LOGGED_DEAL_ID if needs_log else "id"

    def _build_part(self, scanned: ShowdownQuerySet, deals: ShowdownQuerySet) -> SearchPart:
        values = self.form.cleaned_data
        if values.get("after"):
            scanned = scanned.created_since(values["after"])
        if values.get("before"):
            scanned = scanned.created_before(values["before"])
        return SearchPart(scanned, self.apply_filters(deals), self._id_column)

    def filter_by_batch(self, deals: ShowdownQuerySet, name: str, value: UUID) -> ShowdownQuerySet:
        batch = self._find_batch(value)
        if batch is None:
            return deals.none()
        return Showdown.objects.of_batch(batch, self._id_column).newest_first()

    def _find_batch(self, key: UUID) -> Batch | None:
        return Batch.objects.owned_by(person_of(self.request)).filter(id=key).first()
