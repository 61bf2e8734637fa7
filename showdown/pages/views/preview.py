"""The picture of a ruling, for chats in which its address is shared."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.http import etag
from django.views.generic import View

from showdown.models import Showdown
from showdown.pages.posters import DESIGN, TooManyPictures, png_of, poster_of
from showdown.pages.presentation import present

_FOREVER = "public, max-age=31536000, immutable"


def _tag(request: HttpRequest, pk: UUID) -> str:
    """A deal never changes; how it is drawn may."""
    return f'"{pk.hex}-{DESIGN}"'


class Preview(View):
    """Anyone who has a deal's address can see it: the address can't be guessed."""

    @method_decorator(etag(_tag))
    def get(self, request: HttpRequest, pk: UUID, **kwargs: Any) -> HttpResponse:
        showdown = get_object_or_404(Showdown, pk=pk)
        try:
            picture = png_of(poster_of(present(showdown.settlement)))
        except TooManyPictures:
            return HttpResponse(status=503, headers={"Retry-After": "2"})
        return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": _FOREVER})
