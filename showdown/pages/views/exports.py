"""Downloads of the user's deals that match the filters, written while they are sent."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.generic import View

from showdown.evaluator.games import GAMES
from showdown.models import Showdown, Source
from showdown.models.documents import stored_to_json
from showdown.notation.csv_cells import harmless, row_of
from showdown.notation.deal_line import settled_line
from showdown.pages.views.history import own_deals
from showdown.words.headlines import headline
from showdown.words.ranks import amount_text

FETCHED_TOGETHER = 1_000


class Export(ABC, View):
    """Stream the deals that match the filters."""

    content_type: str
    file_name: str

    def get(self, request: HttpRequest) -> HttpResponseBase:
        searched = own_deals(request).searched(size=FETCHED_TOGETHER)
        return StreamingHttpResponse(
            self.lines(searched.deals(), request),
            content_type=self.content_type,
            headers={
                "Content-Disposition": f'attachment; filename="{self.file_name}"',
                "Cache-Control": "private, no-store",
            },
        )

    @abstractmethod
    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        """Yield the lines of the file."""


class JsonLines(Export):
    """Export each deal as the API represents it, with its note."""

    content_type = "application/x-ndjson; charset=utf-8"
    file_name = "showdowns.jsonl"

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        for showdown in deals:
            line = {**stored_to_json(showdown, request), "note": showdown.note}
            yield json.dumps(line, ensure_ascii=False) + "\n"


class Csv(Export):
    """Export a row for each deal, whose column `deal` can be pasted.

    If the board was run more than once, the winners of the runs are listed in order.
    """

    content_type = "text/csv; charset=utf-8"
    file_name = "showdowns.csv"
    contests = max(len(game.contests) for game in GAMES.values())

    def lines(self, deals: Iterable[Showdown], request: HttpRequest) -> Iterator[str]:
        titles = [
            f"{field} {number}"
            for number in range(1, self.contests + 1)
            for field in ("contest", "winners", "category")
        ]
        yield row_of(["id", "time", "game", "source", "deal", *titles, "headline", "paid", "note"])
        for showdown in deals:
            yield row_of(map(harmless, self.cells(showdown)))

    def cells(self, showdown: Showdown) -> Iterator[str]:
        settlement = showdown.settlement
        yield str(showdown.pk)
        yield showdown.created.isoformat(timespec="milliseconds")
        yield settlement.game.slug
        yield Source(showdown.source).label
        yield settled_line(settlement)
        contests = settlement.game.contests
        for index in range(self.contests):
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
