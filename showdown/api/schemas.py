"""The OpenAPI document: schemas made from the types that describe our JSON, and examples."""

import json
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import TypedDictSchema

from showdown.api.documents import GameJson, ProblemJson, RuleSetJson, StoredSettlementJson
from showdown.api.idempotency import LONGEST_KEY
from showdown.evaluator.games import GAMES
from showdown.notation.deal_json import DealJson, deal_from_json
from showdown.notation.odds_json import OddsJson
from showdown.notation.settlement_json import SettlementJson, settlement_to_json
from showdown.notation.spot_json import SpotJson

type Json = dict[str, Any]

_TYPES = (
    DealJson,
    SettlementJson,
    StoredSettlementJson,
    SpotJson,
    OddsJson,
    GameJson,
    RuleSetJson,
    ProblemJson,
)


class _Schemas(GenerateJsonSchema):
    """Names `DealJson` `Deal`, and leaves out titles that only repeat a name."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).replace("Json", "")

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: TypedDictSchema) -> JsonSchemaValue:
        described = super().typed_dict_schema(schema)
        described.pop("title", None)
        return described


def _schemas() -> Json:
    adapters = [(each.__name__, "validation", TypeAdapter(each)) for each in _TYPES]
    _, described = TypeAdapter.json_schemas(
        adapters,  # type: ignore[arg-type]
        ref_template="#/components/schemas/{model}",
        schema_generator=_Schemas,
    )
    return described["$defs"]


def ref(name: str) -> Json:
    """A reference to one of the schemas below."""
    return {"$ref": f"#/components/schemas/{name}"}


_TEXT: Json = {"type": "string"}
_TEXT_OR_NULL: Json = {"type": ["string", "null"]}
_COUNT: Json = {"type": "integer", "minimum": 0}
_GAME: Json = {"type": "string", "enum": list(GAMES)}


def _object(description: str, properties: Json) -> Json:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list_of(items: Json) -> Json:
    return {"type": "array", "items": items}


def _or_null(schema: Json) -> Json:
    return {"oneOf": [schema, {"type": "null"}]}


_COUNTS: Json = {"type": "object", "additionalProperties": _COUNT}
_NUMBER_OR_NULL: Json = {"type": ["number", "null"]}
_STATE: Json = {
    "type": "string",
    "enum": ["queued", "running", "done", "failed", "cancelled"],
}

_BATCH = _object(
    "A file of deals: its progress, and what was counted (null until it is done).",
    {
        "url": {"type": "string", "format": "uri"},
        "id": {"type": "string", "format": "uuid"},
        "name": _TEXT,
        "game": _GAME,
        "rules": _TEXT | {"description": "The rule set of the lines that do not name their own."},
        "store": {"type": "boolean"},
        "state": _STATE,
        "reason": _TEXT | {"description": "Why it failed."},
        "compression": _TEXT_OR_NULL,
        "input_bytes": _COUNT,
        "deals": _COUNT,
        "errors": _COUNT,
        "part_done": {"type": "number", "minimum": 0, "maximum": 1},
        "deals_per_second": _COUNT,
        "seconds_left": _NUMBER_OR_NULL,
        "created": {"type": "string", "format": "date-time"},
        "started": _TEXT_OR_NULL,
        "finished": _TEXT_OR_NULL,
        "tallies": _or_null(
            _object(
                "How often each seat won each contest, scooped and was quartered, and with what.",
                {
                    "seats": _list_of(
                        {
                            "type": "object",
                            "properties": {"label": _TEXT},
                            "additionalProperties": _COUNT,
                        }
                    ),
                    "contests": _list_of(
                        _object(
                            "`none`: how often nobody qualified.",
                            {"name": _TEXT, "none": _COUNT, "categories": _COUNTS},
                        )
                    ),
                },
            )
        ),
    },
)

_AUDIT = _object(
    "A log of hands: how far along its audit is, and what was counted (null until it is done).",
    {
        "url": {"type": "string", "format": "uri"},
        "id": {"type": "string", "format": "uuid"},
        "name": _TEXT,
        "rules": _TEXT | {"description": "The rule set by which odd chips are judged."},
        "unit": _TEXT_OR_NULL,
        "rake": _TEXT_OR_NULL,
        "jackpot": _TEXT_OR_NULL,
        "store": {"type": "boolean", "description": "Whether its judged hands are stored."},
        "state": _STATE,
        "reason": _TEXT | {"description": "Why it failed."},
        "compression": _TEXT_OR_NULL,
        "input_bytes": _COUNT,
        "hands": _COUNT | {"description": "Read so far."},
        "differing": _COUNT | {"description": "Paid otherwise than due, so far."},
        "part_done": {"type": "number", "minimum": 0, "maximum": 1},
        "seconds_left": _NUMBER_OR_NULL,
        "created": {"type": "string", "format": "date-time"},
        "started": _TEXT_OR_NULL,
        "finished": _TEXT_OR_NULL,
        "counts": _or_null(
            _object(
                "What came of the hands: those skipped by reason, those that differ by kind.",
                {
                    **dict.fromkeys(("hands", "judged", "agreeing", "differing"), _COUNT),
                    **dict.fromkeys(("skipped", "kinds", "formats"), _COUNTS),
                },
            )
        ),
    },
)

SCHEMAS: Json = _schemas() | {"Batch": _BATCH, "Audit": _AUDIT}


def add_schemas(result: Json, **kwargs: Any) -> Json:
    """A hook for the generator: adds the schemas, and marks request bodies as required."""
    result["components"].setdefault("schemas", {}).update(SCHEMAS)
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result


def page_of(items: Json) -> Json:
    """A page of a list, with the addresses of the pages before and after it."""
    return _object(
        "Newest first. `next` and `previous` are null at the ends of the list.",
        {"next": _TEXT_OR_NULL, "previous": _TEXT_OR_NULL, "results": items},
    )


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """The part of an operation's `responses` that says what can go wrong."""
    said = OpenApiResponse(response=ref("Problem"), description="A problem.")
    return {(status, "application/problem+json"): said for status in statuses}


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]+$", "maxLength": LONGEST_KEY},
    OpenApiParameter.HEADER,
    description=(
        "Any string you choose, such as a UUID. For a day, the same key with the same body gets the"
        " same answer; the same key with a different body is refused."
    ),
)
STORE = OpenApiParameter(
    "store",
    bool,
    description="`false` doesn't store the deal: the answer then has no id and no link.",
)
GAME_OF_TEXT = OpenApiParameter(
    "game",
    _GAME,
    description="The game of a text that doesn't name its own; Omaha Hi/Lo by default.",
)
GAME = OpenApiParameter("game", _GAME, description="The game of the lines; Omaha Hi/Lo by default.")


