"""Batches: upload a file of many deals, watch it being settled, and fetch the result."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import batched
from typing import Any
from uuid import UUID

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import APIException, NotAuthenticated, ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.serializers import BaseSerializer

from showdown.api.idempotency import answer_once, digest_of
from showdown.api.pagination import NewestFirst
from showdown.api.problems import BodyTooLarge
from showdown.api.schemas import GAME, IDEMPOTENCY_KEY, problems, ref
from showdown.api.throttling import RateLimitedView
from showdown.batches import control
from showdown.batches.exports import TABLES, BeingMade, NotMade
from showdown.batches.limits import RefusedBatch, TooLargeUpload, TooManyUnderWay
from showdown.batches.results import (
    OutsideOfFile,
    batch_to_json,
    complaints,
    records_response,
    table_response,
)
from showdown.batches.uploads import Reception, StorageFull, StorageUploadHandler, UnusableName
from showdown.evaluator.errors import InvalidWagers, UnknownGame, UnknownRuleSet
from showdown.evaluator.games import GAMES, OMAHA_HILO, find_game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024, find_rule_set
from showdown.models import Batch
from showdown.models.batch import BatchQuerySet
from showdown.models.limits import address_of
from showdown.models.people import NOBODY, Person, person_of
from showdown.words.errors import error_text

_YES = ("true", "1", "yes", "on")
_FILE = "file"
_SOON = 1
_LATER = 5


class TooManyBatches(APIException):
    """Too many of your batches are running."""

    status_code = 429
    wait = 30


class NoRoomForFile(APIException):
    """There is no room for the file right now; try again later."""

    status_code = 507
    wait = 60


class UnusableFile(APIException):
    """The file is missing, empty or cut off."""

    status_code = 400


class NotInThatState(APIException):
    """This can't be done in the batch's present state."""

    status_code = 409


class NotDone(NotInThatState):
    """The batch isn't done yet."""

    wait = _SOON


class ExportFailed(APIException):
    """The table couldn't be made."""

    status_code = 500


class UnsatisfiableRange(APIException):
    """The range of bytes is outside the result."""

    status_code = 416


class AnyBody(BaseParser):
    """Leaves the body in the stream, to be written to the storage from there."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> None:
        return None


class AnyType(BaseRenderer):
    """For answers that are streams, whatever the request's `Accept` says."""

    media_type = "*/*"
    format = ""


class BatchJson(BaseSerializer):
    """A batch with its address, for the list."""

    def to_representation(self, instance: Batch) -> dict[str, Any]:
        request = self.context["request"]
        return {"url": _url(instance, request)} | batch_to_json(instance)


def _url(batch: Batch, request: Request) -> str:
    return reverse("api:batch", args=[batch.id], request=request)


def somebody(request: Request) -> Person:
    """The caller. Raises NotAuthenticated: a batch needs an owner who can find it again."""
    person = person_of(request)
    if person == NOBODY:
        raise NotAuthenticated("a batch needs a token, or a browser session")
    return person


def _reception(request: HttpRequest | Request) -> Reception:
    may_be_repeated = "Idempotency-Key" in request.headers
    return Reception(person_of(request), address_of(request), may_be_repeated=may_be_repeated)


class BatchView(RateLimitedView):
    """A view of the caller's own batches."""

    json: type[BaseSerializer] = BatchJson

    def own(self) -> BatchQuerySet:
        """Those of one's batches that can be meant here."""
        return Batch.objects.of(somebody(self.request)).to_settle()

    def batch(self, id: UUID) -> Batch:  # noqa: A002 - the address names it
        return get_object_or_404(self.own(), id=id)

    def answer(self, batch: Batch, status: int = 200) -> Response:
        """The batch; while it is running, `Retry-After` says when to ask again."""
        said = self.json(batch, context={"request": self.request}).data
        response = Response(said, status=status)
        if batch.is_under_way:
            response["Retry-After"] = _SOON if (batch.seconds_left or 0) < 30 else _LATER
        return response


ID = OpenApiParameter("id", {"type": "string", "format": "uuid"}, "path")
_STORE = OpenApiParameter(
    "store", bool, description="`true` stores the deals, so that they can be found again."
)
_RULES = OpenApiParameter(
    "rules",
    {"type": "string", "enum": list(RULE_SETS)},
    description=f"The rule set for lines that name none; `{WSOP_2024.slug}` by default.",
)
_NAME = OpenApiParameter("name", str, description="A name for the batch.")
_AS = OpenApiParameter(
    "as",
    {"type": "string", "enum": ["txt", *TABLES]},
    description="The answers as text (`txt`, the default), or the deals as a table.",
)
RANGE = OpenApiParameter(
    "Range",
    str,
    OpenApiParameter.HEADER,
    description="A range of bytes of the text, such as `bytes=0-99`.",
)
BINARY = {"type": "string", "format": "binary"}
_FORM = {
    "type": "object",
    "properties": {
        "file": BINARY,
        "game": {"type": "string", "enum": list(GAMES)},
        "rules": {"type": "string", "enum": list(RULE_SETS)},
        "store": {"type": "boolean"},
        "name": {"type": "string"},
    },
    "required": ["file"],
}
OF_ONE = problems(401, 403, 404, 406, 429, 503)


