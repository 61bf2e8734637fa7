"""Accounts: sign up, passwords, personal data, and API tokens."""

from math import ceil
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.models import User
from django.contrib.messages.views import SuccessMessageMixin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.generic import CreateView, DeleteView, FormView, TemplateView, View

from showdown.batches.control import close_account
from showdown.models import ApiToken
from showdown.models.sign_ins import BackOffHandler
from showdown.pages.forms.accounts import (
    ChangePasswordForm,
    ConfirmForm,
    EmailForm,
    ForgottenPasswordForm,
    SetNewPasswordForm,
    SignUpForm,
    TokenForm,
)
from showdown.pages.personal_data import stream_zip

_FORM_TEMPLATE = "account/form.html"


class SignedInRequest(HttpRequest):
    """A request of a signed-in user."""

    user: User


@method_decorator(never_cache, name="dispatch")
class SignUp(views.RedirectURLMixin, CreateView):
    """Create an account and sign in; the visitor's deals become the account's."""

    form_class = SignUpForm
    template_name = "account/sign_up.html"
    next_page = "history"

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        login(self.request, self.object, backend="django.contrib.auth.backends.ModelBackend")
        return response


_ISSUED_MESSAGE = (
    "Your token <strong>{}</strong>. Copy it now: it won't be shown again."
    ' <code class="secret" id="secret">{}</code>'
    ' <button type="button" class="as-link" data-copy-text="secret">Copy</button>'
)


@method_decorator(never_cache, name="dispatch")
class Account(LoginRequiredMixin, FormView):
    """Show the account and its tokens, and issue tokens.

    The message with a new token is in a signed cookie until it is shown; the database has only a
    hash.
    """

    request: SignedInRequest
    form_class = TokenForm
    template_name = "account/account.html"
    success_url = reverse_lazy("account")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tokens = ApiToken.objects.owned_by(self.request.user)
        return super().get_context_data(tokens=tokens, **kwargs)

    def form_valid(self, form: TokenForm) -> HttpResponse:
        token, secret = ApiToken.objects.issue(self.request.user, form.cleaned_data["name"])
        messages.success(self.request, format_html(_ISSUED_MESSAGE, token.name, secret))
        return super().form_valid(form)


class RevokeToken(LoginRequiredMixin, DeleteView):
    """Revoke a token after confirmation."""

    template_name = "confirm.html"
    success_url = back_url = reverse_lazy("account")
    warning = "Programs that use this token will be refused. This can't be undone."
    button, keep_label = "Revoke the token", "Keep it"

    @property
    def heading(self) -> str:
        return f"Revoke {self.object.name}?"

    def get_queryset(self) -> QuerySet[ApiToken]:
        return ApiToken.objects.filter(owner=self.request.user.pk)

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, f"Token {self.object.name} revoked.")
        return super().form_valid(form)


class MyData(LoginRequiredMixin, View):
    """Download all data of the account."""

    def get(self, request: SignedInRequest) -> StreamingHttpResponse:
        name = f"showdown-{slugify(request.user.get_username()) or 'account'}.zip"
        return StreamingHttpResponse(
            stream_zip(request.user, request),
            content_type="application/zip",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


@method_decorator(never_cache, name="dispatch")
class _ConfirmedChange(LoginRequiredMixin, FormView):
    """Base view of changes that require the password again."""

    request: SignedInRequest
    template_name = _FORM_TEMPLATE

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}


class ChangeEmail(SuccessMessageMixin, _ConfirmedChange):
    """Change the address to which password reset links are sent."""

    form_class = EmailForm
    success_url = reverse_lazy("account")
    success_message = "Email address saved."
    extra_context = {"heading": "Email address", "button": "Save", "back": "account"}

    def get_initial(self) -> dict[str, Any]:
        return {"email": self.request.user.email}

    def form_valid(self, form: EmailForm) -> HttpResponse:
        user = self.request.user
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        return super().form_valid(form)


class DeleteAccount(_ConfirmedChange):
    """Delete the account and all its data."""

    form_class = ConfirmForm
    template_name = "account/delete.html"
    success_url = reverse_lazy("table")

    def form_valid(self, form: ConfirmForm) -> HttpResponse:
        account = self.request.user
        logout(self.request)
        close_account(account)
        messages.success(self.request, "Your account is deleted.")
        return super().form_valid(form)


class ChangePassword(SuccessMessageMixin, views.PasswordChangeView):
    form_class = ChangePasswordForm
    template_name = _FORM_TEMPLATE
    success_url = reverse_lazy("account")
    success_message = (
        "The password was changed; other browsers were signed out, and tokens revoked."
    )
    extra_context = {
        "heading": "Change the password",
        "message": "All other browsers are signed out, and all tokens are revoked.",
        "button": "Change password",
        "back": "account",
    }


class ForgottenPassword(views.PasswordResetView):
    """Send a link to set a new password. The response doesn't reveal whether the account exists."""

    form_class = ForgottenPasswordForm
    template_name = _FORM_TEMPLATE
    email_template_name = "account/reset_email.txt"
    subject_template_name = "account/reset_subject.txt"
    success_url = reverse_lazy("reset_sent")
    extra_email_context = {"hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
    extra_context = {
        "heading": "A new password",
        "message": "If an account has this email address, we send it a link to set a new password.",
        "button": "Send the link",
        "back": "sign_in",
    }

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}


class ResetSent(TemplateView):
    template_name = _FORM_TEMPLATE
    extra_context = {
        "heading": "Check your mail",
        "message": "If an account has this address, a link to set a new password is on its way.",
        "button": "Sign in",
        "back": "sign_in",
    }


class SetNewPassword(SuccessMessageMixin, views.PasswordResetConfirmView):
    """Set a new password with a link that is neither used nor expired."""

    form_class = SetNewPasswordForm
    template_name = _FORM_TEMPLATE
    success_url = reverse_lazy("sign_in")
    success_message = "The new password was set. Sign in with it."

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = {"heading": "Set a new password", "button": "Set password"}
        if not self.validlink:
            context["message"] = "This link has been used or has expired."
            context |= {"button": "Request another link", "back": "reset"}
        return super().get_context_data(**context, **kwargs)


def refuse_locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any]
) -> HttpResponse:
    """Refuse sign-in after too many wrong passwords for the account or from the address."""
    seconds = max(1, BackOffHandler().remaining_seconds(request, credentials))
    context = {"minutes": ceil(seconds / 60)}
    refusal = render(request, "account/locked_out.html", context, status=429)
    refusal["Retry-After"] = seconds
    return refusal
