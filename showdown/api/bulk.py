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
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from showdown.api.documents import stored_to_json
from showdown.api.problems import TooManyDeals, problem_of
from showdown.api.schemas import BULK_EXAMPLES, GAME, JSON_LINE, STORE, problems
from showdown.api.showdowns import wants_storing
from showdown.api.throttling import RateLimitedView
from showdown.evaluator.errors import InvalidDeal, UnknownGame
from showdown.evaluator.games import OMAHA_HILO, Game, find_game
from showdown.models import Showdown, Source
from showdown.models.people import Person, person_of
from showdown.notation.contract import Entry, complaint_of, won_of
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import line_of
from showdown.notation.registry import CONTRACTS, Piece, pieces_of
from showdown.notation.settlement_json import settlement_to_json
from showdown.notation.strict_json import read_json
from showdown.notation.submission import Submission
from showdown.words.errors import error_text

MOST_DEALS = 10_000
_SETTLED_TOGETHER = 100
_DEAL_LINES = CONTRACTS["deal-lines"]


class Settled(NamedTuple):
    """A deal that was read and settled; `showdown` is its row, which need not be stored."""

    submission: Submission
    showdown: Showdown


class Result(NamedTuple):
    """What became of a piece; `document` is what was read from it, None for what isn't JSON."""

    piece: Piece
    document: Any
    outcome: Settled | InvalidDeal


class _Pieces(BaseParser):
    """Finds the deals, and leaves their text to be read later."""

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> list[Piece]:
        request: Request = parser_context["request"]
        pieces = list(self.pieces(request.body, request))
        if len(pieces) > MOST_DEALS:
            raise TooManyDeals(f"{len(pieces):,} deals; a request can have {MOST_DEALS:,}")
        return pieces

    def pieces(self, data: bytes, request: Request) -> Iterator[Piece]:
        raise NotImplementedError


class TextLines(_Pieces):
    """Lines like `HandA:… Board:…`, or the game's own contract."""

    media_type = "text/plain"

    def pieces(self, data: bytes, request: Request) -> Iterator[Piece]:
        return pieces_of(data, game_of(request))

    def document(self, piece: Piece) -> str:
        return piece.data.decode(errors="replace")

    def submission(self, piece: Piece, document: str, game: Game) -> Submission:
        return piece.contract.read_deal(document, game)


class JsonLines(_Pieces):
    """A deal as JSON on each line."""

    media_type = "application/x-ndjson"

    def pieces(self, data: bytes, request: Request) -> Iterator[Piece]:
        lines = data.removeprefix(codecs.BOM_UTF8).splitlines()
        return (
            Piece(number, line, _DEAL_LINES) for number, line in enumerate(lines, 1) if line.strip()
        )

    def document(self, piece: Piece) -> Any:
        return read_json(piece.data)

    def submission(self, piece: Piece, document: Any, game: Game) -> Submission:
        return deal_from_json(document)


class TextRecords(BaseRenderer):
    """The answers of the contract in which each deal came."""

    media_type = "text/plain"
    format = "txt"

    def render_result(self, result: Result, request: Request) -> str:
        piece, document, outcome = result
        contract = piece.contract
        if isinstance(outcome, InvalidDeal):
            complaint = complaint_of(outcome, piece.number)
            answer = contract.refusal(Entry(piece.number, piece.data, complaint), complaint)
        else:
            submission, showdown = outcome
            line = piece.data if isinstance(document, str) else line_of(submission).encode()
            settlement = showdown.settlement
            won = won_of(settlement.contests, len(settlement.competing))
            answer = contract.answer(Entry(piece.number, line, submission), submission, won)
        return (answer + contract.separator).decode(errors="replace")


class JsonRecords(BaseRenderer):
    """A settlement or a problem on each line, with the number of the line it answers."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render_result(self, result: Result, request: Request) -> str:
        said = {"line": result.piece.number} | self._said(result, request)
        return json.dumps(said, ensure_ascii=False) + "\n"

    def _said(self, result: Result, request: Request) -> dict[str, Any]:
        outcome = result.outcome
        if isinstance(outcome, InvalidDeal):
            return problem_of(outcome, result.document, request)
        showdown = outcome.showdown
        is_stored = not showdown._state.adding
        if is_stored:
            return dict(stored_to_json(showdown, request))
        return dict(settlement_to_json(showdown.settlement))


def game_of(request: Request) -> Game:
    """The game that the address names. Raises ValidationError."""
    try:
        return find_game(request.query_params.get("game", OMAHA_HILO.slug))
    except UnknownGame as error:
        raise ValidationError({"game": [error_text(error)]}) from error


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
        """Settle many deals, in order.

        As text, a deal is a line like `HandA:… HandB:… Board:…`, or what the game's own file
        command reads; as JSON, each line is a `Deal`. `Accept` says which of the two the answers
        are. Where a deal can't be read, its error takes its place.
        """
        game = game_of(request)
        pieces: list[Piece] = request.data or []
        return StreamingHttpResponse(
            self._answers(request, pieces, game, store=wants_storing(request)),
            content_type=f"{request.accepted_renderer.media_type}; charset=utf-8",
        )

    def _answers(
        self, request: Request, pieces: list[Piece], game: Game, *, store: bool
    ) -> Iterator[str]:
        parser = request.negotiator.select_parser(request, request.parsers)
        render = request.accepted_renderer.render_result
        person = person_of(request)
        for together in batched(pieces, _SETTLED_TOGETHER, strict=False):
            results = [_settled(piece, parser, game, person) for piece in together]
            if store:
                _store(results)
            yield "".join([render(result, request) for result in results])


def _settled(piece: Piece, parser: TextLines | JsonLines, game: Game, person: Person) -> Result:
    document: Any = None
    try:
        document = parser.document(piece)
        submission = parser.submission(piece, document, game)
        showdown = Showdown.of(
            submission.deal,
            source=Source.API,
            person=person,
            wagers=submission.wagers,
            rules=submission.rules,
        )
    except InvalidDeal as error:
        return Result(piece, document, error)
    return Result(piece, document, Settled(submission, showdown))


def _store(results: list[Result]) -> None:
    """Store what was settled. While the database is away the answers go on, without an id."""
    with suppress(OperationalError, InterfaceError):
        Showdown.objects.bulk_create(
            [result.outcome.showdown for result in results if isinstance(result.outcome, Settled)]
        )
