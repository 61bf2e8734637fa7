"""Says of a file that was dropped on the table where it goes, before it is sent."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.generic import View

from showdown.batches.files import HEAD
from showdown.batches.recognizing import NoText, files_of, game_of
from showdown.notation.pasted.result import Files
from showdown.pages.table_input import Seating

_PAGES = {Files.AUDIT: "audits", Files.BATCH: "batches"}


class Dropped(View):
    """The answer to how a file begins: an address `to` send it to, or the `error` that it is.

    With neither, the file is a text like any that is pasted.
    """

    def post(self, request: HttpRequest) -> HttpResponse:
        sent = request.FILES.get("head")
        head = sent.read(HEAD) if sent else b""
        game = Seating.from_fields(request.POST.dict()).game
        try:
            files = files_of(head, game)
        except NoText as error:
            return JsonResponse({"error": str(error)})
        if files is None:
            return JsonResponse({})
        slug = game_of(head, game).slug
        return JsonResponse({"to": reverse(_PAGES[files]), "game": slug})
