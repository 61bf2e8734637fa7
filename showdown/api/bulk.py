"""Many deals in one request: lines in, results out in the same order, while they are settled."""

import codecs
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import batched
from typing import Any, NamedTuple

from django.db import InterfaceError, OperationalError
from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from showdown.api.problems import TooManyDeals, problem_of
from showdown.api.schemas import BULK_EXAMPLES, GAME, JSON_LINE, STORE, problems
from showdown.api.showdowns import settled_to_json, stored_to_json, wants_storing
from showdown.api.throttling import RateLimitedView
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import OMAHA_HILO, Game, find_game
from showdown.models import Showdown, Source
from showdown.models.people import Person, person_of
from showdown.notation.deal_json import Submission, deal_from_json, read_json
from showdown.notation.deal_line import read_line, verdict

MOST_DEALS = 10_000
_SETTLED_TOGETHER = 100


class Line(NamedTuple):
    """A line of the request, and which it is."""

    number: int
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode(errors="replace")


class Result(NamedTuple):
    """What became of a line; `document` is what was read from it, None for what is no JSON."""

    line: Line
    document: Any
    outcome: Showdown | InvalidDeal


class _Lines(BaseParser):
    """Finds the lines that are not blank, and leaves what is on them for later."""

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> list[Line]:
        data = parser_context["request"].body.removeprefix(codecs.BOM_UTF8).splitlines()
        lines = [Line(number, line) for number, line in enumerate(data, 1) if line.strip()]
        if len(lines) > MOST_DEALS:
            raise TooManyDeals(f"{len(lines):,} deals; one request may bring {MOST_DEALS:,}")
        return lines


class TextLines(_Lines):
    """Lines of the omahacomp contract."""

    media_type = "text/plain"

    def document(self, line: Line) -> str:
        return line.text

    def submitted(self, document: str, game: Game) -> Submission:
        return read_line(document, game)


class JsonLines(_Lines):
    """A deal as JSON on each line."""

    media_type = "application/x-ndjson"

    def document(self, line: Line) -> Any:
        return read_json(line.data)

    def submitted(self, document: Any, game: Game) -> Submission:
        return deal_from_json(document)


class TextRecords(BaseRenderer):
    """Records of the omahacomp contract, a blank line after each."""

    media_type = "text/plain"
    format = "txt"

    def render_result(self, result: Result, request: Request) -> str:
        outcome = result.outcome
        if isinstance(outcome, InvalidDeal):
            return f"{result.line.text}\n=> Error: {outcome}\n\n"
        line = result.document if isinstance(result.document, str) else str(outcome.deal)
        return f"{line}\n{verdict(outcome.settlement, outcome.payout)}\n\n"


class JsonRecords(BaseRenderer):
    """A settlement or a problem on each line, with the number of the line it answers."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render_result(self, result: Result, request: Request) -> str:
        said = {"line": result.line.number} | self._said(result, request)
        return json.dumps(said, ensure_ascii=False) + "\n"

    def _said(self, result: Result, request: Request) -> dict[str, Any]:
        outcome = result.outcome
        if isinstance(outcome, InvalidDeal):
            return problem_of(outcome, result.document, request)
        is_stored = not outcome._state.adding
        return stored_to_json(outcome, request) if is_stored else settled_to_json(outcome)


class Bulk(RateLimitedView):
    """Settle up to 10,000 deals in one request."""

    rates = {"POST": "bulk"}
    parser_classes = [TextLines, JsonLines]
    renderer_classes = [JsonRecords, TextRecords]

    def get_renderers(self) -> list[BaseRenderer]:
        """The form in which the deals came is preferred, where `Accept` leaves the choice."""
        came_as = self.request.content_type.partition(";")[0]
        return sorted(super().get_renderers(), key=lambda each: each.media_type != came_as)

    @extend_schema(
        operation_id="settle_many",
        parameters=[STORE, GAME],
        request={"text/plain": {"type": "string"}, "application/x-ndjson": JSON_LINE},
        examples=BULK_EXAMPLES,
        responses={
            (200, "application/x-ndjson"): {"type": "string"},
            (200, "text/plain"): {"type": "string"},
        }
        | problems(400, 401, 403, 406, 413, 415, 422, 429, 503),
    )
    def post(self, request: Request) -> StreamingHttpResponse:
        """Settle each line, in order.

        A line is one of the omahacomp contract (`HandA:… HandB:… Board:…`) or a deal as JSON; so
        is the answer to it, by `Accept`. A line that is no deal has its error in its place.
        """
        lines: list[Line] = request.data or []
        game = find_game(request.query_params.get("game", OMAHA_HILO.slug))
        return StreamingHttpResponse(
            self._answers(request, lines, game, store=wants_storing(request)),
            content_type=f"{request.accepted_renderer.media_type}; charset=utf-8",
        )

    def _answers(
        self, request: Request, lines: list[Line], game: Game, *, store: bool
    ) -> Iterator[str]:
        parser = request.negotiator.select_parser(request, request.parsers)
        render = request.accepted_renderer.render_result
        person = person_of(request)
        for together in batched(lines, _SETTLED_TOGETHER, strict=False):
            results = [_settled(line, parser, game, person) for line in together]
            if store:
                _store(results)
            yield "".join([render(result, request) for result in results])


def _settled(line: Line, parser: TextLines | JsonLines, game: Game, person: Person) -> Result:
    document: Any = None
    try:
        document = parser.document(line)
        deal, wagers = parser.submitted(document, game)
        showdown = Showdown.of(deal, source=Source.API, person=person, wagers=wagers)
    except InvalidDeal as error:
        return Result(line, document, error)
    return Result(line, document, showdown)


def _store(results: list[Result]) -> None:
    """Store what was settled. With the database away the answers go on, without an id."""
    with suppress(OperationalError, InterfaceError):
        Showdown.objects.bulk_create(
            [result.outcome for result in results if isinstance(result.outcome, Showdown)]
        )
