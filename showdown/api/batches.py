"""Endpoints for batches and audits, from the upload of a file to its results."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import batched
from typing import Annotated, Any, Literal, TypedDict, cast

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import with_config
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.parsers import BaseParser, DataAndFiles
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.serializers import BaseSerializer

from omahasite.bodies import BODY_AWAITED
from showdown.api.downloading import (
    RANGE,
    DownloadView,
    NotDone,
    StateConflict,
    file_responses,
    set_etag,
)
from showdown.api.idempotency import KEY_HEADER, respond_once
from showdown.api.openapi import (
    BINARY,
    GAME,
    IDEMPOTENCY_KEY,
    TEXT,
    Json,
    json_responses,
    problem_responses,
)
from showdown.api.pagination import NewestFirstPagination
from showdown.api.parameters import check_form_fields, parse_boolean, parse_game
from showdown.api.problems import UnusableFile
from showdown.api.views import ApiView, IsIdentified
from showdown.audits.night.names import parse_stored_night_options
from showdown.audits.night.night_report import NightJson
from showdown.audits.terms import parse_terms
from showdown.batches import control, results
from showdown.batches.audit_results import (
    REPORT_MEDIA_TYPES,
    AuditStatusJson,
    audit_to_json,
    report_response,
)
from showdown.batches.audits import TERM_FIELDS
from showdown.batches.nights import night_files_of
from showdown.batches.storage import read_file
from showdown.batches.upload_limits import Sender, check_upload
from showdown.batches.uploads import (
    FILE_FIELD,
    StorageUploadHandler,
    UnusableName,
    UploadSession,
)
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.rule_sets import WSOP_2026, find_rule_set
from showdown.models import Batch, Work
from showdown.models.batch import BatchQuerySet
from showdown.models.people import person_of
from showdown.models.rate_limits import address_of
from showdown.notation.json_types import STRICT, text_schema
from showdown.words.errors import error_text

_RETRY_SOON, _RETRY_LATER = 1, 5
"""Seconds for `Retry-After`: for work that takes less than half a minute, and for longer work."""
_RULES = OpenApiParameter(
    "rules",
    {"$ref": "#/components/schemas/RuleSetSlug"},
    description="The rule set for odd chips in deals that don't name one."
    f" Default: `{WSOP_2026.slug}`.",
)
_NAME = OpenApiParameter(
    "name", TEXT | {"maxLength": 200}, description="A name. Default: the file name."
)
_BATCH_PARAMETERS = [
    GAME,
    _RULES,
    OpenApiParameter("store", bool, description="`true` stores the deals in the history."),
    _NAME,
]
_OUTPUT_KIND = OpenApiParameter(
    "as",
    {"type": "string", "enum": ["txt", *results.TABLE_MEDIA_TYPES]},
    description="The results as text (`txt`, the default), or the deals as a table.",
)
_AUDIT_PARAMETERS = [
    _RULES,
    *(
        OpenApiParameter(name, TEXT, description=description)
        for name, description in (
            ("unit", "The smallest chip, such as `0.05`. Default: from the log."),
            (
                "rake",
                "The rake that the house may take, such as `5% cap 3, no flop no drop`."
                " Default: from the log.",
            ),
            ("jackpot", "The jackpot drop that the house may take in addition."),
            ("chip", "The value of a chip in the night report, such as `0.25`."),
            ("same", "Names to merge, after the name to keep: `Anna=ann,Anna K; Boris=bo`."),
        )
    ),
    OpenApiParameter(
        "by_id", bool, description="`true` merges players with the same id in the log."
    ),
    OpenApiParameter(
        "store",
        bool,
        description="`true` stores the settled hands: `GET /api/showdowns/?batch=ID` lists them.",
    ),
    _NAME,
]
_REPORT_KIND = OpenApiParameter(
    "as",
    {"type": "string", "enum": list(REPORT_MEDIA_TYPES)},
    description="JSON Lines with hashes and a signature (`jsonl`, the default), CSV, or HTML.",
)


@with_config(STRICT)
class BatchJson(results.BatchStatusJson):
    """The progress of a file of deals. `tallies` is null until the batch is done."""

    url: Annotated[str, text_schema(format="uri")]


@with_config(STRICT)
class AuditJson(AuditStatusJson):
    """The progress of an audit. `counts` is null until the audit is done."""

    url: Annotated[str, text_schema(format="uri")]


@with_config(STRICT)
class ExportInProgressJson(TypedDict):
    """A table that is still being created; `Retry-After` states when to try again."""

    state: Literal["being made"]
    detail: str


class UploadParser(BaseParser):
    """A parser that leaves the body unread, because the view copies it to the storage.

    Django parses a form on first access, for example in the CSRF check of a request with a session;
    the view's upload handler then writes the file of the form to the storage.
    """

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> DataAndFiles:
        request: Request = parser_context["request"]
        if _is_form(request):
            return DataAndFiles(request._request.POST, request._request.FILES)
        return DataAndFiles(QueryDict(), MultiValueDict())


def _is_form(request: Request) -> bool:
    return request.content_type.startswith("multipart/")


def _upload_body_schemas(parameters: Iterable[OpenApiParameter]) -> Json:
    """Describe the bodies of an upload; a form may contain the query parameters as fields."""
    fields = {
        parameter.name: {"description": parameter.description}
        | ({"type": "boolean"} if parameter.type is bool else cast(Json, parameter.type))
        for parameter in parameters
    }
    form = {
        "type": "object",
        "properties": {FILE_FIELD: BINARY, **fields},
        "required": [FILE_FIELD],
        "additionalProperties": False,
    }
    return {
        "application/octet-stream": BINARY,
        "multipart/form-data": form,
        "text/plain": {"type": "string"},
    }


def _open_upload_session(request: HttpRequest | Request) -> UploadSession:
    return UploadSession(person_of(request), address_of(request))


@contextmanager
def _translating_errors() -> Iterator[None]:
    """Convert exceptions for invalid fields and forms to exceptions of the API."""
    try:
        yield
    except InvalidDeal as error:
        raise ValidationError({error.field: [error_text(error)]}) from error
    except UnusableName as error:
        raise ValidationError({"name": [str(error)]}) from error
    except RequestDataTooBig:
        raise
    except (MultiPartParserError, SuspiciousOperation) as error:
        raise UnusableFile(f"the form can't be read: {error}") from error


class BatchSerializer(BaseSerializer):
    """A batch or an audit with its URL."""

    def to_representation(self, instance: Batch) -> dict[str, Any]:
        name = "api:audit" if instance.is_audit else "api:batch"
        url = reverse(name, args=[instance.id], request=self.context["request"])
        document = audit_to_json(instance) if instance.is_audit else results.batch_to_json(instance)
        return {"url": url, **document}


class BatchView(ApiView, GenericAPIView):
    """Base of views of the caller's own batches."""

    permission_classes = [IsIdentified]
    serializer_class = BatchSerializer
    pagination_class = NewestFirstPagination
    filter_backends: list[Any] = []
    lookup_field = "id"
    work = Work.SETTLE

    def get_queryset(self) -> BatchQuerySet:
        batches = Batch.objects.owned_by(person_of(self.request)).filter(work=self.work)
        return batches.select_related("owner")

    def respond(self, batch: Batch, status: int = 200) -> Response:
        """Respond with the batch; `Retry-After` is set while it is running."""
        response = Response(self.get_serializer(batch).data, status=status)
        if batch.is_unfinished:
            response["Retry-After"] = (
                _RETRY_SOON if (batch.seconds_left or 0) < 30 else _RETRY_LATER
            )
        return response

    def apply_change(self, change: Callable[[Batch], bool], refusal: str) -> Response:
        """Apply `change` and respond with the batch. Raise StateConflict if it returns False."""
        batch = self.get_object()
        if not change(batch):
            raise StateConflict(refusal)
        batch.refresh_from_db()
        return self.respond(batch, status=202)