class Batches(ListModelMixin, BatchView, GenericAPIView):
    """Upload a file, and list your batches."""

    rates = {"POST": "upload"}
    parser_classes = [AnyBody]
    serializer_class = BatchJson
    pagination_class = NewestFirst
    filter_backends: list[Any] = []

    def get_queryset(self) -> BatchQuerySet:
        return self.own().select_related("owner")

    @extend_schema(
        operation_id="list_batches",
        responses={(200, "application/json"): ref("Batch")} | problems(401, 404, 406, 429, 503),
    )
    def get(self, request: Request) -> Response:
        """Your batches, newest first."""
        return self.list(request)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Stream the file of a form to the storage from its first byte."""
        with StorageUploadHandler(lambda: _reception(request), _FILE) as handler:
            self.handler = handler
            request.upload_handlers = [handler]
            return super().dispatch(request, *args, **kwargs)

    @extend_schema(
        operation_id="submit_batch",
        parameters=[GAME, _RULES, _STORE, _NAME, IDEMPOTENCY_KEY],
        request={
            "text/plain": BINARY,
            "application/octet-stream": BINARY,
            "multipart/form-data": _FORM,
        },
        responses={(202, "application/json"): ref("Batch")}
        | problems(400, 401, 403, 404, 406, 409, 413, 422, 429, 503, 507),
    )
    def post(self, request: Request) -> Response:
        """Upload a file of deals: plain text, gzip or Zstandard.

        The file is the request body, or the `file` field of a form. The answer comes at once:
        `Location` is the address of the batch, and `Retry-After` says when to look again.
        """
        return self.take(request)

    def take(self, request: Request) -> Response:
        """Let the body become a batch."""
        somebody(request)
        with _refusing():
            if request.content_type.startswith("multipart/"):
                return self._submit_form(request)
            return self._submit_body(request)

    def _submit_body(self, request: Request) -> Response:
        with _reception(request) as reception:
            length = request.META.get("CONTENT_LENGTH")
            reception.read_from(request._request.read, int(length) if length else None)
            return self._submit(request, reception, request.query_params, "")

    def _submit_form(self, request: Request) -> Response:
        fields = request._request.POST
        if self.handler.reception is None:
            raise self.handler.refusal
        said = fields.dict() | request.query_params.dict()
        return self._submit(request, self.handler.reception, said, self.handler.file_name or "")

    def _submit(
        self, request: Request, reception: Reception, said: Mapping[str, str], name: str
    ) -> Response:
        submits = self.asked(reception, said, said.get("name", name))

        def submit() -> Response:
            response = self.answer(submits(), status=202)
            response["Location"] = response.data["url"]
            return response

        key = request.headers.get("Idempotency-Key")
        if key is None:
            return submit()
        return answer_once(request, key, digest_of(request, reception.digest), submit)

    def asked(
        self, reception: Reception, said: Mapping[str, str], name: str
    ) -> Callable[[], Batch]:
        """What submits the file as was asked. Raises InvalidDeal where that can't be."""
        game = find_game(said.get("game", OMAHA_HILO.slug))
        rules = find_rule_set(said.get("rules", WSOP_2024.slug))
        return partial(
            reception.submit, name=name, game=game, rules=rules, stores=wants_storing(said)
        )


def wants_storing(said: Mapping[str, str]) -> bool:
    return said.get("store", "").lower() in _YES


@contextmanager
def _refusing() -> Iterator[None]:
    """Answer with a problem if the file is refused."""
    try:
        yield
    except UnknownGame as error:
        raise ValidationError({"game": [error_text(error)]}) from error
    except UnknownRuleSet as error:
        raise ValidationError({"rules": [error_text(error)]}) from error
    except InvalidWagers as error:
        raise ValidationError({error.field: [error_text(error)]}) from error
    except RequestDataTooBig:
        raise
    except (MultiPartParserError, SuspiciousOperation) as error:
        raise UnusableFile(f"the form cannot be read: {error}") from error
    except UnusableName as refusal:
        raise ValidationError({"name": [str(refusal)]}) from refusal
    except TooManyUnderWay as refusal:
        raise TooManyBatches(str(refusal)) from refusal
    except TooLargeUpload as refusal:
        raise BodyTooLarge(str(refusal)) from refusal
    except StorageFull as refusal:
        raise NoRoomForFile(str(refusal)) from refusal
    except RefusedBatch as refusal:
        raise UnusableFile(str(refusal)) from refusal


