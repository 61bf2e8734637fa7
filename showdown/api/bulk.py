"""Many deals in one request: lines in, results out in the same order, streamed."""

import codecs
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import batched, chain
from typing import Any, NamedTuple

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from pydantic_core import to_json
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from omahasite.requests import tell_why
from showdown.api.examples import BULK_EXAMPLES
from showdown.api.operations import BINARY, GAME, STORE, problems
from showdown.api.parameters import truth
from showdown.api.problems import DatabaseAway, TooManyDeals, problem_of
from showdown.api.showdowns import game_of
from showdown.api.views import ApiView
from showdown.bulk.best import Made, made_in
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement, settle
from showdown.models import Showdown, Source, StoreUnavailable
from showdown.models.copy import record_rows
from showdown.models.documents import stored_to_json
from showdown.models.people import Person, person_of
from showdown.notation.deal_format import Entry, complaint_of, won_of
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import line_of
from showdown.notation.registry import DEAL_FORMATS, Piece, pieces_of
from showdown.notation.settlement_json import settlement_to_json
from showdown.notation.strict_json import read_json
from showdown.notation.submission import Submission
from showdown.words.errors import error_text

logger = logging.getLogger(__name__)

STORED = "Stored"
MOST_DEALS = 10_000
_SETTLED_TOGETHER = 100
_LOOKED_AT = 1000
"""Number of bytes searched for the first that isn't blank."""
_DEAL_LINES = DEAL_FORMATS["deal-lines"]


class Settled(NamedTuple):
    """A settled deal; `showdown` is its row if it is to be stored."""

    submission: Submission
    settlement: Settlement
    showdown: Showdown | None


class Result(NamedTuple):
    """The result of one piece of the text; `document` is its JSON, None if it isn't JSON."""

    piece: Piece
    document: Any
    outcome: Settled | InvalidDeal


class NoDeals(APIException):
    """There is no deal in the request."""

    status_code = 400


class _Store:
    """Store the settled deals of a request.

    If the database can't be reached, responses go on without ids. After the first failure it is not
    tried again, because each attempt may take as long as the connection timeout.
    """

    def __init__(self, request: Request, *, is_wanted: bool) -> None:
        self.stored = self.not_stored = 0
        self._request = request
        self.is_wanted = is_wanted

    def take(self, results: Sequence[Result]) -> None:
        if not self.is_wanted:
            return
        outcomes = [result.outcome for result in results if isinstance(result.outcome, Settled)]
        showdowns = [outcome.showdown for outcome in outcomes if outcome.showdown]
        if self.not_stored or not self._could_store(showdowns):
            self.not_stored += len(showdowns)
        else:
            self.stored += len(showdowns)

    def _could_store(self, showdowns: list[Showdown]) -> bool:
        try:
            record_rows(showdowns)
        except StoreUnavailable as error:
            tell_why(self._request._request, 200, error.__cause__ or error)
            return False
        return True

    @property
    def headers(self) -> dict[str, str]:
        """Return the `Stored` header: whether deals are stored, as far as is known at the start."""
        return {STORED: "false" if self.not_stored else "true"} if self.is_wanted else {}

    def missing(self) -> DatabaseAway | None:
        """Return how many deals were not stored; None if all were."""
        if not self.not_stored:
            return None
        sentence = f"{self.not_stored:,} of {self.stored + self.not_stored:,} deals were not stored"
        logger.warning("bulk request: %s", sentence)
        return DatabaseAway(f"{sentence}: the database can't be reached")


class _Pieces(ABC, BaseParser):
    """Split the body into deals; their text is parsed later."""

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> list[Piece]:
        request: Request = parser_context["request"]
        pieces = list(self.pieces(request.body, request))
        if len(pieces) > MOST_DEALS:
            raise TooManyDeals(f"{len(pieces):,} deals; a request can have {MOST_DEALS:,}")
        return pieces

    @abstractmethod
    def pieces(self, body: bytes, request: Request) -> Iterator[Piece]:
        """Return the deals of a request's body, in order."""


