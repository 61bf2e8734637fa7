"""Audits: upload a log, follow its progress, and fetch the report."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import with_config
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.batches import OF_ONE, Batches, BatchView
from showdown.api.downloading import (
    RANGE,
    DownloadView,
    NotDone,
    file_types,
    with_etag,
)
from showdown.api.openapi import (
    ID,
    IDEMPOTENCY_KEY,
    NAME,
    RULES,
    TEXT,
    form_fields,
    in_json,
    problems,
    ref,
)
from showdown.api.parameters import parse_boolean
from showdown.api.uploading import upload_bodies
from showdown.audits.night.names import night_options
from showdown.audits.night.night_report import NightJson
from showdown.audits.terms import terms_of
from showdown.batches import control
from showdown.batches.audit_results import REPORTS, AuditStatusJson, report_response
from showdown.batches.audits import TERMS
from showdown.batches.files import load
from showdown.batches.nights import night_files_of
from showdown.batches.uploads import UploadSession
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.models import Batch
from showdown.models.batch import BatchQuerySet
from showdown.models.people import person_of
from showdown.notation.json_types import STRICT, text_schema

_PARAMETERS = [
    RULES,
    OpenApiParameter(
        "unit", TEXT, description="The smallest chip, such as `0.05`. Default: from the log."
    ),
    OpenApiParameter(
        "rake",
        TEXT,
        description="The rake that the house may take, such as `5% cap 3, no flop no drop`."
        " Default: from the log.",
    ),
    OpenApiParameter(
        "jackpot", TEXT, description="The jackpot drop that the house may take in addition."
    ),
    OpenApiParameter(
        "chip", TEXT, description="The value of a chip in the night report, such as `0.25`."
    ),
    OpenApiParameter(
        "same", TEXT, description="Other names of players: `Anna=ann,Anna K; Boris=bo`."
    ),
    OpenApiParameter(
        "by_id", bool, description="`true` merges players with the same id in the log."
    ),
    OpenApiParameter(
        "store",
        bool,
        description="`true` stores the settled hands: `GET /api/showdowns/?batch=ID` lists them.",
    ),
    NAME,
]
OF_NIGHT = ("chip", "same")
"""Parameters of the night besides `by_id`."""
_AS = OpenApiParameter(
    "as",
    {"type": "string", "enum": list(REPORTS)},
    description="JSON Lines with hashes and a signature (`jsonl`, the default), CSV, or HTML.",
)


@with_config(STRICT)
class AuditJson(AuditStatusJson):
    """The progress of an audit, and its counts (null until it is done)."""

    url: Annotated[str, text_schema(format="uri")]


class AuditView(BatchView):
    """Base of views on the caller's own audits."""

    def get_queryset(self) -> BatchQuerySet:
        return Batch.objects.of(person_of(self.request)).to_audit().select_related("owner")


class Audits(AuditView, Batches):
    @extend_schema(operation_id="list_audits", responses=in_json(ref(AuditJson)) | OF_ONE)
    def get(self, request: Request) -> Response:
        """List your audits, newest first."""
        return self.list(request)

    @extend_schema(
        operation_id="submit_audit",
        parameters=[*_PARAMETERS, IDEMPOTENCY_KEY],
        request=upload_bodies(form_fields(_PARAMETERS)),
        responses=in_json(ref(AuditJson), 202) | problems(403, 409, 410, 411, 413, 422, 507),
    )
    def post(self, request: Request) -> Response:
        """Upload a log: in any supported format, plain or compressed, or a zip file of logs.

        The file is the request body, or the `file` field of a form. The response comes at once:
        `Location` is the address of the audit, and `Retry-After` states when to check again.
        """
        return self.receive(request)

    def submission(
        self, session: UploadSession, fields: Mapping[str, str], name: str
    ) -> Callable[[], Batch]:
        texts = {term: fields[term].strip() for term in TERMS if fields.get(term, "").strip()}
        terms = terms_of(fields.get("rules", WSOP_2026.slug), **texts)
        night = {name: fields[name].strip() for name in OF_NIGHT if fields.get(name, "").strip()}
        if parse_boolean(fields, "by_id", default=False):
            night["by_id"] = "true"
        night_options(**night)
        return partial(
            session.submit_log,
            name=name,
            rules=terms.rules,
            terms=texts | night,
            stores=parse_boolean(fields, "store", default=False),
        )


class OneAudit(AuditView):
    @extend_schema(
        operation_id="get_audit", parameters=[ID], responses=in_json(ref(AuditJson)) | OF_ONE
    )
    def get(self, request: Request, id: UUID) -> Response:  # noqa: A002
        """Return the progress and counts of the audit; `Retry-After` is set while it is running."""
        return self.answer(self.batch(id))

    @extend_schema(operation_id="remove_audit", parameters=[ID], responses={204: None} | OF_ONE)
    def delete(self, request: Request, id: UUID) -> Response:  # noqa: A002
        """Delete the log and its report. A running audit is stopped."""
        control.remove(self.batch(id))
        return Response(status=204)


class AuditNight(AuditView):
    @extend_schema(
        operation_id="get_audit_night",
        parameters=[ID],
        responses=in_json(ref(NightJson)) | OF_ONE | problems(409),
    )
    def get(self, request: Request, id: UUID) -> HttpResponseBase:  # noqa: A002
        """Return results, luck in all-ins, prices of sold hands, and who pays whom."""
        kept = night_files_of(self.batch(id))
        if kept is None:
            raise NotDone("the audit isn't done yet")
        return HttpResponse(load(kept.night), content_type="application/json")


class AuditReport(DownloadView, AuditView):
    kinds = tuple(REPORTS)

    @extend_schema(
        operation_id="get_audit_report",
        parameters=[ID, _AS, RANGE],
        responses=file_types("application/x-ndjson", "text/csv", "text/html")
        | OF_ONE
        | problems(409, 416),
    )
    def get(self, request: Request, id: UUID) -> HttpResponseBase:  # noqa: A002
        """Return every incorrectly paid hand, with the correct payout and the reason."""
        audit, kind = self.batch(id), self.kind(request)
        if not audit.is_done:
            raise NotDone("the audit isn't done yet")
        report = report_response(audit, kind, request.headers.get("Range", ""))
        return with_etag(report, audit.id, kind)
