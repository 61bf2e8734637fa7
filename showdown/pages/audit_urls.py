"""The addresses of the pages of audits; their buttons are those of batches."""

from django.urls import path

from showdown.pages.views import audits as pages
from showdown.pages.views import nights

urlpatterns = [
    path("", pages.Audits.as_view(), name="audits"),
    path("<uuid:id>/", pages.AuditPage.as_view(), name="audit"),
    path("<uuid:id>/line/<int:line>/", pages.AuditedHand.as_view(), name="audited_hand"),
    path("<uuid:id>/hands/<int:number>/", nights.NightHand.as_view(), name="night_hand"),
    path("<uuid:id>/link/", nights.ShareNight.as_view(), name="share_night"),
    path("<uuid:id>/log.<slug:ending>", pages.ConvertedLog.as_view(), name="converted_log"),
    path("<uuid:id>/report.<slug:kind>", pages.AuditReport.as_view(), name="audit_report"),
]
