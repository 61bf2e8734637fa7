"""The history page by page: one's deals and the batches that stored deals, newest first.

Only so many deals are looked through for a page, so that no filter keeps the database at work; a
page then says how far back it looked, and the next one goes on from there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from showdown.models import Batch, Showdown
from showdown.models.ids import moment_of
from showdown.models.queries import ShowdownQuerySet

PAGE = 25
LOOKED_THROUGH = 10_000
"""Deals that are looked through for one page, where a filter picks some of them."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The rows of a page, each a deal or a batch; and from where the pages beside it go on.

    `looked_back_to` is set where the page ends because enough deals were looked through.
    """

    rows: tuple[Showdown | Batch, ...]
    newer: UUID | None
    older: UUID | None
    looked_back_to: datetime | None = None

    @property
    def showdowns(self) -> list[Showdown]:
        return [row for row in self.rows if isinstance(row, Showdown)]


@dataclass(frozen=True, slots=True)
class Searched:
    """What a page is made of: all deals, those that the filters pick, and batches as rows."""

    everything: ShowdownQuerySet
    picked: ShowdownQuerySet
    is_picking: bool
    batches: Iterable[Batch] = ()

    def page(self, older: UUID | None, newer: UUID | None) -> HistoryPage:
        """The rows older or newer than this row; without either the first page."""
        return self._newer(newer) if newer else self._older(older)

    def _older(self, older: UUID | None) -> HistoryPage:
        everything, picked, batches = self.everything, self.picked, [*self.batches]
        if older:
            everything, picked = everything.filter(id__lt=older), picked.filter(id__lt=older)
            batches = [batch for batch in batches if batch.id < older]
        floor = self._limit(everything.order_by("-id"))
        if floor:
            picked = picked.filter(id__gt=floor)
        rows = _merged(picked.order_by("-id")[: PAGE + 1], batches)
        shown = rows[:PAGE]
        more = shown[-1].id if len(rows) > PAGE else floor
        is_cut = floor is not None and len(rows) <= PAGE
        return HistoryPage(
            rows=tuple(shown),
            newer=_first(shown, older) if older else None,
            older=more,
            looked_back_to=moment_of(floor) if is_cut and floor else None,
        )

    def _newer(self, newer: UUID) -> HistoryPage:
        everything = self.everything.filter(id__gt=newer)
        picked = self.picked.filter(id__gt=newer)
        batches = [batch for batch in self.batches if batch.id > newer]
        ceiling = self._limit(everything.order_by("id"))
        if ceiling:
            picked = picked.filter(id__lt=ceiling)
        rows = _merged(picked.order_by("id")[: PAGE + 1], batches, ascending=True)
        shown = rows[:PAGE][::-1]
        more = shown[0].id if len(rows) > PAGE else ceiling
        return HistoryPage(rows=tuple(shown), newer=more, older=shown[-1].id if shown else newer)

    def _limit(self, ordered: ShowdownQuerySet) -> UUID | None:
        """The first deal that is not looked through any more, if there is one."""
        if not self.is_picking:
            return None
        return ordered.values_list("id", flat=True)[LOOKED_THROUGH : LOOKED_THROUGH + 1].first()


def _first(shown: list[Showdown | Batch], otherwise: UUID) -> UUID:
    return shown[0].id if shown else otherwise


def _merged(
    deals: Iterable[Showdown], batches: Iterable[Batch], *, ascending: bool = False
) -> list[Showdown | Batch]:
    """Both by their identifiers, which ascend in time."""
    rows: list[Showdown | Batch] = [*deals, *batches]
    return sorted(rows, key=lambda row: row.id, reverse=not ascending)
