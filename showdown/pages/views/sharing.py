"""A ruling as a picture, and in large print for the floor."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import etag
from django.views.generic import DetailView, View

from showdown.models import Showdown
from showdown.pages.posters import DESIGN, TooManyPictures, png_of, poster_of
from showdown.pages.presentation import present
from showdown.pages.previews import preview_of
from showdown.words.citations import citations

_FOREVER = "public, max-age=31536000, immutable"


class Floor(DetailView):
    """Show a ruling in large print for the floor: payouts, reasons, rule and time."""

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
    """Return the picture of a ruling to anyone with its address, which can't be guessed."""

    def get(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        tag = f'"{pk.hex}-{DESIGN}"'
        return etag(lambda *_: tag)(self._drawn)(request, pk)

    def _drawn(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        showdown = get_object_or_404(Showdown, pk=pk)
        try:
            picture = png_of(poster_of(present(showdown.settlement)))
        except TooManyPictures:
            return HttpResponse(status=503, headers={"Retry-After": "2"})
        return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": _FOREVER})
