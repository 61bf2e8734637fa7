"""Drills of the trainer: a question about a deal, and the grade of an answer."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import TypeAdapter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.drill_documents import GivenJson, drill_to_json, grade_to_json
from showdown.api.operations import in_json, problems
from showdown.api.schemas import ref
from showdown.api.views import ApiView
from showdown.evaluator.deals import MOST_PLAYERS
from showdown.evaluator.games import GAMES
from showdown.models.people import NOBODY, person_of
from showdown.notation.json_types import checked
from showdown.trainer.choosing import Asked
from showdown.trainer.grading import grade
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.progress import answer_to, record_answer
from showdown.trainer.questions import KINDS
from showdown.trainer.tickets import new_ticket, read_own_ticket

_GIVEN = TypeAdapter[GivenJson](GivenJson)


def _choice(name: str, subject: str, known: Mapping[str, Any]) -> OpenApiParameter:
    one = f"({'|'.join(known)})"
    return OpenApiParameter(
        name,
        {"type": "string", "pattern": f"^{one}(,{one})*$"},
        description=f"{subject}; several have commas between them. All by default.",
    )


_PARAMETERS = [
    _choice("pattern", "What makes the deal hard", PATTERNS),
    _choice("game", "The game", GAMES),
    _choice("drill", "What is asked", KINDS),
    OpenApiParameter(
        "players",
        {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
        description="So many players; by default two to five.",
    ),
]


class Drills(ApiView):
    """Questions about deals that are hard to read."""

    @extend_schema(
        operation_id="get_drill",
        parameters=_PARAMETERS,
        responses=in_json(ref("Drill")) | problems(422),
    )
    def get(self, request: Request) -> Response:
        """Return a drill: a deal, a question, and a ticket for the answer. No deal comes twice."""
        asked = Asked(
            patterns=_slugs(request, "pattern", PATTERNS),
            games=_slugs(request, "game", GAMES),
            kinds=_slugs(request, "drill", KINDS),
            players=_players(request),
        )
        response = Response(drill_to_json(new_ticket(asked, person_of(request).key)))
        response["Cache-Control"] = "no-store"
        return response


class DrillAnswer(ApiView):
    """Answers to drills."""

    @extend_schema(
        operation_id="answer_drill",
        request={"application/json": ref("Given")},
        responses=in_json(ref("Grade")) | problems(403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Grade an answer, and name the mistake behind a wrong one.

        A drill is graded for the caller who asked for it. The first answer to it counts for the
        training of an account.
        """
        given = checked(_GIVEN, request.data, "an answer")
        person = person_of(request)
        ticket = read_own_ticket(given["ticket"], person.key)
        graded = grade(ticket.drill, given["answer"])
        if person != NOBODY:
            record_answer(person, answer_to(ticket, graded))
        return Response(grade_to_json(ticket, graded))


def _slugs(request: Request, name: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the slugs. Raise ValidationError for the first that is unknown."""
    text = request.query_params.get(name)
    slugs = tuple(dict.fromkeys(text.split(","))) if text else ()
    for slug in slugs:
        if slug not in known:
            raise ValidationError({name: [f"“{slug[:60]}” isn't known: {', '.join(known)}"]})
    return slugs


def _players(request: Request) -> int:
    text = request.query_params.get("players", "0")
    is_count = text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= MOST_PLAYERS
    if not is_count or ("players" in request.query_params and not int(text)):
        raise ValidationError({"players": [f"this must be from 1 to {MOST_PLAYERS}"]})
    return int(text)
