"""A stored deal's own pages, and the combinations of one hand."""

from typing import Any

from django.http import Http404, HttpResponse
from django.views.generic import DetailView, TemplateView

from showdown.models import Showdown
from showdown.notation.deal_line import verdict
from showdown.notation.wager_words import wagers_words
from showdown.pages.forms.combinations import CombinationsForm
from showdown.pages.spread import combinations_of, spread_out
from showdown.pages.views.requests import PageRequest


def line_of(showdown: Showdown) -> str:
    """The deal as a line of text, with its chips."""
    words = wagers_words(showdown.wagers) if showdown.wagers else ()
    return " ".join([str(showdown.deal), *(f"{word}:{text}" for word, text in words)])


class Result(DetailView):
    """A stored deal. Whoever has its address may read it: the address cannot be guessed."""

    model = Showdown
    template_name = "showdown/showdown.html"
    context_object_name = "showdown"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        spread = spread_out(self.object.settlement, self.object.payout)
        return super().get_context_data(spread=spread, line=line_of(self.object), **kwargs)


class ResultText(DetailView):
    """The same as a record of text."""

    model = Showdown

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        showdown: Showdown = self.object
        said = verdict(showdown.settlement, showdown.payout)
        name = f"showdown-{showdown.pk}.txt"
        return HttpResponse(
            f"{line_of(showdown)}\n{said}\n",
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


class Combinations(TemplateView):
    """All combinations of one hand for one pot, ranked. They need not have been stored."""

    request: PageRequest

    def get_template_names(self) -> list[str]:
        return ["showdown/combinations.html" + ("#ranked" if self.request.htmx else "")]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = CombinationsForm(self.request.GET, slug=kwargs["game"], pot_name=kwargs["pot"])
        if not form.is_valid():
            raise Http404(form.errors.as_text())
        ranked = combinations_of(form.game, form.hand, form.board, form.pot)
        return super().get_context_data(form=form, ranked=ranked, **kwargs)
