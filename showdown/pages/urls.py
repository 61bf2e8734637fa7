"""URLs of the pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.generic import TemplateView

from showdown.pages.answers import SAMPLING_ROUNDS
from showdown.pages.views import (
    accounts,
    audits,
    batches,
    history,
    money,
    nights,
    pwa,
    results,
    rules,
    sittings,
    table,
    trainer,
)

_MANIFEST = TemplateView.as_view(
    template_name="manifest.json", content_type="application/manifest+json"
)
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
    path("", table.Table.as_view(), name="table"),
    path("dropped/", table.DroppedFile.as_view(), name="dropped"),
    path("live/", table.Live.as_view(), name="live"),
    *(
        path(f"live/{number}/", table.Live.as_view(), {"sampling_round": number}, name="live_round")
        for number in SAMPLING_ROUNDS
    ),
    path("manifest.webmanifest", cache_control(no_cache=True)(_MANIFEST), name="manifest"),
    path("worker.js", pwa.worker, name="worker"),
    path("offline/", TemplateView.as_view(template_name="offline.html"), name="offline"),
    path("range/", results.RangeGrid.as_view(), name="range"),
    path("token/", table.Token.as_view(), name="token"),
    path("<uuid:pk>/", results.Result.as_view(), name="showdown"),
    path("<uuid:pk>/preview.png", results.Picture.as_view(), name="showdown_preview"),
    path("<uuid:pk>/floor/", results.Floor.as_view(), name="showdown_floor"),
    path(
        "combinations/<slug:game>/<slug:contest>/",
        results.Combinations.as_view(),
        name="combinations",
    ),
    path("rules/", rules.Rules.as_view(), name="rules"),
    path("rules/sheet/", rules.PrintedSheet.as_view(), name="sheet"),
    path("rules/<slug:slug>/", rules.GameRules.as_view(), name="game_rules"),
    path("settle-up/", money.SettleUp.as_view(), name="settle_up"),
    path("deal/", money.FinalTableDeal.as_view(), name="final_table"),
    path("trainer/today/", sittings.DailyTen.as_view(), name="trainer_today"),
    path("trainer/audition/", sittings.Audition.as_view(), name="trainer_audition"),
    path("trainer/", trainer.Trainer.as_view(), name="trainer"),
    path("history/", history.History.as_view(), name="history"),
    path("history/<uuid:pk>/delete/", history.DeleteDeal.as_view(), name="delete_deal"),
    path("history/csv/", history.HistoryExport.as_view(), name="history_csv"),
    path("batches/", include(_BATCHES)),
    path("audits/", include(_AUDITS)),
    path("nights/<slug:secret>/", nights.SharedNight.as_view(), name="shared_night"),
    path(
        "nights/<slug:secret>/hands/<int:number>/",
        nights.SharedHand.as_view(),
        name="shared_night_hand",
    ),
    path("account/", accounts.Account.as_view(), name="account"),
    path("account/tokens/<int:pk>/revoke/", accounts.RevokeToken.as_view(), name="revoke_token"),
    path("account/data/", accounts.MyData.as_view(), name="my_data"),
    path("account/delete/", accounts.DeleteAccount.as_view(), name="delete_account"),
    path("account/sign-up/", accounts.SignUp.as_view(), name="sign_up"),
    path(
        "account/sign-in/",
        LoginView.as_view(template_name="account/sign_in.html", redirect_authenticated_user=True),
        name="sign_in",
    ),
    path("account/sign-out/", LogoutView.as_view(), name="sign_out"),
    path("account/email/", accounts.ChangeEmail.as_view(), name="email"),
    path("account/password/", accounts.ChangePassword.as_view(), name="password"),
    path("account/reset/", accounts.ForgottenPassword.as_view(), name="reset"),
    path("account/reset/sent/", accounts.ResetSent.as_view(), name="reset_sent"),
    path(
        "account/reset/<uidb64>/<token>/", accounts.SetNewPassword.as_view(), name="reset_confirm"
    ),
]
