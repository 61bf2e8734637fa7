"""One's own deals: a page at a time, or all of them as a file."""

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from showdown.api.showdowns import stored_to_json
from showdown.evaluator.cards import format_cards
from showdown.evaluator.explanation import headline
from showdown.models import Showdown, Source
from showdown.models.people import person_of
from showdown.models.showdown import ShowdownQuerySet
from showdown.pages.forms.history import HistoryFilter

_PAGE = 25
_FETCHED_TOGETHER = 500
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def own_deals(request: HttpRequest) -> HistoryFilter:
    """The person's own deals, newest first, as the address filters them."""
    deals = Showdown.objects.of(person_of(request)).newest_first()
    return HistoryFilter(request.GET, deals, request=request)


@method_decorator(never_cache, name="dispatch")
class History(TemplateView):
    """A page of them: those `older` or `newer` than a deal, found without counting."""

    template_name = "showdown/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = own_deals(self.request)
        deals = found.qs if found.is_valid() else found.qs.none()
        return super().get_context_data(
            filter=found,
            filters=_without(self.request, "older", "newer"),
            **_page(deals, _key(self.request, "older"), _key(self.request, "newer")),
            **kwargs,
        )


def _page(deals: ShowdownQuerySet, older: UUID | None, newer: UUID | None) -> dict[str, Any]:
    """The deals of a page, and whether there are newer and older ones."""
    if newer:
        found = list(deals.filter(id__gt=newer).order_by("id")[: _PAGE + 1])
        shown = found[:_PAGE][::-1]
        return {"showdowns": shown, "has_newer": len(found) > _PAGE, "has_older": bool(shown)}
    if older:
        deals = deals.filter(id__lt=older)
    found = list(deals[: _PAGE + 1])
    return {
        "showdowns": found[:_PAGE],
        "has_newer": older is not None,
        "has_older": len(found) > _PAGE,
    }


def _key(request: HttpRequest, name: str) -> UUID | None:
    given = request.GET.get(name)
    try:
        return UUID(given) if given else None
    except ValueError as error:
        raise Http404("there is no such deal") from error


def _without(request: HttpRequest, *names: str) -> str:
    """The query of the address without these parameters and without empty ones."""
    query = request.GET.copy()
    for name in [name for name in query if name in names or not query[name]]:
        del query[name]
    return query.urlencode()


def _one_after_the_other(deals: ShowdownQuerySet) -> Iterator[Showdown]:
    """All of them, some at a time, each time over whatever connection the thread has then."""
    found = list(deals[:_FETCHED_TOGETHER])
    while found:
        yield from found
        found = list(deals.filter(id__lt=found[-1].pk)[:_FETCHED_TOGETHER])


class Export(View):
    """All that the filters find, as a file that is written while it is sent."""

    content_type: str
    file_name: str

    def get(self, request: HttpRequest) -> HttpResponseBase:
        found = own_deals(request)
        deals = found.qs if found.is_valid() else found.qs.none()
        return StreamingHttpResponse(
            self.lines(_one_after_the_other(deals), request),
            content_type=self.content_type,
            headers={
                "Content-Disposition": f'attachment; filename="{self.file_name}"',
                "Cache-Control": "private, no-store",
            },
        )

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        raise NotImplementedError


class JsonLines(Export):
    """Each deal as the API gives it."""

    content_type = "application/x-ndjson; charset=utf-8"
    file_name = "showdowns.jsonl"

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        for showdown in deals:
            yield json.dumps(stored_to_json(showdown, request), ensure_ascii=False) + "\n"


class Csv(Export):
    """A row for each deal."""

    content_type = "text/csv; charset=utf-8"
    file_name = "showdowns.csv"
    pots = ("high", "low")

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        writer = csv.writer(_Echo())
        titles = [f"{pot} {what}" for pot in self.pots for what in ("winners", "category")]
        yield writer.writerow(
            ["id", "time", "game", "source", "hands", "board", *titles, "settled", "paid"]
        )
        for showdown in deals:
            yield writer.writerow(map(_harmless, self.cells(showdown)))

    def cells(self, showdown: Showdown) -> Iterator[str]:
        settlement = showdown.settlement
        yield str(showdown.pk)
        yield showdown.created.isoformat(timespec="milliseconds")
        yield settlement.game.slug
        yield Source(showdown.source).label
        yield " ".join(map(str, settlement.deal.hands))
        yield format_cards(settlement.deal.board)
        pots = {pot.name: pot for pot in settlement.pots}
        for name in self.pots:
            pot = pots.get(name)
            yield " ".join(pot.winners) if pot else ""
            yield pot.best.category if pot and pot.best else ""
        yield headline(settlement)
        payout = showdown.payout
        yield " ".join(f"{each.label}={each.total}" for each in payout.players) if payout else ""


class _Echo:
    """What a csv writer writes to, so that it hands each row over as text."""

    def write(self, text: str) -> str:
        return text


def _harmless(cell: str) -> str:
    """A cell that a spreadsheet would read as a formula is said to be text."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
