"""What a program may look up: the games, and the types of problems."""

from typing import Any

from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from showdown.api.problems import known_problems
from showdown.api.schemas import problems, ref
from showdown.evaluator.games import GAMES, Game


def _game_to_json(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "rule": game.rule,
        "hole": game.hole,
        "board": game.board,
        "players": {"least": game.players[0], "most": game.players[-1]},
        "pots": [
            {
                "name": pot.name,
                "ranking": pot.ranking.name,
                "categories": list(pot.ranking.categories),
            }
            for pot in game.pots
        ],
    }


class Games(APIView):
    """Every game there is."""

    @extend_schema(
        operation_id="list_games",
        responses={(200, "application/json"): {"type": "array", "items": ref("Game")}}
        | problems(401, 406),
    )
    def get(self, request: Request) -> Response:
        """The rules of each game, as data."""
        return Response([_game_to_json(game) for game in GAMES.values()])


class Problems(APIView):
    """Every type of problem."""

    @extend_schema(
        operation_id="list_problems",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | problems(401, 406),
    )
    def get(self, request: Request) -> Response:
        """The titles and statuses of all types of problems, by name."""
        return Response(known_problems())


class Problem(APIView):
    """One type of problem: where the `type` of a problem document leads."""

    @extend_schema(
        operation_id="get_problem",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | problems(401, 404, 406),
    )
    def get(self, request: Request, name: str) -> Response:
        known = known_problems().get(name)
        if known is None:
            raise NotFound
        return Response(known)


class Nowhere(APIView):
    """Every address under the API that leads nowhere says so as the others do."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise NotFound
