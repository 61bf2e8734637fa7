"""List the user's deals page by page, delete one, and export them as CSV."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.contrib.messages.views import SuccessMessageMixin
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import DeleteView, TemplateView, View

from showdown.evaluator.games import GAMES
from showdown.models import Batch, Showdown, Source
from showdown.models.people import person_of
from showdown.models.queries import ShowdownQuerySet
from showdown.notation.csv_cells import escape_formula, format_row
from showdown.notation.deal_line import write_settled_line
from showdown.pages.forms.history import HistoryFilter
from showdown.pages.presentation import present_without_reasons, with_page_labels
from showdown.words.headlines import headline
from showdown.words.ranks import amount_text


def own_deals_filter(request: HttpRequest) -> HistoryFilter:
    """Return the filter of the user's deals, which are sorted newest first."""
    deals = Showdown.objects.owned_by(person_of(request)).newest_first()
    return HistoryFilter(request.GET, deals, request=request)


@method_decorator(never_cache, name="dispatch")
class History(TemplateView):
    """Show a page of deals `older` or `newer` than a given one, without counting them."""

    template_name = "showdown/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        own_filter = own_deals_filter(self.request)
        own_filter.offer_choices()
        # Batches are listed among the deals unless a filter selects deals one by one or by batch.
        lists_only_deals = own_filter.is_valid() and (
            own_filter.needs_scan or own_filter.form.cleaned_data["batch"]
        )
        search = own_filter.build_search([] if lists_only_deals else own_filter.batches)
        page = search.load_page(
            _parse_key(self.request, "older"), _parse_key(self.request, "newer")
        )
        filters = self.request.GET.copy()
        for name in list(filters):
            if name in ("older", "newer") or not filters[name]:
                del filters[name]
        # The page shows these filters above the form.
        names_above_form = {"q", "batch"} if own_filter.batch_text else {"q"}
        return super().get_context_data(
            filter=own_filter,
            filters=filters.urlencode(),
            is_form_open=not names_above_form.issuperset(filters),
            page=page,
            rows=[
                (row, None if isinstance(row, Batch) else present_without_reasons(row.settlement))
                for row in page.rows
            ],
            **kwargs,
        )


def _parse_key(request: HttpRequest, name: str) -> UUID | None:
    text = request.GET.get(name)
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise Http404("there is no such deal") from error


class DeleteDeal(SuccessMessageMixin, DeleteView):
    """Delete one of the user's deals after confirmation, and return to the history."""

    template_name = "confirm.html"
    heading = "Delete this deal?"
    button, keep_label = "Delete", "Keep it"
    success_message = "The deal was deleted."

    def get_queryset(self) -> ShowdownQuerySet:
        return Showdown.objects.owned_by(person_of(self.request))

    @property
    def warning(self) -> str:
        deal_text = headline(with_page_labels(self.object.settlement))
        return f"{deal_text}. Links to the deal will stop working. This can't be undone."

    @property
    def back_url(self) -> str:
        return self.object.get_absolute_url()

    def get_success_url(self) -> str:
        """Return the page of the history from which the deal was chosen."""
        query = self.request.GET.urlencode()
        return f"{reverse('history')}{f'?{query}' if query else ''}"


_ROWS_PER_QUERY = 1_000


class HistoryExport(View):
    """Export a row for each deal that matches the filters, as CSV.

    The cells of the column `deal` can be pasted into the table's text field. If the board was run
    more than once, the cells list the winners and categories of all runs in order, separated by
    ` / `.
    """

    max_contests = max(len(game.contests) for game in GAMES.values())

    def get(self, request: HttpRequest) -> HttpResponseBase:
        search = own_deals_filter(request).build_search(size=_ROWS_PER_QUERY)
        return StreamingHttpResponse(
            self.lines(search.iterate_deals()),
            content_type="text/csv; charset=utf-8",
            headers={
                "Content-Disposition": 'attachment; filename="showdowns.csv"',
                "Cache-Control": "private, no-store",
            },
        )

    def lines(self, deals: Iterable[Showdown]) -> Iterator[str]:
        """Yield the lines of the file."""
        titles = [
            f"{field} {number}"
            for number in range(1, self.max_contests + 1)
            for field in ("contest", "winners", "category")
        ]
        yield format_row(
            ["id", "time", "game", "source", "deal", *titles, "headline", "paid", "note"]
        )
        for showdown in deals:
            yield format_row(map(escape_formula, self.cells(showdown)))

    def cells(self, showdown: Showdown) -> Iterator[str]:
        settlement = showdown.settlement
        yield str(showdown.pk)
        yield showdown.created.isoformat(timespec="milliseconds")
        yield settlement.game.slug
        yield Source(showdown.source).label
        yield write_settled_line(settlement)
        contests = settlement.game.contests
        for index in range(self.max_contests):
            results = [run.contests[index] for run in settlement.runs if index < len(contests)]
            yield contests[index].name if results else ""
            yield " / ".join(" ".join(result.winners) for result in results)
            yield " / ".join(result.best.category if result.best else "" for result in results)
        yield headline(settlement)
        payout = settlement.payout
        yield (
            " ".join(
                f"{player.label}={amount_text(player.total, payout.decimals)}"
                for player in payout.players
            )
            if payout
            else ""
        )
        yield showdown.note