class Batches(ListModelMixin, BatchView):
    rate_kinds = {"POST": "upload"}
    parser_classes = [UploadParser]
    content_encodings = ("identity", "gzip", "zstd")  # an encoded body is a compressed file

    @extend_schema(operation_id="list_batches", responses=json_responses(BatchJson, 403, 404))
    def get(self, request: Request) -> Response:
        """List your batches, newest first."""
        return self.list(request)

    @extend_schema(
        operation_id="submit_batch",
        parameters=[*_BATCH_PARAMETERS, IDEMPOTENCY_KEY],
        request=_upload_body_schemas(_BATCH_PARAMETERS),
        responses=json_responses(BatchJson, 403, 409, 410, 411, 413, 422, 507, status=202),
    )
    def post(self, request: Request) -> Response:
        """Upload a file of deals: plain text, gzip or Zstandard.

        The file is the request body, or the `file` field of a form. The response comes at once:
        `Location` is the address of the batch, and `Retry-After` states when to check again.
        """
        return self.receive_upload(request)

    def submit(self, session: UploadSession, fields: Mapping[str, str]) -> Batch:
        """Submit the file.

        Raise InvalidDeal, UnusableName or ValidationError for an invalid field.
        """
        return session.submit(
            name=fields["name"],
            game=parse_game(fields),
            rules=find_rule_set(fields.get("rules", WSOP_2026.slug)),
            stores=parse_boolean(fields, "store", default=False),
        )

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Write the file of a form to the storage instead of a temporary file."""
        if BODY_AWAITED in request.META:
            # The CSRF token may be in the form, and is checked once the form has been received.
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        with StorageUploadHandler(lambda: _open_upload_session(request)) as handler:
            self.handler = handler
            request.upload_handlers = [handler]
            return super().dispatch(request, *args, **kwargs)

    def receive_upload(self, request: Request) -> Response:
        """Create a batch from the body; respond with 100 if the body has not been received yet."""
        with _translating_errors():
            if BODY_AWAITED in request.META:
                check_upload(
                    Sender(person_of(request), address_of(request)),
                    int(request.META["CONTENT_LENGTH"]),
                    may_be_retry=KEY_HEADER in request.headers,
                )
                return Response(status=100)
            if _is_form(request):
                form = request._request.POST
                if self.handler.session is None:
                    raise self.handler.refusal
                check_form_fields(request, form)
                name = {"name": self.handler.file_name or ""}
                fields = name | form.dict() | request.query_params.dict()
                return self._submit_once(request, self.handler.session, fields)
            with _open_upload_session(request) as session:
                session.read_from(request._request.read)
                return self._submit_once(
                    request, session, {"name": ""} | request.query_params.dict()
                )

    def _submit_once(
        self, request: Request, session: UploadSession, fields: Mapping[str, str]
    ) -> Response:
        def submit_and_respond() -> Response:
            response = self.respond(self.submit(session, fields), status=202)
            response["Location"] = response.data["url"]
            return response

        encoded_fields = json.dumps(sorted(fields.items())).encode()
        return respond_once(request, submit_and_respond, session.digest + encoded_fields)


class BatchDetail(BatchView):
    @extend_schema(operation_id="get_batch", responses=json_responses(BatchJson, 403, 404))
    def get(self, request: Request, **kwargs: Any) -> Response:
        """Return the progress and counts of the batch; `Retry-After` is set while it is running."""
        return self.respond(self.get_object())

    @extend_schema(operation_id="remove_batch", responses={204: None} | problem_responses(403, 404))
    def delete(self, request: Request, **kwargs: Any) -> Response:
        """Delete the batch with its files and stored deals. A running batch is stopped."""
        control.remove(self.get_object())
        return Response(status=204)


class CancelBatch(BatchView):
    @extend_schema(
        operation_id="cancel_batch",
        request=None,
        responses=json_responses(BatchJson, 403, 404, 409, status=202),
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """Stop the batch, and delete its files and stored deals."""
        return self.apply_change(control.cancel, "this batch isn't running")


class ResumeBatch(BatchView):
    @extend_schema(
        operation_id="resume_batch",
        request=None,
        responses=json_responses(BatchJson, 403, 404, 409, status=202),
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """Resume a failed batch where it stopped."""
        return self.apply_change(control.resume, "this batch hasn't failed")


class BatchOutput(DownloadView, BatchView):
    kinds = ("txt", *results.TABLE_MEDIA_TYPES)

    @extend_schema(
        operation_id="get_batch_output",
        parameters=[_OUTPUT_KIND, RANGE],
        responses=file_responses(
            "text/plain", "text/csv", "application/x-ndjson", "application/vnd.apache.parquet"
        )
        | json_responses(ExportInProgressJson, 403, 404, 409, 416, 500, status=202),
    )
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Return the results in the format of `omahacomp`, or the deals as a table.

        A table is created when it is first requested, and then kept. The response is 202 with
        `Retry-After` until it is ready.
        """
        batch, kind = self.get_object(), self.parse_kind(request)
        if not batch.is_done:
            raise NotDone("the batch isn't done yet")
        range_header = request.headers.get("Range", "")
        if kind == "txt":
            return set_etag(results.records_response(batch, range_header), batch.id, kind)
        try:
            return set_etag(results.table_response(batch, kind, range_header), batch.id, kind)
        except results.ExportInProgress as error:
            document: ExportInProgressJson = {"state": "being made", "detail": str(error)}
            return JsonResponse(document, status=202, headers={"Retry-After": _RETRY_SOON})


