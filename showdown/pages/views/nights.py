"""The night of an audited log, hand by hand, and the link that shares it with the players."""

from itertools import chain
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.generic import View

from showdown.batches.control import repeat_audit
from showdown.models import NightLink
from showdown.pages.forms.uploads import NightForm, PrivacyForm, entered_terms
from showdown.pages.night_presentation import NightPresentation, selectable_players
from showdown.pages.views.audits import OwnAudit

_HAND_TEMPLATE = "showdown/night/hand.html"


class NightHand(OwnAudit):
    """Show one hand of the night, with links to the previous and the next."""

    def get(self, request: HttpRequest, batch: UUID, number: int) -> HttpResponse:
        context = NightPresentation(self.batch).hand_context(number - 1)
        return render(request, _HAND_TEMPLATE, context | {"back": self.batch.get_absolute_url()})


class ShareNight(OwnAudit):
    """Create or revoke the link to a night."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        night_presentation = NightPresentation(self.batch)
        if request.POST.get("do") == "revoke":
            NightLink.objects.filter(batch=self.batch).delete()
            messages.success(request, "The link was revoked.")
            return redirect(f"{self.batch.get_absolute_url()}#link")
        form = PrivacyForm(request.POST, players=selectable_players(night_presentation.night))
        if form.is_valid():
            NightLink.objects.share(self.batch, **form.cleaned_data)
        else:
            messages.error(request, "No link was created: choose again which hole cards to show.")
        return redirect(f"{self.batch.get_absolute_url()}#link")


class RepeatNight(OwnAudit):
    """Recompute the night with other merged names or another chip value."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        form = NightForm(request.POST)
        if not form.is_valid():
            for text in chain.from_iterable(form.errors.values()):
                messages.error(request, f"{capfirst(str(text))}.")
        elif not repeat_audit(self.batch, entered_terms(form.cleaned_data)):
            messages.info(request, "The night was not recomputed: the audit isn't done.")
        return redirect(self.batch)


@method_decorator(never_cache, name="dispatch")
class _SharedNightView(View):
    """Base class of the uncached views for holders of the link."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        link = NightLink.objects.find_by_secret(kwargs["secret"])
        if link is None:
            raise Http404("this link doesn't exist or was revoked")
        self.link = link
        self.night_presentation = NightPresentation(link.batch, link)


class SharedNight(_SharedNightView):
    """Show the night to holders of the link."""

    def get(self, request: HttpRequest, secret: str) -> HttpResponse:
        context = self.night_presentation.context(request.GET.get("luck", "")) | {
            "note": self.night_presentation.privacy.note,
            "name": "" if self.link.renames else self.link.batch.name,
        }
        return render(request, "showdown/night/shared.html", context)


class SharedHand(_SharedNightView):
    """Show a hand of the night to holders of the link."""

    def get(self, request: HttpRequest, secret: str, number: int) -> HttpResponse:
        context = self.night_presentation.hand_context(number - 1)
        back = reverse("shared_night", args=[secret])
        return render(request, _HAND_TEMPLATE, context | {"back": back})
