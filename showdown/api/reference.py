"""Reference data: addresses, games, rule sets, problems, and the OpenAPI document."""

from django.http import HttpResponse
from django.urls import resolve
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from showdown.api.documents import game_to_json, rule_set_to_json
from showdown.api.openapi import document_bytes
from showdown.api.operations import Json, in_json, problems
from showdown.api.problems import known_problems
from showdown.api.schemas import ref
from showdown.api.views import ApiView
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS

_ADDRESSES = {
    "showdowns": "showdowns",
    "bulk": "bulk",
    "odds": "odds",
    "deals": "deals",
    "settle_up": "settle-up",
    "drills": "drills",
    "drill_answer": "drill-answer",
    "convert_log": "convert-log",
    "batches": "batches",
    "audits": "audits",
    "games": "games",
    "rule_sets": "rule-sets",
    "problems": "problems",
    "tokens": "tokens",
    "schema": "schema",
    "docs": "docs",
}
"""The addresses that `/api/` lists, by the names of their routes."""


def _by_name(schema: Json) -> Json:
    return {"type": "object", "additionalProperties": schema}


class Root(ApiView):
    """The root of the API."""

    @extend_schema(
        operation_id="list_addresses",
        responses=in_json(_by_name({"type": "string", "format": "uri"})) | problems(),
    )
    def get(self, request: Request) -> Response:
        """Return the addresses of the API, by name."""
        return Response(
            {name: reverse(f"api:{route}", request=request) for route, name in _ADDRESSES.items()}
        )


class Games(ApiView):
    """All games."""

    @extend_schema(
        operation_id="list_games",
        responses=in_json({"type": "array", "items": ref("Game")}) | problems(),
    )
    def get(self, request: Request) -> Response:
        """Return the rules of each game, as data and in words."""
        return Response([game_to_json(game) for game in GAMES.values()])


class RuleSets(ApiView):
    """All rule sets."""

    @extend_schema(
        operation_id="list_rule_sets",
        responses=in_json({"type": "array", "items": ref("RuleSet")}) | problems(),
    )
    def get(self, request: Request) -> Response:
        """Return the rule sets by which chips are paid; a deal names one in `rules`."""
        return Response([rule_set_to_json(rules) for rules in RULE_SETS.values()])


class Problems(ApiView):
    """All types of problems."""

    @extend_schema(
        operation_id="list_problems",
        responses=in_json(_by_name(ref("ProblemType"))) | problems(),
    )
    def get(self, request: Request) -> Response:
        """Return the title and status of every type of problem, by name."""
        return Response(known_problems())


class Problem(ApiView):
    """One type of problem."""

    @extend_schema(
        operation_id="get_problem", responses=in_json(ref("ProblemType")) | problems(404)
    )
    def get(self, request: Request, name: str) -> Response:
        """Return the title and status of one type of problem; `type` in a problem links here."""
        problem = known_problems().get(name)
        if problem is None:
            raise NotFound
        return Response(problem)


class Schema(ApiView):
    """Return the OpenAPI document."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(document_bytes(), content_type="application/json")


class Nowhere(ApiView):
    """Respond to every unknown address under the API with a problem document."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        path = request.path
        if not path.endswith("/") and resolve(f"{path}/").route != "api/":
            raise NotFound(f"there is nothing at {path}; its address ends in a slash: {path}/")
        raise NotFound(f"there is nothing at {path}; /api/ lists all addresses")
