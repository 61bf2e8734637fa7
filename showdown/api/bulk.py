"""The endpoint that settles many deals and streams the results in the same order."""

import codecs
import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import batched, chain
from typing import Any, cast

from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from pydantic_core import to_json
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from omahasite.requests import log_unavailable
from showdown.api.openapi import BINARY, GAME, STORE, problem_responses
from showdown.api.parameters import parse_boolean, parse_game
from showdown.api.problems import DatabaseAway, TooManyDeals, problem_of
from showdown.api.showdowns import DEAL_EXAMPLES
from showdown.api.views import ApiView
from showdown.bulk.made_hands import find_made_hands_of_deals
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement, settle
from showdown.models import Showdown, Source
from showdown.models.copy_rows import record_rows
from showdown.models.documents import stored_to_json
from showdown.models.people import DATABASE_UNAVAILABLE, Person, person_of
from showdown.notation.deal_format import Submission, contest_winners, to_line_error
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import write_line
from showdown.notation.registry import DEAL_FORMATS, Piece, split_deals
from showdown.notation.settlement_json import settlement_to_json
from showdown.notation.strict_json import read_json
from showdown.words.errors import error_text

logger = logging.getLogger(__name__)

MAX_DEALS = 10_000
"""Maximum number of deals in one request."""
_DEALS_PER_CHUNK = 100
_SEARCHED_BYTES = 1000
"""Number of leading bytes that are searched for the first nonblank byte."""


_LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"

_EXAMPLES = [
    OpenApiExample(
        "Lines", value=f"{_LINE}\n{_LINE} Pot:4765", media_type="text/plain", request_only=True
    ),
    OpenApiExample(
        "JSON lines",
        value="".join(
            json.dumps(example.value) + "\n"
            for example in DEAL_EXAMPLES
            if isinstance(example.value, dict)
        ),
        media_type="application/x-ndjson",
        request_only=True,
    ),
]


class NoDeals(APIException):
    status_code = 400
    default_detail = "There is no deal in the request."


class JsonPiece(Piece):
    """A deal as a line of JSON, which a text response repeats as a deal line."""


@dataclass
class Result:
    """The settlement of one piece of the body, or its error.

    `document` is the piece as text or parsed JSON; `showdown` is a row to be stored.
    """

    piece: Piece
    document: Any = None
    submission: Submission | None = None
    settlement: Settlement | None = None
    showdown: Showdown | None = None
    error: InvalidDeal | None = None


def _settle_pieces(pieces: Sequence[Piece], game: Game, person: Person | None) -> list[Result]:
    """Return the results of the pieces, in order; with a person, also the rows to store.

    `game` is for text that names no game. The hands of all deals are evaluated in one call, which
    is faster than a call for each deal.
    """
    results = [Result(piece) for piece in pieces]
    for result in results:
        piece = result.piece
        try:
            if isinstance(piece, JsonPiece):
                result.document = read_json(piece.text)
                result.submission = deal_from_json(result.document)
            else:
                result.document = piece.text.decode(errors="replace")
                result.submission = piece.format.read_deal(result.document, game)
        except InvalidDeal as error:
            result.error = error
    parsed_results = [(result, result.submission) for result in results if result.submission]
    made_hands_of_deals = find_made_hands_of_deals(
        [submission.deal for _, submission in parsed_results]
    )
    for (result, submission), made_hands in zip(parsed_results, made_hands_of_deals, strict=True):
        try:
            result.settlement = settle(*submission, made=[made_hands])
        except InvalidDeal as error:
            result.error = error
            continue
        if person is not None:
            result.showdown = Showdown.from_settlement(
                result.settlement, source=Source.API, person=person
            )
    return results


@dataclass
class StoredCounts:
    """The number of settled deals that were stored, and the number that could not be stored."""

    stored: int = 0
    not_stored: int = 0

    def store(self, results: Sequence[Result], request: Request) -> None:
        """Store the results that have a row.

        Nothing is stored after the first failure, because each attempt may take as long as the
        connection timeout.
        """
        showdowns = [result.showdown for result in results if result.showdown]
        if not self.not_stored:
            try:
                record_rows(showdowns)
            except DATABASE_UNAVAILABLE as error:
                log_unavailable(request._request, 200, error)
            else:
                self.stored += len(showdowns)
                return
        self.not_stored += len(showdowns)


class LinesParser(BaseParser):
    """A parser that splits a body into deals without parsing them.

    Generated clients may send text and JSON lines as bytes. A body that begins with `{` is JSON.
    """

    media_type = "application/octet-stream"

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> list[Piece]:
        request: Request = parser_context["request"]
        pieces = list(self.split(request.body, request))
        if len(pieces) > MAX_DEALS:
            raise TooManyDeals(f"{len(pieces):,} deals; a request can have {MAX_DEALS:,}")
        return pieces

    def split(self, body: bytes, request: Request) -> Iterator[Piece]:
        """Yield the deals in the body of a request, in order."""
        start = body[:_SEARCHED_BYTES].removeprefix(codecs.BOM_UTF8).lstrip()
        parser = JsonLinesParser() if start.startswith(b"{") else TextLinesParser()
        return parser.split(body, request)


class TextLinesParser(LinesParser):
    """A parser of deal lines like `HandA:… Board:…`, and of the game's own format."""

    media_type = "text/plain"

    def split(self, body: bytes, request: Request) -> Iterator[Piece]:
        return split_deals(body, parse_game(request.query_params))


