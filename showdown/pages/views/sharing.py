"""A ruling for other places: embedded in a page, as oEmbed says it, drawn, and for the floor."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, resolve, reverse
from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import etag
from django.views.generic import DetailView, View

from showdown.models import Showdown
from showdown.pages.copies import EMBED_HEIGHT, EMBED_WIDTH, frame
from showdown.pages.posters import DESIGN, Poster, TooManyPictures, png_of, poster_of
from showdown.pages.presentation import present
from showdown.pages.previews import preview_of
from showdown.words.citations import citations

_FRAMED: dict[str, Any] = settings.SECURE_CSP | {"script-src": [CSP.NONE], "frame-ancestors": ["*"]}
_FOREVER = "public, max-age=31536000, immutable"
_LONGEST_ADDRESS = 500
_RULINGS = ("showdown", "showdown-embed", "showdown-floor")
"""The views whose address stands for a ruling."""


@method_decorator((xframe_options_exempt, csp_override(_FRAMED)), name="dispatch")
class Embed(DetailView):
    """A ruling to stand in a page of somebody else: no script, no cookie, nothing to send."""

    model = Showdown
    template_name = "showdown/embed.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown = present(self.object.settlement)
        address = self.request.build_absolute_uri(self.object.get_absolute_url())
        return super().get_context_data(shown=shown, address=address, **kwargs)


class Floor(DetailView):
    """A ruling in large print, for the floor: who gets what, why, by which rule, and when."""

    model = Showdown
    template_name = "showdown/floor.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        settlement = self.object.settlement
        shown = present(settlement)
        return super().get_context_data(
            shown=shown,
            preview=preview_of(self.request, self.object, shown),
            rules=citations(self.object.rules, settlement.payout),
            **kwargs,
        )


class Picture(View):
    """The picture of a ruling. Anyone who has the address can see it: it can't be guessed."""

    draw: Callable[[Poster], bytes | str] = staticmethod(png_of)
    media_type = "image/png"
    ending = ""
    """Of the ETag: a deal never changes; how it is drawn may."""

    def get(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        tag = f'"{pk.hex}-{DESIGN}{self.ending}"'
        return etag(lambda *_: tag)(self._drawn)(request, pk)

    def _drawn(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        showdown = get_object_or_404(Showdown, pk=pk)
        try:
            picture = self.draw(poster_of(present(showdown.settlement)))
        except TooManyPictures:
            return HttpResponse(status=503, headers={"Retry-After": "2"})
        headers = {"Cache-Control": _FOREVER}
        return HttpResponse(picture, content_type=self.media_type, headers=headers)


class _Asked(forms.Form):
    """What oEmbed asks for (https://oembed.com)."""

    url = forms.CharField(max_length=_LONGEST_ADDRESS)
    maxwidth = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    maxheight = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    format = forms.CharField(required=False, max_length=10)


class OEmbed(View):
    """What a page needs to embed the ruling at an address of ours. JSON only."""

    def get(self, request: HttpRequest) -> HttpResponse:
        asked = _Asked(request.GET)
        if not asked.is_valid():
            return JsonResponse({"errors": asked.errors}, status=400)
        if asked.cleaned_data["format"] not in ("", "json"):
            return JsonResponse({"errors": {"format": ["Only json is offered."]}}, status=501)
        showdown = get_object_or_404(Showdown, pk=_key(request, asked.cleaned_data["url"]))
        width = min(asked.cleaned_data["maxwidth"] or EMBED_WIDTH, EMBED_WIDTH)
        height = min(asked.cleaned_data["maxheight"] or EMBED_HEIGHT, EMBED_HEIGHT)
        return JsonResponse(_oembed(request, showdown, width, height))


def _key(request: HttpRequest, url: str) -> UUID:
    """The deal that an address of ours stands for. Raises Http404 for any other address."""
    try:
        asked = urlsplit(url)
        match = resolve(asked.path)
    except (ValueError, Resolver404) as error:
        raise Http404("not an address of a ruling") from error
    if asked.netloc != request.get_host() or match.view_name not in _RULINGS:
        raise Http404("not an address of a ruling")
    return match.kwargs["pk"]


def _oembed(request: HttpRequest, showdown: Showdown, width: int, height: int) -> dict[str, Any]:
    shown = present(showdown.settlement)
    embed = request.build_absolute_uri(reverse("showdown-embed", args=[showdown.pk]))
    return {
        "version": "1.0",
        "type": "rich",
        "title": shown.headline,
        "provider_name": "Showdown",
        "provider_url": request.build_absolute_uri(reverse("table")),
        "html": frame(embed, shown.headline, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": preview_of(request, showdown, shown).picture,
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
        "cache_age": 86_400,
    }