class TextLines(_Pieces):
    """Parse lines like `HandA:… Board:…`, or the game's own format."""

    media_type = "text/plain"

    def pieces(self, body: bytes, request: Request) -> Iterator[Piece]:
        return pieces_of(body, game_of(request))

    def document(self, piece: Piece) -> str:
        return piece.text.decode(errors="replace")

    def submission(self, piece: Piece, document: str, game: Game) -> Submission:
        return piece.format.read_deal(document, game)


class JsonLines(_Pieces):
    """Parse a deal as JSON on each line."""

    media_type = "application/x-ndjson"

    def pieces(self, body: bytes, request: Request) -> Iterator[Piece]:
        lines = body.removeprefix(codecs.BOM_UTF8).splitlines()
        return (
            Piece(number, line, _DEAL_LINES) for number, line in enumerate(lines, 1) if line.strip()
        )

    def document(self, piece: Piece) -> Any:
        return read_json(piece.text)

    def submission(self, piece: Piece, document: Any, game: Game) -> Submission:
        return deal_from_json(document)


class LinesOfEither(_Pieces):
    """Parse bytes of generated clients: JSON lines if the first is an object, otherwise text."""

    media_type = "application/octet-stream"

    def pieces(self, body: bytes, request: Request) -> Iterator[Piece]:
        return _lines_in(body).pieces(body, request)

    def document(self, piece: Piece) -> Any:
        return _lines_in(piece.text).document(piece)

    def submission(self, piece: Piece, document: Any, game: Game) -> Submission:
        return _lines_in(piece.text).submission(piece, document, game)


def _lines_in(body: bytes) -> TextLines | JsonLines:
    is_json = body[:_LOOKED_AT].removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    return JsonLines() if is_json else TextLines()


class TextRecords(BaseRenderer):
    """Render results in the format in which each deal was written."""

    media_type = "text/plain"
    format = "txt"

    def render_result(self, result: Result, request: Request) -> str:
        piece, document, outcome = result
        deal_format = piece.format
        if isinstance(outcome, InvalidDeal):
            complaint = complaint_of(outcome, piece.number)
            answer = deal_format.refusal(Entry(piece.number, piece.text, complaint), complaint)
        else:
            submission, settlement, _ = outcome
            line = piece.text if isinstance(document, str) else line_of(submission).encode()
            won = won_of(settlement.contests, len(settlement.competing))
            answer = deal_format.answer(Entry(piece.number, line, submission), submission, won)
        return (answer + deal_format.separator).decode(errors="replace")

    def render_missing(self, error: DatabaseAway, store: _Store, request: Request) -> str:
        return f"Error: {error_text(error)}\n"