class BatchErrors(DownloadView, BatchView):
    @extend_schema(
        operation_id="get_batch_errors",
        responses=file_responses("application/x-ndjson") | problem_responses(403, 404),
    )
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Return the invalid lines found so far: `{"line": 3, "column": 24, "message": "…"}`."""
        errors = results.read_line_errors(self.get_object())
        lines = (json.dumps(line_error._asdict()) + "\n" for line_error in errors)
        return StreamingHttpResponse(
            ("".join(chunk) for chunk in batched(lines, 1000)), content_type="application/x-ndjson"
        )


class AuditView(BatchView):
    """Base of views of the caller's own audits."""

    work = Work.AUDIT


class Audits(AuditView, Batches):
    @extend_schema(operation_id="list_audits", responses=json_responses(AuditJson, 403, 404))
    def get(self, request: Request) -> Response:
        """List your audits, newest first."""
        return self.list(request)

    @extend_schema(
        operation_id="submit_audit",
        parameters=[*_AUDIT_PARAMETERS, IDEMPOTENCY_KEY],
        request=_upload_body_schemas(_AUDIT_PARAMETERS),
        responses=json_responses(AuditJson, 403, 409, 410, 411, 413, 422, 507, status=202),
    )
    def post(self, request: Request) -> Response:
        """Upload a log: in any supported format, plain or compressed, or a zip file of logs.

        The file is the request body, or the `file` field of a form. The response comes at once:
        `Location` is the address of the audit, and `Retry-After` states when to check again.
        """
        return self.receive_upload(request)

    def submit(self, session: UploadSession, fields: Mapping[str, str]) -> Batch:
        nonempty_fields = {name: text.strip() for name, text in fields.items() if text.strip()}
        term_texts = {
            name: nonempty_fields[name] for name in TERM_FIELDS if name in nonempty_fields
        }
        terms = parse_terms(fields.get("rules", WSOP_2026.slug), **term_texts)
        night_terms: dict[str, str] = {
            name: nonempty_fields[name] for name in ("chip", "same") if name in nonempty_fields
        }
        if parse_boolean(fields, "by_id", default=False):
            night_terms["by_id"] = "true"
        parse_stored_night_options(night_terms)
        return session.submit_log(
            name=fields["name"],
            rules=terms.rules,
            terms=term_texts | night_terms,
            stores=parse_boolean(fields, "store", default=False),
        )


