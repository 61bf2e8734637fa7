"""Shared parameters, bodies and problems of operations in the OpenAPI document."""

from collections.abc import Iterable
from typing import Any, cast

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from showdown.api.idempotency import KEY_HEADER, LONGEST_KEY
from showdown.api.schemas import ref
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import OLD_SLUGS, RULE_SETS, WSOP_2026

type Json = dict[str, Any]

TEXT: Json = {"type": "string", "minLength": 1}
BINARY: Json = {"type": "string", "format": "binary"}
_GAME: Json = {"type": "string", "enum": list(GAMES)}
_ANYWHERE = (400, 401, 405, 406, 429, 503)


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problem responses of an operation: these, and those of every operation."""
    problem = OpenApiResponse(response=ref("Problem"), description="A problem.")
    return {
        (status, "application/problem+json"): problem for status in sorted({*statuses, *_ANYWHERE})
    }


def in_json(schema: Json, status: int = 200) -> dict[tuple[int, str], Json]:
    """Return a JSON response of this schema."""
    return {(status, "application/json"): schema}


def form_fields(parameters: Iterable[OpenApiParameter]) -> Json:
    """Return the same parameters as the fields of a form."""
    return {
        parameter.name: _type(parameter) | {"description": parameter.description}
        for parameter in parameters
    }


def _type(parameter: OpenApiParameter) -> Json:
    return {"type": "boolean"} if parameter.type is bool else dict(cast(Json, parameter.type))


ID = OpenApiParameter("id", {"type": "string", "format": "uuid"}, "path")
IDEMPOTENCY_KEY = OpenApiParameter(
    KEY_HEADER,
    {"type": "string", "pattern": "^[!-~]+$", "maxLength": LONGEST_KEY},
    OpenApiParameter.HEADER,
    description=(
        "Any string you choose, such as a UUID. For a day, the same key with the same body gets the"
        " same answer; the same key with a different body is refused, and so is a key whose deal or"
        " batch has been deleted. Callers without a token share the keys of their address."
    ),
)
STORE = OpenApiParameter(
    "store",
    bool,
    description="`false` doesn't store the deal: the answer then has no id and no link.",
)
STORE_BATCH = OpenApiParameter(
    "store", bool, description="`true` stores the deals, so that they can be found again."
)
GAME_OF_TEXT = OpenApiParameter(
    "game",
    _GAME,
    description="The game of a text that doesn't name its own; Omaha Hi/Lo by default.",
)
WITHOUT_UNKNOWN_WORDS = OpenApiParameter(
    "without_unknown_words",
    bool,
    description=(
        "`true` leaves out words of a text that aren't known; otherwise a text with such words,"
        " which may change the deal, is refused."
    ),
)
GAME = OpenApiParameter("game", _GAME, description="The game of the lines; Omaha Hi/Lo by default.")
RULES = OpenApiParameter(
    "rules",
    {"type": "string", "enum": [*RULE_SETS, *OLD_SLUGS]},
    description=f"The rule set for odd chips where none is named; `{WSOP_2026.slug}` by default.",
)
NAME = OpenApiParameter(
    "name", TEXT | {"maxLength": 200}, description="A name; by default, that of the file."
)