class JsonRecords(BaseRenderer):
    """Render a settlement or a problem on each line, with the number of its line."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render_result(self, result: Result, request: Request) -> str:
        document = {"line": result.piece.number} | self._answer(result, request)
        return to_json(document).decode() + "\n"

    def render_missing(self, error: DatabaseAway, store: _Store, request: Request) -> str:
        """Return a problem that belongs to no line."""
        counts = {"stored": store.stored, "not_stored": store.not_stored}
        return to_json(problem_of(error, None, request) | counts).decode() + "\n"

    def _answer(self, result: Result, request: Request) -> dict[str, Any]:
        outcome = result.outcome
        if isinstance(outcome, InvalidDeal):
            return problem_of(outcome, result.document, request)
        showdown = outcome.showdown
        if showdown is not None and not showdown._state.adding:
            return dict(stored_to_json(showdown, request))
        return dict(settlement_to_json(outcome.settlement))


class Bulk(ApiView):
    """Settle up to 10,000 deals in one request."""

    rates = {"POST": "bulk"}
    parser_classes = [TextLines, JsonLines, LinesOfEither]
    renderer_classes = [JsonRecords, TextRecords]

    def get_renderers(self) -> list[BaseRenderer]:
        """Prefer the format of the request if `Accept` allows it."""
        came_as = self.request.content_type.partition(";")[0]
        return sorted(super().get_renderers(), key=lambda renderer: renderer.media_type != came_as)

    @extend_schema(
        operation_id="settle_many",
        parameters=[STORE, GAME],
        request={
            "text/plain": {"type": "string", "description": "A deal on each line."},
            "application/x-ndjson": {
                "type": "string",
                "description": "On each line a `Deal` as JSON.",
            },
            "application/octet-stream": BINARY | {"description": "Lines of either kind."},
        },
        examples=BULK_EXAMPLES,
        responses={
            (200, "application/x-ndjson"): {
                "type": "string",
                "description": "On each line a `StoredSettlement`, `Settlement` or `Problem` as"
                " JSON, with the number of the `line` that it answers.",
            },
            (200, "text/plain"): {"type": "string", "description": "The answers as text."},
        }
        | problems(403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> StreamingHttpResponse:
        """Settle many deals, in order.

        As text, a deal is a line like `HandA:… HandB:… Board:…`, or is written in the game's own
        file format; as JSON, each line is a `Deal`. `Accept` chooses between text and JSON for the
        answers. If a deal can't be read, its error takes its place.

        Deals are stored as they are settled. If the database can't be reached, the answers go on
        without ids, and the last record says how many deals were not stored (as JSON, a problem
        without a `line`). If this is known from the start, the header `Stored` is `false`.
        """
        if not request.data:
            raise NoDeals(NoDeals.__doc__)
        store = _Store(request, is_wanted=truth(request.query_params, "store", default=True))
        answers = self._answers(request, game_of(request), store)
        first = next(answers, "")
        return StreamingHttpResponse(
            chain([first], answers),
            content_type=f"{request.accepted_renderer.media_type}; charset=utf-8",
            headers=store.headers,
        )

    def _answers(self, request: Request, game: Game, store: _Store) -> Iterator[str]:
        pieces: list[Piece] = request.data
        parser = request.negotiator.select_parser(request, request.parsers)
        renderer = request.accepted_renderer
        person = person_of(request)
        for together in batched(pieces, _SETTLED_TOGETHER):
            read = [_read(piece, parser, game) for piece in together]
            results = list(_settled(read, person if store.is_wanted else None))
            store.take(results)
            yield "".join([renderer.render_result(result, request) for result in results])
        if error := store.missing():
            yield renderer.render_missing(error, store, request)


class _Read(NamedTuple):
    """A piece that has been parsed but not settled."""

    piece: Piece
    document: Any
    submission: Submission | InvalidDeal


def _read(piece: Piece, parser: TextLines | JsonLines | LinesOfEither, game: Game) -> _Read:
    document: Any = None
    try:
        document = parser.document(piece)
        return _Read(piece, document, parser.submission(piece, document, game))
    except InvalidDeal as error:
        return _Read(piece, document, error)


def _settled(read: Sequence[_Read], person: Person | None) -> Iterator[Result]:
    """Return the result of each piece; all hands are evaluated at once. Rows belong to `person`."""
    submissions = [one.submission for one in read if isinstance(one.submission, Submission)]
    made = iter(made_in([submission.deal for submission in submissions]))
    for piece, document, submission in read:
        outcome = (
            submission
            if isinstance(submission, InvalidDeal)
            else _outcome(submission, next(made), person)
        )
        yield Result(piece, document, outcome)


def _outcome(submission: Submission, made: Made, person: Person | None) -> Settled | InvalidDeal:
    try:
        settlement = settle(*submission, made=[made])
    except InvalidDeal as error:
        return error
    if person is None:
        return Settled(submission, settlement, None)
    row = Showdown.of_settlement(settlement, source=Source.API, person=person)
    return Settled(submission, settlement, row)