class AuditDetail(AuditView):
    @extend_schema(operation_id="get_audit", responses=json_responses(AuditJson, 403, 404))
    def get(self, request: Request, **kwargs: Any) -> Response:
        """Return the progress and counts of the audit; `Retry-After` is set while it is running."""
        return self.respond(self.get_object())

    @extend_schema(operation_id="remove_audit", responses={204: None} | problem_responses(403, 404))
    def delete(self, request: Request, **kwargs: Any) -> Response:
        """Delete the audit with its log, reports and stored hands. A running audit is stopped."""
        control.remove(self.get_object())
        return Response(status=204)


class AuditNight(AuditView):
    @extend_schema(
        operation_id="get_audit_night", responses=json_responses(NightJson, 403, 404, 409)
    )
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Return results, luck in all-ins, prices of cash-outs and insurance, and payments."""
        files = night_files_of(self.get_object())
        if files is None:
            raise NotDone("the audit isn't done yet")
        return HttpResponse(read_file(files.night), content_type="application/json")


class AuditReport(DownloadView, AuditView):
    kinds = tuple(REPORT_MEDIA_TYPES)

    @extend_schema(
        operation_id="get_audit_report",
        parameters=[_REPORT_KIND, RANGE],
        responses=file_responses("application/x-ndjson", "text/csv", "text/html")
        | problem_responses(403, 404, 409, 416),
    )
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Return every incorrectly paid hand, with the correct payout and the reason."""
        audit, kind = self.get_object(), self.parse_kind(request)
        if not audit.is_done:
            raise NotDone("the audit isn't done yet")
        report = report_response(audit, kind, request.headers.get("Range", ""))
        return set_etag(report, audit.id, kind)
