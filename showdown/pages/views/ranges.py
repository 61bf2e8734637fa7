"""A range on the grid of two-card hands: which classes of hands a text means."""

from django.http import Http404, HttpRequest, JsonResponse
from django.views.generic import View

from showdown.evaluator.errors import InvalidDeal
from showdown.pages.range_grids import GRID_GAMES, grid_of_range
from showdown.words.errors import error_text


class RangeGrid(View):
    """The weight of each class of hands in the range that is typed. Nothing is stored."""

    def get(self, request: HttpRequest) -> JsonResponse:
        game = GRID_GAMES.get(request.GET.get("game", ""))
        if game is None:
            raise Http404("hands of this game have no grid")
        try:
            return JsonResponse(grid_of_range(request.GET.get("hand", ""), game))
        except InvalidDeal as error:
            # Whoever types is on the way to a range: no fault for the browser to log.
            return JsonResponse({"error": error_text(error)})
