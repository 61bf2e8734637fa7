"""Page through a person's deals, newest first; the history also lists batches.

Each page scans a limited number of deals, so that no filter keeps the database busy. At this limit,
`looked_back_to` is the time of the last scanned deal, from which the next page continues.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from showdown.models.batch import Batch
from showdown.models.ids import moment_of
from showdown.models.queries import ShowdownQuerySet
from showdown.models.showdown import Showdown

PAGE = 25
MOST_SCANNED = 10_000
"""Maximum number of deals scanned for one page with filters."""
_COST_OF_LOGS = 3
"""Cost of reading the log data of a hand, in deals scanned."""

IDS_OF_LOGS = "logged__showdown"
"""Lookup that limits hands of logs by identifier; their deals are fetched one by one.

PostgreSQL's planner estimates that a short range of UUIDs in a large table has one row. Given the
range in both tables, it would compare each row of one table with each row of the other.
"""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The rows of a page, each a deal or a batch, and the cursors of the neighboring pages.

    `looked_back_to` is set if the page ends because it has scanned enough deals.
    """

    rows: tuple[Showdown | Batch, ...]
    newer: UUID | None
    older: UUID | None
    looked_back_to: datetime | None = None

    @property
    def showdowns(self) -> list[Showdown]:
        return [row for row in self.rows if isinstance(row, Showdown)]


@dataclass(frozen=True, slots=True)
class Part:
    """Deals to scan, and the filtered deals among them, in a range of identifiers."""

    everything: ShowdownQuerySet
    picked: ShowdownQuerySet
    ids: str = "id"

    def within(self, **bounds: UUID | None) -> "Part":
        """Return the part within this range of identifiers."""
        everything, picked = (
            deals.filter(**{f"{ids}__{name}": bound for name, bound in bounds.items()})
            for deals, ids in ((self.everything, "id"), (self.picked, self.ids))
        )
        return Part(everything, picked, self.ids)


@dataclass(frozen=True, slots=True)
class SearchSources:
    """The sources of a page: a person's deals, hands of their audits, and batches as rows.

    The first part contains the deals. Each other part contains one audit, the newest first.
    """

    parts: list[Part]
    is_picking: bool
    batches: Iterable[Batch] = ()
    size: int = PAGE

    def deals(self) -> Iterator[Showdown]:
        """Yield all filtered deals page by page, so that no query scans more than a page."""
        page = self.page(None, None)
        yield from page.showdowns
        while page.older:
            page = self.page(page.older, None)
            yield from page.showdowns

    def page(self, older: UUID | None, newer: UUID | None) -> HistoryPage:
        """Return the rows older or newer than the given row; by default, the first page."""
        order, beyond, until = ("id", "gt", "lte") if newer else ("-id", "lt", "gte")
        parts, batches = self.parts, [*self.batches]
        if newer or older:
            parts = [part.within(**{beyond: newer or older}) for part in parts]
        if newer:
            batches = [batch for batch in batches if batch.id > newer]
        elif older:
            batches = [batch for batch in batches if batch.id < older]
        limit = (min if newer else max)(self._limits(parts, order), default=None)
        if limit:
            parts = [part.within(**{until: limit}) for part in parts]
        rows = self._merge(parts, batches, order)
        found, is_full = rows[: self.size], len(rows) > self.size
        more = found[-1].id if is_full else limit
        if newer:
            found.reverse()
            return HistoryPage(tuple(found), newer=more, older=found[-1].id if found else newer)
        return HistoryPage(
            tuple(found),
            newer=older and (found[0].id if found else older),
            older=more,
            looked_back_to=moment_of(limit) if limit and not is_full else None,
        )

    def _limits(self, parts: list[Part], order: str) -> Iterator[UUID]:
        """Yield the last deal and the last audited hand to scan, unless all are scanned."""
        if not self.is_picking:
            return
        has_logs = any(part.ids == IDS_OF_LOGS for part in parts)
        most = MOST_SCANNED // (_COST_OF_LOGS if has_logs else 1)
        audits = parts[1:] if order == "-id" else parts[:0:-1]
        for together in (parts[:1], audits):
            most_left = most
            for part in together:
                ids = part.everything.order_by(order).values_list("id", flat=True)
                last = list(ids[most_left - 1 : most_left + 1])
                if len(last) == 2 or (last and part is not together[-1]):
                    yield last[0]
                    break
                most_left -= ids.count()

    def _merge(self, parts: list[Part], batches: list[Batch], order: str) -> list[Showdown | Batch]:
        """Return the first matching deals of each part and the batches, by identifier."""
        rows: list[Showdown | Batch] = [*batches]
        for part in parts:
            rows += part.picked.order_by(order)[: self.size + 1]
        return sorted(rows, key=lambda row: row.id, reverse=order == "-id")
