"""The rules of the games, with an example that is worked out."""

from typing import Any

from django.http import Http404
from django.views.generic import TemplateView

from showdown.evaluator.games import GAMES
from showdown.pages.spread import count_combinations, spread_out
from showdown.pages.worked_examples import worked_example


class Rules(TemplateView):
    """The list of games."""

    template_name = "showdown/rules.html"
    extra_context = {"games": GAMES.values()}


class RulesOfGame(TemplateView):
    """One game's rules."""

    template_name = "showdown/rules_of_game.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        slug = kwargs["slug"]
        game = GAMES.get(slug)
        if game is None:
            raise Http404("there is no such game")
        settlement = worked_example(slug)
        return super().get_context_data(
            game=game,
            games=GAMES.values(),
            combinations=count_combinations(game),
            line=str(settlement.deal),
            spread=spread_out(settlement),
            **kwargs,
        )
