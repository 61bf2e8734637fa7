"""Rules of the games, each with a worked example."""

import random
from functools import cache
from typing import Any

from django.http import Http404
from django.template.loader import render_to_string
from django.views.generic import TemplateView

from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rankings import Ranking
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.temptations import find_temptations
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import write_line
from showdown.pages.game_picker import games_by_family
from showdown.pages.presentation import present
from showdown.pages.table_actions import make_random_deal
from showdown.pages.table_input import Seating
from showdown.pages.template_functions import count_combinations
from showdown.words.citations import BOOKS, describe_rule_set
from showdown.words.games import rules_text
from showdown.words.ranks import join_words
from showdown.words.sheet import build_sheet
from showdown.words.vocabulary import contest_words


class Rules(TemplateView):
    """List the games, and the rule sets for odd chips."""

    template_name = "showdown/rules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            groups=games_by_family(),
            rule_sets=[
                (rules, describe_rule_set(rules), BOOKS[slug]) for slug, rules in RULE_SETS.items()
            ],
            **kwargs,
        )


class PrintedSheet(TemplateView):
    """Show three printable pages: hand rankings, side pots, and odd chips by a rule set."""

    template_name = "showdown/sheet.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rules = RULE_SETS.get(self.request.GET.get("rules", WSOP_2026.slug))
        if rules is None:
            raise Http404("there is no such rule set")
        return super().get_context_data(
            sheet=build_sheet(rules), rule_sets=RULE_SETS.values(), **kwargs
        )


class GameRules(TemplateView):
    """Show one game's rules. Browsers cache these pages for offline use."""

    template_name = "showdown/rules_of_game.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game = GAMES.get(kwargs["slug"])
        if game is None:
            raise Http404("there is no such game")
        return super().get_context_data(game=game, rules_html=_render_content(game.slug), **kwargs)


@cache
def _render_content(slug: str) -> str:
    """Return the cached HTML of the page's content, which is the same for everyone."""
    game = GAMES[slug]
    settlement = worked_example(slug)
    rankings: dict[Ranking, list[str]] = {}
    for contest in game.contests:
        rankings.setdefault(contest.ranking, []).append(contest_words(game, contest).name)
    context = {
        "game": game,
        "rules_text": rules_text(game),
        "contests": [
            (contest_words(game, contest).name, count_combinations(game, contest))
            for contest in game.contests
        ],
        "rankings": [(join_words(names), ranking) for ranking, names in rankings.items()],
        "line": write_line(Submission(settlement.deal)),
        "presentation": present(settlement),
    }
    return render_to_string("showdown/parts/game_rules.html", context)


_PLAYERS = 3
_SHUFFLES = 20


@cache
def worked_example(slug: str) -> Settlement:
    """Return the settlement of the game's example, which is always the same deal.

    The example is the deal with the highest score among `_SHUFFLES` deals.
    """
    game: Game = GAMES[slug]
    rng = random.Random(slug)  # noqa: S311 - the same each time
    seating = Seating(game, min(_PLAYERS, game.players[-1]))
    settlements = [settle(make_random_deal(seating, rng)) for _ in range(_SHUFFLES)]
    return max(settlements, key=_score)


def _score(settlement: Settlement) -> tuple[int, ...]:
    """Count the contests won, those won without a tie, the winners, and the tempted players."""
    winners_by_contest = [result.winners for result in settlement.contests if result.winners]
    sole_win_count = sum(len(labels) == 1 for labels in winners_by_contest)
    winners = {label for labels in winners_by_contest for label in labels}
    tempted_players = [
        player for player in settlement.players if find_temptations(settlement, player.label)
    ]
    return len(winners_by_contest), sole_win_count, len(winners), len(tempted_players)