class JsonLinesParser(LinesParser):
    """A parser of deals as JSON, one per line."""

    media_type = "application/x-ndjson"

    def split(self, body: bytes, request: Request) -> Iterator[Piece]:
        for number, line in enumerate(body.removeprefix(codecs.BOM_UTF8).splitlines(), 1):
            if line.strip():
                yield JsonPiece(number, line, DEAL_FORMATS["deal-lines"])


class TextRenderer(BaseRenderer):
    """A renderer of results in the format in which each deal was written."""

    media_type = "text/plain"
    format = "txt"

    def render_result(self, result: Result, request: Request) -> str:
        piece = result.piece
        if result.submission is None or result.settlement is None:
            line_error = to_line_error(cast(InvalidDeal, result.error), piece.number)
            answer = piece.format.error_answer(piece.text, line_error)
        else:
            is_json = isinstance(piece, JsonPiece)
            line = write_line(result.submission).encode() if is_json else piece.text
            winners = contest_winners(result.settlement.contests, len(result.settlement.competing))
            answer = piece.format.answer(line, result.submission, winners)
        return (answer + piece.format.separator).decode(errors="replace")

    def render_storage_failure(
        self, error: DatabaseAway, counts: StoredCounts, request: Request
    ) -> str:
        return f"Error: {error_text(error)}\n"


class JsonLinesRenderer(BaseRenderer):
    """A renderer of results as JSON, one per line, with the line numbers of the deals."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render_result(self, result: Result, request: Request) -> str:
        if result.settlement is None:
            error = cast(InvalidDeal, result.error)
            document: Mapping[str, Any] = problem_of(error, result.document, request)
        elif result.showdown is not None and not result.showdown._state.adding:
            document = stored_to_json(result.showdown, request)
        else:
            document = settlement_to_json(result.settlement)
        return to_json({"line": result.piece.number, **document}).decode() + "\n"

    def render_storage_failure(
        self, error: DatabaseAway, counts: StoredCounts, request: Request
    ) -> str:
        """Return a problem about the whole request, with the counts of stored deals."""
        return to_json(problem_of(error, None, request) | vars(counts)).decode() + "\n"


class Bulk(ApiView):
    rate_kinds = {"POST": "bulk"}
    parser_classes = [TextLinesParser, JsonLinesParser, LinesParser]
    renderer_classes = [JsonLinesRenderer, TextRenderer]

    def get_renderers(self) -> list[BaseRenderer]:
        """Prefer the media type of the request if `Accept` allows it."""
        request_type = self.request.content_type.partition(";")[0]
        return sorted(
            super().get_renderers(), key=lambda renderer: renderer.media_type != request_type
        )

    @extend_schema(
        operation_id="settle_many",
        parameters=[STORE, GAME],
        request={
            "text/plain": {"type": "string", "description": "Deals, one per line."},
            "application/x-ndjson": {
                "type": "string",
                "description": "`Deal` objects as JSON, one per line.",
            },
            "application/octet-stream": BINARY | {"description": "Lines of either kind."},
        },
        examples=_EXAMPLES,
        responses={
            (200, "application/x-ndjson"): {
                "type": "string",
                "description": "`StoredSettlement`, `Settlement` or `Problem` objects as JSON, one"
                " per line; `line` is the number of the line of the deal.",
            },
            (200, "text/plain"): {"type": "string", "description": "The results as text."},
        }
        | problem_responses(403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> StreamingHttpResponse:
        """Settle many deals, in order.

        As text, a deal is a line like `HandA:… HandB:… Board:…`, or is written in the game's own
        file format; as JSON, each line is a `Deal`. `Accept` chooses between text and JSON for the
        results. The result of a deal that can't be read is an error.

        Deals are stored as they are settled. If the database can't be reached, the remaining
        results have no ids, and the last record states how many deals were not stored (as JSON, a
        problem without a `line`). If it can't be reached from the start, the header `Stored` is
        `false`.
        """
        if not request.data:
            raise NoDeals
        stores = parse_boolean(request.query_params, "store", default=True)
        counts = StoredCounts()
        person = person_of(request) if stores else None
        chunks = self._render_results(request, parse_game(request.query_params), person, counts)
        first_chunk = next(chunks, "")
        return StreamingHttpResponse(
            chain([first_chunk], chunks),
            content_type=f"{request.accepted_renderer.media_type}; charset=utf-8",
            headers={"Stored": "false" if counts.not_stored else "true"} if stores else {},
        )

    @staticmethod
    def _render_results(
        request: Request, game: Game, person: Person | None, counts: StoredCounts
    ) -> Iterator[str]:
        """Settle, store and render the deals in chunks."""
        renderer = request.accepted_renderer
        for pieces in batched(request.data, _DEALS_PER_CHUNK):
            results = _settle_pieces(pieces, game, person)
            counts.store(results, request)
            yield "".join([renderer.render_result(result, request) for result in results])
        if counts.not_stored:
            total = counts.stored + counts.not_stored
            sentence = f"{counts.not_stored:,} of {total:,} deals were not stored"
            logger.warning("bulk request: %s", sentence)
            error = DatabaseAway(f"{sentence}: the database can't be reached")
            yield renderer.render_storage_failure(error, counts, request)