def _example(name: str, **deal: Any) -> OpenApiExample:
    return OpenApiExample(name, value=deal, request_only=True)


DEAL_EXAMPLES = [
    _example(
        "Omaha Hi/Lo",
        game="omaha-hilo",
        hands={"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
        board="Ah-Kh-5s-2s-Qd",
    ),
    _example(
        "Side pots and a button",
        game="omaha-hilo",
        hands=["Ac3h9dTs", "KhQcJs8s", "QhQsJcTd"],
        board="2d5h7cKsKd",
        pots=[{"amount": 91}, {"amount": 40, "eligible": ["HandB", "HandC"]}],
        button="HandB",
        rules="tda-2024",
    ),
    _example(
        "All-in, run twice, with cents",
        game="holdem",
        hands={"Ann": "As Kd", "Bob": "10♠ 10♥", "Cem": "mucked"},
        boards=["Td 9c 4s Ac Kh", "Td 9c 4s 2c 2h"],
        contributions={"Ann": "102.50", "Bob": "87.25", "Cem": 10},
        folded=["Cem"],
    ),
    OpenApiExample(
        "As people write it",
        value="Anna: AcKdJd3d\nBoris: 5c5d6c7d\nBoard: AhKh5s2sQd\nPot: 1,250",
        media_type="text/plain",
        request_only=True,
    ),
    _example("Badugi", game="badugi", hands=[["Ac", "4h", "3d", "2s"], ["Ad", "Kc", "2h", "9s"]]),
    _example(
        "Stud Hi/Lo",
        game="stud-hilo",
        hands={"Ann": "Ah2h3c4d8sKsKd", "Bob": "9c9d9hQsQc5h6d"},
    ),
    _example(
        "Double-board Omaha",
        game="double-board-omaha",
        hands=["AhKhQd2c", "9s9d8c7c"],
        boards=["Ad Kd 5s 6s 7h", "9c Tc Jc 2d 3h"],
    ),
]

SETTLEMENT_EXAMPLE = OpenApiExample(
    "Omaha Hi/Lo",
    value=settlement_to_json(deal_from_json(DEAL_EXAMPLES[0].value).settle()),
    response_only=True,
    status_codes=["200"],
)

SPOT_EXAMPLES = [
    _example(
        "On the flop",
        game="omaha-hilo",
        hands=["AsKhQsJh", "2c3d4c5d"],
        board="Ah7c2d",
        next_card=True,
    ),
    _example(
        "A range, and a dead card",
        game="holdem",
        hands={"Ann": "AhKh", "Bob": "QQ+, AKs"},
        board="2h3h9s",
        dead="2c",
    ),
    _example(
        "All-in with a side pot, and rake",
        game="omaha-hilo",
        hands={"Ann": "AsKhQsJh", "Bob": "2c3d4c5d", "Cem": "6h7h8d9d"},
        wagers={
            "contributions": {"Ann": 100, "Bob": 250, "Cem": 250},
            "button": "Cem",
            "rake": {"percent": "5", "cap": 20},
        },
        rules="tda-2024",
    ),
]

JSON_LINE: Json = {"type": "string", "description": "On each line, a `Deal` as JSON."}

_LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"

BULK_EXAMPLES = [
    OpenApiExample(
        "Lines", value=f"{_LINE}\n{_LINE} Pot:4765", media_type="text/plain", request_only=True
    ),
    OpenApiExample(
        "JSON lines",
        value="".join(
            json.dumps(example.value) + "\n"
            for example in DEAL_EXAMPLES
            if isinstance(example.value, dict)
        ),
        media_type="application/x-ndjson",
        request_only=True,
    ),
]
