"""Endpoints for reference data: URLs, games, rule sets, problems, and the OpenAPI document."""

from functools import cache
from typing import Annotated, TypedDict

from django.conf import settings
from django.http import HttpResponse
from django.urls import URLPattern, get_resolver, resolve
from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.views.decorators.csp import csp_override
from django.views.generic import TemplateView
from drf_spectacular.utils import extend_schema
from pydantic import Field, with_config
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from showdown.api.openapi import Json, json_responses, openapi_bytes, ref
from showdown.api.problems import ProblemTypeJson, known_problems
from showdown.api.views import ApiView
from showdown.evaluator.cards import RANKS
from showdown.evaluator.games import GAMES, Family, Game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.notation.deal_json import GameSlug, RuleSetSlug
from showdown.notation.json_types import STRICT, Count, text_schema
from showdown.notation.registry import DEAL_FORMATS, format_for_game
from showdown.words.citations import describe_rule_set
from showdown.words.games import rules_text


def _mapping_schema(value_schema: Json) -> Json:
    return {"type": "object", "additionalProperties": value_schema}


@with_config(STRICT)
class PlayersJson(TypedDict):
    """The minimum and maximum number of players."""

    least: Count
    most: Count


@with_config(STRICT)
class DeckJson(TypedDict):
    """The number of cards in the deck, and their ranks, lowest first."""

    cards: Count
    ranks: Annotated[str, Field(examples=["23456789TJQKA"])]


@with_config(STRICT)
class ContestRulesJson(TypedDict):
    """A contest of a game: its ranking, and which cards may play."""

    name: str
    ranking: Annotated[str, Field(examples=["high", "eight or better"])]
    choice: Annotated[str, Field(examples=["two and three", "any five", "all", "subset"])]
    boards: list[int]
    """The numbers of the boards that may play; a hand plays one of them."""
    categories: list[str]
    """From worst to best."""


@with_config(STRICT)
class GameJson(TypedDict):
    """The rules of a game, as data and in words."""

    slug: GameSlug
    name: str
    aliases: list[str]
    family: Family
    rules: str
    deck: DeckJson
    hole: Annotated[int, Field(ge=1)]
    """The number of hole cards of a player."""
    boards: list[int]
    """The number of cards of each board."""
    players: PlayersJson
    contests: list[ContestRulesJson]
    """The contests, in the order in which they receive odd chips."""
    parts: list[list[str]]
    """A pot is divided among these parts, and each part among its contests."""
    format: Annotated[str, text_schema(enum=list(DEAL_FORMATS))]
    """The format of this game's files."""
    contract: Annotated[str, text_schema(enum=list(DEAL_FORMATS)), Field(deprecated=True)]
    """The former name of `format`, to be removed in version 2.0."""


@with_config(STRICT)
class RuleSetJson(TypedDict):
    """A rule set, which determines how chips are paid."""

    slug: RuleSetSlug
    name: str
    is_default: bool
    rules: list[str]


@cache
def game_to_json(game: Game) -> GameJson:
    return {
        "slug": game.slug,
        "name": game.name,
        "aliases": list(game.aliases),
        "family": game.family,
        "rules": rules_text(game),
        "deck": {
            "cards": len(game.deck),
            "ranks": "".join(RANKS[rank] for rank in sorted({card.rank for card in game.deck})),
        },
        "hole": game.hole,
        "boards": list(game.boards),
        "players": {"least": game.players[0], "most": game.players[-1]},
        "contests": [
            {
                "name": contest.name,
                "ranking": contest.ranking.name,
                "choice": contest.choice.name,
                "boards": [index + 1 for index in contest.boards if index < len(game.boards)],
                "categories": list(contest.ranking.categories),
            }
            for contest in game.contests
        ],
        "parts": [[contest.name for contest in part] for part in game.parts],
        "format": format_for_game(game).name,
        "contract": format_for_game(game).name,
    }


class Root(ApiView):
    @extend_schema(
        operation_id="list_addresses",
        responses=json_responses(_mapping_schema({"type": "string", "format": "uri"})),
    )
    def get(self, request: Request) -> Response:
        """Return the URLs of all endpoints without path parameters, by name."""
        routes = get_resolver("showdown.api.urls").url_patterns
        names = [
            route.name
            for route in routes
            if isinstance(route, URLPattern) and route.name and not route.pattern.converters
        ]
        names.remove("root")
        return Response(
            {name.replace("_", "-"): reverse(f"api:{name}", request=request) for name in names}
        )


class Games(ApiView):
    @extend_schema(
        operation_id="list_games",
        responses=json_responses({"type": "array", "items": ref(GameJson)}),
    )
    def get(self, request: Request) -> Response:
        """Return the rules of each game, as data and in words."""
        return Response([game_to_json(game) for game in GAMES.values()])


class RuleSets(ApiView):
    @extend_schema(
        operation_id="list_rule_sets",
        responses=json_responses({"type": "array", "items": ref(RuleSetJson)}),
    )
    def get(self, request: Request) -> Response:
        """Return the rule sets for chips; `rules` in a deal selects one by its slug."""
        documents: list[RuleSetJson] = [
            {
                "slug": rules.slug,
                "name": rules.name,
                "is_default": rules is WSOP_2026,
                "rules": list(describe_rule_set(rules)),
            }
            for rules in RULE_SETS.values()
        ]
        return Response(documents)


class Problems(ApiView):
    @extend_schema(
        operation_id="list_problems",
        responses=json_responses(_mapping_schema(ref(ProblemTypeJson))),
    )
    def get(self, request: Request) -> Response:
        """Return the title and status of every type of problem, by name."""
        return Response(known_problems())


class Problem(ApiView):
    @extend_schema(operation_id="get_problem", responses=json_responses(ProblemTypeJson, 404))
    def get(self, request: Request, name: str) -> Response:
        """Return the title and status of one type of problem.

        The `type` of a problem document is the URL of this endpoint.
        """
        problem = known_problems().get(name)
        if problem is None:
            raise NotFound
        return Response(problem)


class Schema(ApiView):
    """Return the OpenAPI document."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(openapi_bytes(), content_type="application/json")


_DOCS_CSP = settings.SECURE_CSP | {"img-src": [CSP.SELF, "data:"]}
"""The Content Security Policy of the documentation page.

The viewer's style sheet has icons as data URLs.
"""


@method_decorator(csp_override(_DOCS_CSP), name="dispatch")
class Docs(TemplateView):
    """Show the OpenAPI document in a viewer that can also send requests."""

    template_name = "api/docs.html"


class UnknownAddress(ApiView):
    """Respond with 404 and a problem document to every unknown URL under /api/."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        path = request.path
        if not path.endswith("/") and resolve(f"{path}/").route != "api/":
            raise NotFound(f"there is nothing at {path}; the endpoint ends in a slash: {path}/")
        raise NotFound(f"there is nothing at {path}; /api/ lists the endpoints")