class OneBatch(BatchView):
    """One batch."""

    @extend_schema(
        operation_id="get_batch",
        parameters=[ID],
        responses={(200, "application/json"): ref("Batch")} | OF_ONE,
    )
    def get(self, request: Request, id: UUID) -> Response:  # noqa: A002
        """How far along the batch is, and what was counted; `Retry-After` while it is running."""
        return self.answer(self.batch(id))

    @extend_schema(operation_id="remove_batch", parameters=[ID], responses={204: None} | OF_ONE)
    def delete(self, request: Request, id: UUID) -> Response:  # noqa: A002
        """Delete the batch with its files and the deals it stored; stops it if it is running."""
        control.remove(self.batch(id))
        return Response(status=204)


class CancelBatch(BatchView):
    """Stops a batch."""

    @extend_schema(
        operation_id="cancel_batch",
        parameters=[ID],
        request=None,
        responses={(202, "application/json"): ref("Batch")} | OF_ONE | problems(409),
    )
    def post(self, request: Request, id: UUID) -> Response:  # noqa: A002
        """Stop the batch and delete everything but its name."""
        batch = self.batch(id)
        if not control.cancel(batch):
            raise NotInThatState("this batch isn't running")
        batch.refresh_from_db()
        return self.answer(batch, status=202)


class ResumeBatch(BatchView):
    """Resumes a batch that failed."""

    @extend_schema(
        operation_id="resume_batch",
        parameters=[ID],
        request=None,
        responses={(202, "application/json"): ref("Batch")} | OF_ONE | problems(409),
    )
    def post(self, request: Request, id: UUID) -> Response:  # noqa: A002
        """Resume a failed batch where it stopped."""
        batch = self.batch(id)
        if not control.resume(batch):
            raise NotInThatState("this batch hasn't failed")
        batch.refresh_from_db()
        return self.answer(batch, status=202)


class BatchOutput(BatchView):
    """A batch's result."""

    rates = {"GET": "export"}
    renderer_classes = [AnyType]

    @extend_schema(
        operation_id="get_batch_output",
        parameters=[ID, _AS, RANGE],
        responses={
            (200, "text/plain"): BINARY,
            (200, "text/csv"): BINARY,
            (200, "application/x-ndjson"): BINARY,
            (200, "application/vnd.apache.parquet"): BINARY,
            (202, "application/json"): {"type": "object"},
            (206, "text/plain"): BINARY,
        }
        | OF_ONE
        | problems(400, 409, 416, 500),
    )
    def get(self, request: Request, id: UUID) -> HttpResponseBase:  # noqa: A002
        """The answers, exactly as the command writes them, or the deals as a table.

        A table is made when it is first requested, and then kept: 202 says that it is being made,
        and `Retry-After` when to ask again.
        """
        batch = self.batch(id)
        if not batch.is_done:
            raise NotDone(NotDone.__doc__)
        ending_asked = request.query_params.get("as", "txt")
        if ending_asked not in ("txt", *TABLES):
            raise ValidationError({"as": [f"one of {', '.join(('txt', *TABLES))}"]})
        try:
            return _result(batch, ending_asked, request.headers.get("Range", ""))
        except OutsideOfFile as error:
            raise UnsatisfiableRange(str(error)) from error
        except BeingMade as error:
            said = {"state": "being made", "detail": str(error)}
            return JsonResponse(said, status=202, headers={"Retry-After": _SOON})
        except NotMade as error:
            raise ExportFailed(str(error)) from error


def _result(batch: Batch, kind: str, range_header: str) -> HttpResponseBase:
    if kind == "txt":
        return records_response(batch, range_header)
    return table_response(batch, kind, range_header)


class BatchErrors(BatchView):
    """A batch's errors."""

    rates = {"GET": "export"}
    renderer_classes = [AnyType]

    @extend_schema(
        operation_id="get_batch_errors",
        parameters=[ID],
        responses={(200, "application/x-ndjson"): {"type": "string"}} | OF_ONE,
    )
    def get(self, request: Request, id: UUID) -> HttpResponseBase:  # noqa: A002
        """Each bad line so far: `{"line": 3, "column": 24, "message": "…"}`."""
        every = complaints(self.batch(id))
        lines = (json.dumps(each._asdict()) + "\n" for each in every)
        return StreamingHttpResponse(
            ("".join(few) for few in batched(lines, 1000, strict=False)),
            content_type="application/x-ndjson",
        )
