"""URLs of the API."""

from django.urls import path, re_path

from showdown.api.batches import (
    AuditNight,
    AuditReport,
    Audits,
    BatchErrors,
    Batches,
    BatchOutput,
    CancelBatch,
    OneAudit,
    OneBatch,
    ResumeBatch,
)
from showdown.api.bulk import Bulk
from showdown.api.drills import DrillAnswer, Drills
from showdown.api.logs import ConvertLog
from showdown.api.money import Deals, SettleUp
from showdown.api.odds import SpotOdds
from showdown.api.reference import (
    Docs,
    Games,
    Problem,
    Problems,
    Root,
    RuleSets,
    Schema,
    UnknownAddress,
)
from showdown.api.showdowns import Showdowns, StoredShowdown
from showdown.api.tokens import Tokens

app_name = "api"

urlpatterns = [
    path("showdowns/", Showdowns.as_view(), name="showdowns"),
    path("showdowns/bulk/", Bulk.as_view(), name="bulk"),
    path("showdowns/<uuid:id>/", StoredShowdown.as_view(), name="showdown"),
    path("drills/", Drills.as_view(), name="drills"),
    path("drills/answer/", DrillAnswer.as_view(), name="drill_answer"),
    path("odds/", SpotOdds.as_view(), name="odds"),
    path("settle-up/", SettleUp.as_view(), name="settle_up"),
    path("deals/", Deals.as_view(), name="deals"),
    path("batches/", Batches.as_view(), name="batches"),
    path("batches/<uuid:id>/", OneBatch.as_view(), name="batch"),
    path("batches/<uuid:id>/cancel/", CancelBatch.as_view(), name="cancel_batch"),
    path("batches/<uuid:id>/resume/", ResumeBatch.as_view(), name="resume_batch"),
    path("batches/<uuid:id>/output/", BatchOutput.as_view(), name="batch_output"),
    path("batches/<uuid:id>/errors/", BatchErrors.as_view(), name="batch_errors"),
    path("audits/", Audits.as_view(), name="audits"),
    path("audits/<uuid:id>/", OneAudit.as_view(), name="audit"),
    path("audits/<uuid:id>/night/", AuditNight.as_view(), name="audit_night"),
    path("audits/<uuid:id>/report/", AuditReport.as_view(), name="audit_report"),
    path("logs/convert/", ConvertLog.as_view(), name="convert_log"),
    path("games/", Games.as_view(), name="games"),
    path("rule-sets/", RuleSets.as_view(), name="rule_sets"),
    path("problems/", Problems.as_view(), name="problems"),
    path("problems/<slug:name>/", Problem.as_view(), name="problem"),
    path("tokens/", Tokens.as_view(), name="tokens"),
    path("", Root.as_view(), name="root"),
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="docs"),
    re_path("", UnknownAddress.as_view()),
]
