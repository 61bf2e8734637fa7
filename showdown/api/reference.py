"""What a program can look up: the games, the rule sets, and the types of problems."""

from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from showdown.api.documents import game_to_json, rule_set_to_json
from showdown.api.problems import known_problems
from showdown.api.schemas import problems, ref
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS


class Games(APIView):
    """All games."""

    @extend_schema(
        operation_id="list_games",
        responses={(200, "application/json"): {"type": "array", "items": ref("Game")}}
        | problems(401, 406),
    )
    def get(self, request: Request) -> Response:
        """The rules of each game, as data and in words."""
        return Response([game_to_json(game) for game in GAMES.values()])


class RuleSets(APIView):
    """All rule sets."""

    @extend_schema(
        operation_id="list_rule_sets",
        responses={(200, "application/json"): {"type": "array", "items": ref("RuleSet")}}
        | problems(401, 406),
    )
    def get(self, request: Request) -> Response:
        """The rule sets by which chips are paid; a deal names one in `rules`."""
        return Response([rule_set_to_json(rules) for rules in RULE_SETS.values()])


class Problems(APIView):
    """All types of problems."""

    @extend_schema(
        operation_id="list_problems",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | problems(401, 406),
    )
    def get(self, request: Request) -> Response:
        """The title and status of every type of problem, by name."""
        return Response(known_problems())


class Problem(APIView):
    """One type of problem: the page that the `type` of a problem document links to."""

    @extend_schema(
        operation_id="get_problem",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | problems(401, 404, 406),
    )
    def get(self, request: Request, name: str) -> Response:
        """The title and status of one type of problem; `type` in a problem links here."""
        known = known_problems().get(name)
        if known is None:
            raise NotFound
        return Response(known)


class Nowhere(APIView):
    """Answers every other address under the API with a problem document."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise NotFound
