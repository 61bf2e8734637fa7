"""One's own deals: a page at a time, or all of them as a file."""

import csv
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from showdown.api.documents import stored_to_json
from showdown.evaluator.cards import format_cards
from showdown.evaluator.contests import ContestResult
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import Settlement
from showdown.models import Showdown, Source
from showdown.models.people import person_of
from showdown.models.showdown import ShowdownQuerySet
from showdown.pages.forms.history import HistoryFilter
from showdown.words.amounts import amount_text
from showdown.words.headlines import headline

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


class Export(ABC, View):
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

    @abstractmethod
    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        """The file, line after line."""


class JsonLines(Export):
    """Each deal as the API gives it."""

    content_type = "application/x-ndjson; charset=utf-8"
    file_name = "showdowns.jsonl"

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        for showdown in deals:
            yield json.dumps(stored_to_json(showdown, request), ensure_ascii=False) + "\n"


class Csv(Export):
    """A row for each deal; of boards that were run more than once, each run's winners in turn."""

    content_type = "text/csv; charset=utf-8"
    file_name = "showdowns.csv"
    contests = max(len(game.contests) for game in GAMES.values())

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        writer = csv.writer(_Echo())
        titles = [
            f"{what} {number}"
            for number in range(1, self.contests + 1)
            for what in ("contest", "winners", "category")
        ]
        yield writer.writerow(
            ["id", "time", "game", "source", "hands", "boards", *titles, "headline", "paid"]
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
        yield " ".join(map(format_cards, settlement.deal.boards))
        for place in range(self.contests):
            yield from _contest_cells([run.contests[place : place + 1] for run in settlement.runs])
        yield headline(settlement)
        yield _paid(settlement)


def _contest_cells(runs: list[tuple[ContestResult, ...]]) -> tuple[str, str, str]:
    """A contest's name, and run by run its winners and the category with which they won."""
    results = [result for run in runs for result in run]
    if not results:
        return "", "", ""
    winners = [" ".join(result.winners) for result in results]
    categories = [result.best.category if result.best else "" for result in results]
    return results[0].name, " / ".join(winners), " / ".join(categories)


def _paid(settlement: Settlement) -> str:
    payout = settlement.payout
    if payout is None:
        return ""
    return " ".join(
        f"{each.label}={amount_text(each.total, payout.decimals)}" for each in payout.players
    )


class _Echo:
    """What a csv writer writes to, so that it hands each row over as text."""

    def write(self, text: str) -> str:
        return text


def _harmless(cell: str) -> str:
    """Keeps a spreadsheet from reading the cell as a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
