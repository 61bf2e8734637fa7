"""Endpoints of the trainer, which return drills and grade answers."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field, WithJsonSchema, with_config
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.openapi import json_responses, ref
from showdown.api.parameters import parse_positive_integer
from showdown.api.views import ApiView
from showdown.evaluator.deals import MAX_PLAYERS
from showdown.evaluator.games import GAMES
from showdown.models.people import NOBODY, person_of
from showdown.notation.deal_json import GameSlug
from showdown.notation.deal_line import write_line
from showdown.notation.json_types import STRICT, text_schema, validate_document
from showdown.trainer.choosing import DrillSelection
from showdown.trainer.drills import answer_options
from showdown.trainer.grading import find_mistake, mistake_sentence
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.progress import make_graded_answer, record_answer
from showdown.trainer.questions import KINDS
from showdown.trainer.tickets import MAX_TICKET_LENGTH, new_ticket, read_own_ticket
from showdown.words.drills import MISTAKES

_Answer = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "A string, an integer, a boolean, an array or an object;"
            " docs/trainer.md describes the answer to each kind of drill.",
            "examples": [{"Anna": 150, "Boris": 50}],
        }
    ),
]
_Ticket = Annotated[
    str,
    Field(
        max_length=MAX_TICKET_LENGTH,
        description="Identifies the drill without revealing its answer. Valid for a day.",
    ),
]


@with_config(STRICT)
class DrillJson(TypedDict):
    """A question about a deal; `options` lists the answers of a multiple-choice question."""

    ticket: _Ticket
    drill: Annotated[str, text_schema(enum=list(KINDS))]
    game: GameSlug
    deal: str
    """The deal with its chips, as a deal line."""
    question: str
    options: list[str]


@with_config(STRICT)
class DrillAnswerJson(TypedDict):
    """An answer to a drill."""

    ticket: _Ticket
    answer: _Answer


@with_config(STRICT)
class GradeJson(TypedDict):
    """The grade of an answer; if it is wrong, `sentence` explains the mistake.

    `pattern` is the reason why the deal is hard. The drill omits it because it can reveal the
    answer.
    """

    right: bool
    pattern: Annotated[str, text_schema(enum=list(PATTERNS))]
    mistake: Annotated[str, text_schema(enum=list({"": "", **MISTAKES}))]
    sentence: str
    answer: _Answer
    in_words: str
    """The right answer in words."""


def _slugs_parameter(name: str, subject: str, known: Mapping[str, Any]) -> OpenApiParameter:
    """Describe a query parameter that lists one or more slugs."""
    slug = f"({'|'.join(known)})"
    return OpenApiParameter(
        name,
        {"type": "string", "pattern": f"^{slug}(,{slug})*$"},
        description=f"{subject}; separate several by commas. Default: all.",
    )


_PARAMETERS = [
    _slugs_parameter("pattern", "The pattern that makes the deal hard", PATTERNS),
    _slugs_parameter("game", "The game", GAMES),
    _slugs_parameter("drill", "The question", KINDS),
    OpenApiParameter(
        "players",
        {"type": "integer", "minimum": 1, "maximum": MAX_PLAYERS},
        description="The number of players. Default: two to five.",
    ),
]


class Drills(ApiView):
    @extend_schema(
        operation_id="get_drill", parameters=_PARAMETERS, responses=json_responses(DrillJson, 422)
    )
    def get(self, request: Request) -> Response:
        """Return a drill: a deal, a question, and a ticket for the answer. No deal is repeated."""
        selection = DrillSelection(
            patterns=_parse_slugs(request, "pattern", PATTERNS),
            games=_parse_slugs(request, "game", GAMES),
            kinds=_parse_slugs(request, "drill", KINDS),
            players=parse_positive_integer(request.query_params, "players", 0, MAX_PLAYERS),
        )
        ticket = new_ticket(selection, person_of(request).key)
        drill = ticket.drill
        document: DrillJson = {
            "ticket": ticket.text,
            "drill": drill.kind.slug,
            "game": drill.game.slug,
            "deal": write_line(drill.submission),
            "question": drill.question,
            "options": list(answer_options(drill)),
        }
        return Response(document, headers={"Cache-Control": "no-store"})


class DrillAnswer(ApiView):
    @extend_schema(
        operation_id="answer_drill",
        request={"application/json": ref(DrillAnswerJson)},
        responses=json_responses(GradeJson, 403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Grade an answer, and name the mistake in a wrong answer.

        A drill is graded only for the caller who requested it, and only the first answer counts
        toward the caller's progress.
        """
        given_answer = validate_document(DrillAnswerJson, request.data, "an answer")
        person = person_of(request)
        ticket = read_own_ticket(given_answer["ticket"], person.key)
        drill = ticket.drill
        mistake = find_mistake(drill, given_answer["answer"])
        if person != NOBODY:
            record_answer(person, make_graded_answer(ticket, mistake))
        document: GradeJson = {
            "right": not mistake,
            "pattern": drill.recipe.pattern.slug,
            "mistake": mistake,
            "sentence": mistake_sentence(drill, mistake, given_answer["answer"]),
            "answer": drill.answer,
            "in_words": drill.answer_text,
        }
        return Response(document)


def _parse_slugs(request: Request, name: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the slugs in a parameter. Raise ValidationError for the first unknown slug."""
    text = request.query_params.get(name)
    slugs = tuple(dict.fromkeys(text.split(","))) if text else ()
    for slug in slugs:
        if slug not in known:
            raise ValidationError({name: [f"“{slug[:60]}” isn't known; known: {', '.join(known)}"]})
    return slugs
