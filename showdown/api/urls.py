"""URLs of the API."""

from django.urls import path, re_path

from showdown.api import batches, bulk, drills, logs, money, odds, reference, showdowns, tokens

app_name = "api"

urlpatterns = [
    path("showdowns/", showdowns.Showdowns.as_view(), name="showdowns"),
    path("showdowns/bulk/", bulk.Bulk.as_view(), name="bulk"),
    path("showdowns/<uuid:id>/", showdowns.StoredShowdown.as_view(), name="showdown"),
    path("drills/", drills.Drills.as_view(), name="drills"),
    path("drills/answer/", drills.DrillAnswer.as_view(), name="drill_answer"),
    path("odds/", odds.SpotOdds.as_view(), name="odds"),
    path("settle-up/", money.SettleUp.as_view(), name="settle_up"),
    path("deals/", money.FinalTableDeals.as_view(), name="final_table_deals"),
    path("batches/", batches.Batches.as_view(), name="batches"),
    path("batches/<uuid:id>/", batches.BatchDetail.as_view(), name="batch"),
    path("batches/<uuid:id>/cancel/", batches.CancelBatch.as_view(), name="cancel_batch"),
    path("batches/<uuid:id>/resume/", batches.ResumeBatch.as_view(), name="resume_batch"),
    path("batches/<uuid:id>/output/", batches.BatchOutput.as_view(), name="batch_output"),
    path("batches/<uuid:id>/errors/", batches.BatchErrors.as_view(), name="batch_errors"),
    path("audits/", batches.Audits.as_view(), name="audits"),
    path("audits/<uuid:id>/", batches.AuditDetail.as_view(), name="audit"),
    path("audits/<uuid:id>/night/", batches.AuditNight.as_view(), name="audit_night"),
    path("audits/<uuid:id>/report/", batches.AuditReport.as_view(), name="audit_report"),
    path("logs/convert/", logs.ConvertLog.as_view(), name="convert_log"),
    path("games/", reference.Games.as_view(), name="games"),
    path("rule-sets/", reference.RuleSets.as_view(), name="rule_sets"),
    path("problems/", reference.Problems.as_view(), name="problems"),
    path("problems/<slug:name>/", reference.Problem.as_view(), name="problem"),
    path("tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("", reference.Root.as_view(), name="root"),
    path("schema/", reference.Schema.as_view(), name="schema"),
    path("docs/", reference.Docs.as_view(), name="docs"),
    re_path("", reference.UnknownAddress.as_view()),
]
