"""Accounts: signing up, and the tokens with which programs act for a person."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import CreateView, View

from showdown.models import ApiToken
from showdown.pages.forms.accounts import TokenForm
from showdown.pages.views.requests import SignedInRequest


@method_decorator(never_cache, name="dispatch")
class SignUp(CreateView):
    """A new account, signed in at once: what the visitor has dealt is its own from then on."""

    form_class = UserCreationForm
    template_name = "account/sign_up.html"
    success_url = reverse_lazy("history")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        login(self.request, self.object)
        return response


@method_decorator(never_cache, name="dispatch")
class Account(LoginRequiredMixin, View):
    """The account's tokens. A new one is shown once, in the answer to the form that made it."""

    def get(self, request: SignedInRequest) -> HttpResponse:
        return self._page(request, TokenForm())

    def post(self, request: SignedInRequest) -> HttpResponse:
        form = TokenForm(request.POST)
        if not form.is_valid():
            return self._page(request, form)
        token, secret = ApiToken.objects.issue(request.user, form.cleaned_data["name"])
        return self._page(request, TokenForm(), issued=token, secret=secret)

    def _page(self, request: SignedInRequest, form: TokenForm, **issued: Any) -> HttpResponse:
        tokens = ApiToken.objects.of_owner(request.user)
        return render(request, "account/account.html", {"form": form, "tokens": tokens} | issued)


class RevokeToken(LoginRequiredMixin, View):
    """A token that nobody can use from then on."""

    http_method_names = ["post"]

    def post(self, request: SignedInRequest, pk: int) -> HttpResponse:
        token = get_object_or_404(ApiToken.objects.of_owner(request.user), pk=pk)
        token.delete()
        messages.success(request, f"The token {token.name} is revoked.")
        return redirect("account")
