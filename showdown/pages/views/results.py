"""Pages of a stored deal, the combinations of one hand, and the grid of a range."""

from typing import Any
from uuid import UUID

import segno
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.http import etag
from django.views.generic import DetailView, TemplateView, View

from omahasite import VERSION
from showdown.bulk.capacity import TooBusy
from showdown.evaluator.deals import MAX_LABEL_LENGTH, MUCKED, Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.models import Showdown
from showdown.models.people import person_of
from showdown.notation.deal_line import ruling_lines, write_line
from showdown.pages.context import requested_part
from showdown.pages.forms.field_values import submission_fields
from showdown.pages.presentation import (
    present,
    present_without_reasons,
    show_combinations,
    with_page_labels,
)
from showdown.pages.preview_images import render_png
from showdown.pages.range_grids import GRID_GAMES, build_range_grid
from showdown.pages.table_input import board_field_name, page_label
from showdown.pages.view_models import Presentation, cards_text
from showdown.words.citations import cite_rules
from showdown.words.errors import error_text
from showdown.words.games import rules_text
from showdown.words.vocabulary import contest_words

_FOREVER = "public, max-age=31536000, immutable"


def _preview_context(
    request: HttpRequest, showdown: Showdown, presentation: Presentation
) -> dict[str, str]:
    """Return the absolute addresses of a ruling and its picture, a QR code, and a description.

    An example of a description is `Omaha. Anna A♣ K♦ …, Boris 5♣ …; board A♥ …`.
    """
    hands = [
        f"{player.label} {cards_text(player.hole) or player.status}"
        for player in presentation.players
    ]
    boards = [f"; {board.name.lower()} {cards_text(board.cards)}" for board in presentation.boards]
    url = request.build_absolute_uri(showdown.get_absolute_url())
    code = segno.make_qr(url, error="m")
    svg = code.svg_inline(border=2, svgclass=None, lineclass=None, omitsize=True)
    return {
        "url": url,
        "picture": request.build_absolute_uri(reverse("showdown_preview", args=[showdown.pk])),
        "qr": mark_safe(svg),  # noqa: S308 - a drawing without text
        "description": f"{presentation.game.name}. {', '.join(hands)}{''.join(boards)}",
    }


class Floor(DetailView):
    """Show a ruling in large print for the floor: payouts, reasons, rule and time."""

    model = Showdown
    template_name = "showdown/floor.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        settlement = self.object.settlement
        presentation = present(settlement)
        return super().get_context_data(
            presentation=presentation,
            preview=_preview_context(self.request, self.object, presentation),
            rules=cite_rules(self.object.rules, settlement.payout),
            **kwargs,
        )


class Picture(View):
    """Return the picture of a ruling to anyone with its address, which can't be guessed."""

    @method_decorator(etag(lambda _, pk: f'"{pk.hex}-{VERSION}"'))
    def get(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        showdown = get_object_or_404(Showdown, pk=pk)
        try:
            picture = render_png(present_without_reasons(showdown.settlement))
        except TooBusy:
            return HttpResponse(status=503, headers={"Retry-After": "2"})
        return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": _FOREVER})


class RangeGrid(View):
    """Return the weight of each class of hands in the typed range. Nothing is stored."""

    def get(self, request: HttpRequest) -> JsonResponse:
        game = GRID_GAMES.get(request.GET.get("game", ""))
        if game is None:
            raise Http404("hands of this game have no grid")
        try:
            return JsonResponse(build_range_grid(request.GET.get("hand", ""), game))
        except InvalidDeal as error:
            # A range is incomplete while it is typed. The browser would log an error status.
            return JsonResponse({"error": error_text(error)})


class Result(DetailView):
    """Show a stored deal to anyone with its address, which can't be guessed.

    The note is shown only to its author, who can also delete the deal.
    """

    model = Showdown
    template_name = "showdown/showdown.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        submission, settlement = self.object.submission, self.object.settlement
        presentation = present(settlement)
        if submission.deal.has_names:
            settlement = with_page_labels(settlement)
        labeled_submission = submission._replace(deal=settlement.deal, wagers=settlement.wagers)
        is_own = self.object.belongs_to(person_of(self.request))
        return super().get_context_data(
            presentation=presentation,
            preview=_preview_context(self.request, self.object, presentation),
            line=f"{write_line(labeled_submission)}\n{ruling_lines(settlement)}",
            table_fields=submission_fields(submission),
            note=self.object.note if is_own else "",
            # The deals of a batch are deleted with it.
            can_be_deleted=is_own and self.object.batch_id is None,
            **kwargs,
        )


class Combinations(TemplateView):
    """Show all combinations of one hand for one contest, ranked. Nothing is stored."""

    def get_template_names(self) -> list[str]:
        return [
            "showdown/parts/ranked.html"
            if requested_part(self.request)
            else "showdown/combinations.html"
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game, query = GAMES.get(kwargs["game"]), self.request.GET
        contests = {slugify(contest.name): contest for contest in game.contests} if game else {}
        contest = contests.get(kwargs["contest"])
        if game is None or contest is None:
            raise Http404("no such game, or no such contest in it")
        # A deal needs a second player, whose cards are not shown.
        hands = {"HandA": query.get("hole", ""), "HandB": MUCKED}
        boards = [query.get(board_field_name(index), "") for index in range(len(game.boards) or 1)]
        try:
            deal = Deal.parse(game, hands, boards)
        except InvalidDeal as error:
            raise Http404(error_text(error)) from error
        return {
            "game": game,
            "label": query.get("label", "")[:MAX_LABEL_LENGTH] or page_label(0),
            "ranked": show_combinations(deal.hands[0], deal.boards, contest),
            "contest_name": contest_words(game, contest).name,
            "rules_text": rules_text(game),
        }
