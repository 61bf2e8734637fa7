"""The addresses of the pages of audits; their buttons are those of batches."""

from django.urls import path

from showdown.pages.views import audits as pages
from showdown.pages.views import nights
from showdown.pages.views.hand_drills import AuditDrills

urlpatterns = [
    path("", pages.Audits.as_view(), name="audits"),
    path("<uuid:id>/", pages.AuditPage.as_view(), name="audit"),
    path("<uuid:id>/line/<int:line>/", pages.AuditedHand.as_view(), name="audited_hand"),
    path("<uuid:id>/hands/<int:number>/", nights.NightHand.as_view(), name="night_hand"),
    path("<uuid:id>/drills/", AuditDrills.as_view(), name="audit_drills"),
    path("<uuid:id>/night/", nights.TellNight.as_view(), name="tell_night"),
    path("<uuid:id>/link/", nights.ShareNight.as_view(), name="share_night"),
    path("<uuid:id>/log.<slug:ending>", pages.ConvertedLog.as_view(), name="converted_log"),
    path("<uuid:id>/report.<slug:kind>", pages.AuditReport.as_view(), name="audit_report"),
]
