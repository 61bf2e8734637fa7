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

PAGE_SIZE = 25
MAX_SCANNED = 10_000
"""Maximum number of deals scanned for one page with filters."""
_COST_OF_LOGS = 3
"""Cost of reading the log data of a hand, in deals scanned."""

LOGGED_DEAL_ID = "logged__showdown"
"""The id column to filter when a query joins deals with the log data of their hands.

Only the log data gets a range of ids, and each deal is looked up by its id. PostgreSQL's planner
estimates that a short range of UUIDs in a large table has one row. Given the range in both tables,
it would compare each row of one table with each row of the other.
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
class SearchPart:
    """Deals to scan, and the matching deals among them, whose ids are in `id_column`."""

    scanned_deals: ShowdownQuerySet
    matching_deals: ShowdownQuerySet
    id_column: str = "id"

    def within(self, **bounds: UUID | None) -> "SearchPart":
        """Return the part within a range of ids. `bounds` are Django lookups, such as `lt=id`."""
        scanned_deals, matching_deals = (
            deals.filter(**{f"{id_column}__{name}": bound for name, bound in bounds.items()})
            for deals, id_column in (
                (self.scanned_deals, "id"),
                (self.matching_deals, self.id_column),
            )
        )
        return SearchPart(scanned_deals, matching_deals, self.id_column)


@dataclass(frozen=True, slots=True)
class DealSearch:
    """A search of a person's deals and the hands of their audits, which also lists batches.

    The first part contains the person's deals, or those of the one batch that is searched. Each
    other part contains one audit, the newest first.
    `needs_scan` is true if a filter has no index, so that deals must be scanned.
    """

    parts: list[SearchPart]
    needs_scan: bool
    batches: Iterable[Batch] = ()
    size: int = PAGE_SIZE

    def iterate_deals(self) -> Iterator[Showdown]:
        """Yield all matching deals, page by page, so that each query scans a limited number."""
        page = self.load_page(None, None)
        yield from page.showdowns
        while page.older:
            page = self.load_page(page.older, None)
            yield from page.showdowns

    def load_page(self, older_than: UUID | None, newer_than: UUID | None) -> HistoryPage:
        """Return the rows older or newer than the given row; by default, the first page."""
        order, cursor_lookup, limit_lookup = (
            ("id", "gt", "lte") if newer_than else ("-id", "lt", "gte")
        )
        parts, batches = self.parts, [*self.batches]
        if newer_than or older_than:
            parts = [part.within(**{cursor_lookup: newer_than or older_than}) for part in parts]
        if newer_than:
            batches = [batch for batch in batches if batch.id > newer_than]
        elif older_than:
            batches = [batch for batch in batches if batch.id < older_than]
        # The nearest limit applies to all parts, so that no part has gaps on the page.
        limit = (min if newer_than else max)(self._scan_limits(parts, order), default=None)
        if limit:
            parts = [part.within(**{limit_lookup: limit}) for part in parts]
        rows: list[Showdown | Batch] = [*batches]
        for part in parts:
            rows += part.matching_deals.order_by(order)[: self.size + 1]
        rows.sort(key=lambda row: row.id, reverse=order == "-id")
        page_rows, has_more = rows[: self.size], len(rows) > self.size
        next_id = page_rows[-1].id if has_more else limit
        if newer_than:
            page_rows.reverse()
            return HistoryPage(
                tuple(page_rows), newer=next_id, older=page_rows[-1].id if page_rows else newer_than
            )
        return HistoryPage(
            tuple(page_rows),
            newer=older_than and (page_rows[0].id if page_rows else older_than),
            older=next_id,
            looked_back_to=moment_of(limit) if limit and not has_more else None,
        )

    def _scan_limits(self, parts: list[SearchPart], order: str) -> Iterator[UUID]:
        """Yield the ids of the last deal and the last audited hand to scan, if more follow."""
        if not self.needs_scan:
            return
        has_logs = any(part.id_column == LOGGED_DEAL_ID for part in parts)
        max_rows = MAX_SCANNED // (_COST_OF_LOGS if has_logs else 1)
        audits = parts[1:] if order == "-id" else parts[:0:-1]
        for parts_with_shared_limit in (parts[:1], audits):
            remaining_rows = max_rows
            for part in parts_with_shared_limit:
                ids = part.scanned_deals.order_by(order).values_list("id", flat=True)
                last_ids = list(ids[remaining_rows - 1 : remaining_rows + 1])
                # A second id shows that more deals follow; so does another part.
                has_more = len(last_ids) == 2 or part is not parts_with_shared_limit[-1]
                if last_ids and has_more:
                    yield last_ids[0]
                    break
                remaining_rows -= ids.count()
