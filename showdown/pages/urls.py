"""URLs of the pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from showdown.pages.answers import ROUNDS
from showdown.pages.views import audits, batches, nights
from showdown.pages.views.accounts import (
    Account,
    ChangeEmail,
    ChangePassword,
    DeleteAccount,
    ForgottenPassword,
    MyData,
    ResetSent,
    RevokeToken,
    SetNewPassword,
    SignUp,
)
from showdown.pages.views.history import Csv, DeleteDeal, History
from showdown.pages.views.money import FinalTableDeal, SettleUp
from showdown.pages.views.pwa import Offline, manifest, worker
from showdown.pages.views.results import Combinations, Floor, Picture, RangeGrid, Result, ResultText
from showdown.pages.views.rules import PrintedSheet, Rules, RulesOfGame
from showdown.pages.views.sittings import Audition, Today
from showdown.pages.views.table import DroppedFile, Live, Table, Token
from showdown.pages.views.trainer import Trainer

_BATCHES = [
    path("", batches.Batches.as_view(), name="batches"),
    path("<uuid:batch>/", batches.BatchPage.as_view(), name="batch"),
    path("<uuid:batch>/cancel/", batches.CancelBatch.as_view(), name="cancel_batch"),
    path("<uuid:batch>/resume/", batches.ResumeBatch.as_view(), name="resume_batch"),
    path("<uuid:batch>/remove/", batches.RemoveBatch.as_view(), name="remove_batch"),
    path("<uuid:batch>/settled.txt", batches.BatchRecords.as_view(), name="batch_records"),
    path("<uuid:batch>/errors.csv", batches.BatchErrors.as_view(), name="batch_errors"),
    path("<uuid:batch>/settled.<slug:kind>", batches.BatchTable.as_view(), name="batch_table"),
]
# Audits are canceled, resumed and removed by the views of batches.
_AUDITS = [
    path("", audits.Audits.as_view(), name="audits"),
    path("<uuid:batch>/", audits.AuditPage.as_view(), name="audit"),
    path("<uuid:batch>/line/<int:line>/", audits.AuditedHand.as_view(), name="audited_hand"),
    path("<uuid:batch>/hands/<int:number>/", nights.NightHand.as_view(), name="night_hand"),
    path("<uuid:batch>/night/", nights.RepeatNight.as_view(), name="repeat_night"),
    path("<uuid:batch>/link/", nights.ShareNight.as_view(), name="share_night"),
    path("<uuid:batch>/log.<slug:ending>", audits.ConvertedLog.as_view(), name="converted_log"),
    path("<uuid:batch>/report.<slug:kind>", audits.AuditReport.as_view(), name="audit_report"),
]

urlpatterns = [
    path("", Table.as_view(), name="table"),
    path("dropped/", DroppedFile.as_view(), name="dropped"),
    path("live/", Live.as_view(), name="live"),
    *(path(f"live/{n}/", Live.as_view(), {"sampling_round": n}, name="dealt") for n in ROUNDS),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("worker.js", worker, name="worker"),
    path("offline/", Offline.as_view(), name="offline"),
    path("range/", RangeGrid.as_view(), name="range"),
    path("token/", Token.as_view(), name="token"),
    path("<uuid:pk>/", Result.as_view(), name="showdown"),
    path("<uuid:pk>/preview.png", Picture.as_view(), name="showdown-preview"),
    path("<uuid:pk>/floor/", Floor.as_view(), name="showdown-floor"),
    path("<uuid:pk>/text/", ResultText.as_view(), name="showdown-text"),
    path("combinations/<slug:game>/<slug:contest>/", Combinations.as_view(), name="combinations"),
    path("rules/", Rules.as_view(), name="rules"),
    path("rules/sheet/", PrintedSheet.as_view(), name="sheet"),
    path("rules/<slug:slug>/", RulesOfGame.as_view(), name="rules-of"),
    path("settle-up/", SettleUp.as_view(), name="settle-up"),
    path("deal/", FinalTableDeal.as_view(), name="final-table"),
    path("trainer/today/", Today.as_view(), name="trainer-today"),
    path("trainer/audition/", Audition.as_view(), name="trainer-audition"),
    path("trainer/", Trainer.as_view(), name="trainer"),
    path("history/", History.as_view(), name="history"),
    path("history/<uuid:pk>/delete/", DeleteDeal.as_view(), name="delete-deal"),
    path("history/csv/", Csv.as_view(), name="history-csv"),
    path("batches/", include(_BATCHES)),
    path("audits/", include(_AUDITS)),
    path("nights/<slug:secret>/", nights.SharedNight.as_view(), name="shared_night"),
    path(
        "nights/<slug:secret>/hands/<int:number>/",
        nights.SharedHand.as_view(),
        name="shared_night_hand",
    ),
    path("account/", Account.as_view(), name="account"),
    path("account/tokens/<int:pk>/revoke/", RevokeToken.as_view(), name="revoke-token"),
    path("account/data/", MyData.as_view(), name="my-data"),
    path("account/delete/", DeleteAccount.as_view(), name="delete-account"),
    path("account/sign-up/", SignUp.as_view(), name="sign-up"),
    path(
        "account/sign-in/",
        LoginView.as_view(template_name="account/sign_in.html", redirect_authenticated_user=True),
        name="sign-in",
    ),
    path("account/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/email/", ChangeEmail.as_view(), name="email"),
    path("account/password/", ChangePassword.as_view(), name="password"),
    path("account/reset/", ForgottenPassword.as_view(), name="reset"),
    path("account/reset/sent/", ResetSent.as_view(), name="reset-sent"),
    path("account/reset/<uidb64>/<token>/", SetNewPassword.as_view(), name="reset-confirm"),
]
