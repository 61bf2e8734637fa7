"""JSON documents of drills."""

from typing import Annotated, Any, TypedDict

from pydantic import Field, WithJsonSchema, with_config

from showdown.notation.deal_json import GameName
from showdown.notation.deal_line import line_of
from showdown.notation.json_types import STRICT
from showdown.trainer.drills import options
from showdown.trainer.grading import Grade
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.questions import KINDS
from showdown.trainer.tickets import LONGEST, Ticket
from showdown.words.drills import MISTAKES, answer_text, mistake_text

_Answer = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "A text, a whole number, true or false, a list or an object:"
            " docs/trainer.md says what the answer to each kind of drill is.",
            "examples": [{"Anna": 150, "Boris": 50}],
        }
    ),
]
_Ticket = Annotated[
    str,
    Field(max_length=LONGEST, description="Names the drill for a day, without telling its answer."),
]


def _one_of(slugs: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(slugs)})


@with_config(STRICT)
class DrillJson(TypedDict):
    """A question about a deal; `options` are the choices, if the answer is one of them."""

    ticket: _Ticket
    drill: Annotated[str, _one_of(KINDS)]
    game: GameName
    deal: Annotated[str, Field(description="The deal with its chips, as a line.")]
    question: str
    options: list[str]


@with_config(STRICT)
class GivenJson(TypedDict):
    """An answer to a drill."""

    ticket: _Ticket
    answer: _Answer


@with_config(STRICT)
class GradeJson(TypedDict):
    """The grade of an answer: if it is wrong, the mistake behind it, in a sentence.

    `pattern` is the difficulty of the deal, which would give the answer away before.
    """

    right: bool
    pattern: Annotated[str, _one_of(PATTERNS)]
    mistake: Annotated[str, _one_of({"": "", **MISTAKES})]
    sentence: str
    answer: _Answer
    in_words: Annotated[str, Field(description="The right answer in words.")]


def drill_to_json(ticket: Ticket) -> DrillJson:
    drill = ticket.drill
    return DrillJson(
        ticket=ticket.text,
        drill=drill.kind.slug,
        game=drill.game.slug,
        deal=line_of(drill.submission),
        question=drill.question,
        options=list(options(drill)),
    )


def grade_to_json(ticket: Ticket, graded: Grade) -> GradeJson:
    drill = ticket.drill
    return GradeJson(
        right=graded.is_right,
        pattern=drill.recipe.pattern.slug,
        mistake=graded.mistake,
        sentence=mistake_text(graded.mistake, drill.game),
        answer=drill.answer,
        in_words=answer_text(drill.kind.slug, drill.game, drill.answer),
    )
