"""The night of an audited log, hand by hand, and the link that shares it with the players."""

from collections.abc import Callable
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

from showdown.audits.night.night_report import HandJson
from showdown.batches.control import repeat_audit
from showdown.batches.nights import NightFiles, hand_at, night_files_of, night_of
from showdown.models import NightLink
from showdown.pages.forms.uploads import NightForm, PrivacyForm, entered_terms
from showdown.pages.night_presentation import (
    hand_context,
    players_of,
    privacy_of,
    report_context,
)
from showdown.pages.views.audits import OwnAudit

_HAND = "showdown/night/hand.html"


def _require(kept: NightFiles | None) -> NightFiles:
    if kept is None:
        raise Http404("this audit has no night report")
    return kept


def _require_hand(kept: NightFiles, number: int) -> HandJson:
    hand = hand_at(kept, number - 1)
    if hand is None:
        raise Http404("the night has no such hand")
    return hand


def _neighbors(kept: NightFiles, number: int, address: Callable[[int], str]) -> dict[str, Any]:
    """Return the context of the links to the previous and the next hand; numbers begin at 1."""
    return {
        "number": number,
        "count": kept.shown,
        "before": address(number - 1) if number > 1 else "",
        "next": address(number + 1) if number < kept.shown else "",
    }


class NightHand(OwnAudit):
    """Show one hand of the night, with links to the previous and the next."""

    def get(self, request: HttpRequest, batch: UUID, number: int) -> HttpResponse:
        kept = _require(night_files_of(self.batch))
        hand = _require_hand(kept, number)
        context = _neighbors(kept, number, lambda to: reverse("night_hand", args=[batch, to]))
        context["back"] = self.batch.get_absolute_url()
        return render(request, _HAND, context | hand_context(hand, self.batch.rules))


class ShareNight(OwnAudit):
    """Create or revoke the link to a night."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        kept = _require(night_files_of(self.batch))
        if request.POST.get("do") == "revoke":
            NightLink.objects.filter(batch=self.batch).delete()
            messages.success(request, "The link is revoked.")
            return redirect(f"{self.batch.get_absolute_url()}#link")
        form = PrivacyForm(request.POST, players=players_of(night_of(kept)))
        if form.is_valid():
            NightLink.objects.share(self.batch, **form.cleaned_data)
        else:
            messages.error(request, "No link was created: choose the hole cards again.")
        return redirect(f"{self.batch.get_absolute_url()}#link")


class RepeatNight(OwnAudit):
    """Compute the night again with other names merged or another value of a chip."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        form = NightForm(request.POST)
        if not form.is_valid():
            for text in chain.from_iterable(form.errors.values()):
                messages.error(request, f"{capfirst(str(text))}.")
        elif not repeat_audit(self.batch, entered_terms(form.cleaned_data)):
            messages.info(request, "The audit isn’t done.")
        return redirect(self.batch)


@method_decorator(never_cache, name="dispatch")
class _Shared(View):
    """Mixin of views for holders of the link, which search engines may not index."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        link = NightLink.objects.with_secret(kwargs["secret"])
        if link is None:
            raise Http404("this link doesn’t exist or was revoked")
        self.link = link
        self.kept = _require(night_files_of(link.batch))
        self.privacy = privacy_of(link)


class SharedNight(_Shared):
    """Show the night to holders of the link."""

    def get(self, request: HttpRequest, secret: str) -> HttpResponse:
        night = night_of(self.kept)

        def hand_of(number: int) -> HandJson | None:
            hand = hand_at(self.kept, number)
            return hand and self.privacy.copy_hand(hand, night)

        report = self.privacy.copy_night(night)
        context = {
            "night": report_context(
                report, hand_of, self.link.batch.rules, request.GET.get("luck", "")
            ),
            "note": self.privacy.note,
            "shown_hands": self.kept.shown,
            "name": "" if self.link.renames else self.link.batch.name,
            "hand_address": lambda number: reverse("shared_night_hand", args=[secret, number + 1]),
        }
        return render(request, "showdown/night/shared.html", context)


class SharedHand(_Shared):
    """Show a hand of the night to holders of the link."""

    def get(self, request: HttpRequest, secret: str, number: int) -> HttpResponse:
        hand = self.privacy.copy_hand(_require_hand(self.kept, number), night_of(self.kept))
        context = _neighbors(
            self.kept, number, lambda to: reverse("shared_night_hand", args=[secret, to])
        )
        context |= {"back": reverse("shared_night", args=[secret]), "note": self.privacy.note}
        return render(request, _HAND, context | hand_context(hand, self.link.batch.rules))
