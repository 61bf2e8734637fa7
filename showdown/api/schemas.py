"""Schemas of the OpenAPI document, derived from the types of our JSON."""

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import TypedDictSchema

from showdown.api.documents import (
    GameJson,
    ProblemJson,
    ProblemTypeJson,
    RuleSetJson,
    TokenJson,
    TokenRequestJson,
)
from showdown.api.drill_documents import DrillJson, GivenJson, GradeJson
from showdown.audits.night.ledger_json import SettledUpJson, SettleUpJson
from showdown.audits.night.night_json import NightJson
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models.documents import StoredSettlementJson
from showdown.notation.deal_json import DealJson
from showdown.notation.final_table_json import FinalTableJson, ProposalsJson
from showdown.notation.odds_json import OddsJson
from showdown.notation.registry import DEAL_FORMATS
from showdown.notation.settlement_json import SettlementJson
from showdown.notation.spot_json import SpotJson

type Json = dict[str, Any]

_TYPES = (
    DealJson,
    SettlementJson,
    StoredSettlementJson,
    SpotJson,
    OddsJson,
    FinalTableJson,
    ProposalsJson,
    SettleUpJson,
    SettledUpJson,
    DrillJson,
    GivenJson,
    GradeJson,
    NightJson,
    GameJson,
    RuleSetJson,
    ProblemJson,
    ProblemTypeJson,
    TokenRequestJson,
    TokenJson,
)


class _Schemas(GenerateJsonSchema):
    """Name `DealJson` `Deal`, and leave out titles that only repeat a name."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).replace("Json", "")

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: TypedDictSchema) -> JsonSchemaValue:
        described = super().typed_dict_schema(schema)
        described.pop("title", None)
        return described


def _schemas() -> Json:
    adapters = [(type_.__name__, "validation", TypeAdapter(type_)) for type_ in _TYPES]
    _, described = TypeAdapter.json_schemas(
        adapters,  # type: ignore[arg-type]
        ref_template="#/components/schemas/{model}",
        schema_generator=_Schemas,
    )
    return described["$defs"]


def ref(name: str) -> Json:
    """Return a reference to one of the schemas below."""
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
_PROGRESS: Json = {
    "url": {"type": "string", "format": "uri"},
    "id": {"type": "string", "format": "uuid"},
    "name": _TEXT,
    "state": {"type": "string", "enum": ["queued", "running", "done", "failed", "cancelled"]},
    "reason": _TEXT | {"description": "Why it failed."},
    "compression": _TEXT_OR_NULL,
    "input_bytes": _COUNT,
    "part_done": {"type": "number", "minimum": 0, "maximum": 1},
    "seconds_left": _NUMBER_OR_NULL,
    "created": {"type": "string", "format": "date-time"},
    "started": _TEXT_OR_NULL,
    "finished": _TEXT_OR_NULL,
}
"""Fields shared by batches and audits."""

_BATCH = _object(
    "A file of deals: its progress, and what was counted (null until it is done).",
    {
        **_PROGRESS,
        "game": _GAME,
        "format": {"type": "string", "enum": list(DEAL_FORMATS)},
        "contract": {
            "type": "string",
            "enum": list(DEAL_FORMATS),
            "deprecated": True,
            "description": "The former name of `format`, until version 2.0.",
        },
        "rules": _TEXT | {"description": "The rule set of the lines that do not name their own."},
        "store": {"type": "boolean"},
        "deals": _COUNT,
        "errors": _COUNT,
        "deals_per_second": _COUNT,
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
        **_PROGRESS,
        "rules": _TEXT | {"description": "The rule set by which odd chips are judged."},
        "unit": _TEXT_OR_NULL,
        "rake": _TEXT_OR_NULL,
        "jackpot": _TEXT_OR_NULL,
        "chip": _TEXT_OR_NULL,
        "same": _TEXT_OR_NULL,
        "by_id": {"type": "boolean", "description": "Whether players of one id are one."},
        "store": {"type": "boolean", "description": "Whether its settled hands are stored."},
        "hands": _COUNT | {"description": "Read so far."},
        "differing": _COUNT | {"description": "Paid otherwise than due, so far."},
        "counts": _or_null(
            _object(
                "What came of the hands: those skipped by reason, those that differ by kind.",
                {
                    **dict.fromkeys(
                        ("hands", "judged", "settled", "agreeing", "differing"), _COUNT
                    ),
                    **dict.fromkeys(("checked", "skipped", "kinds", "formats"), _COUNTS),
                },
            )
        ),
    },
)

_BEING_MADE = _object(
    "The table is being made; `Retry-After` says when to ask again.",
    {"state": {"type": "string", "const": "being made"}, "detail": _TEXT},
)

_ENUMS = {"GameSlug": list(GAMES), "RuleSetSlug": list(RULE_SETS)}
"""Lists of values in many schemas; each becomes a component."""

SCHEMAS: Json = _schemas() | {"Batch": _BATCH, "Audit": _AUDIT, "BeingMade": _BEING_MADE}


def add_schemas(result: Json, **kwargs: Any) -> Json:
    """Hook of the generator: add the schemas, and mark request bodies as required."""
    result["components"].setdefault("schemas", {}).update(SCHEMAS)
    result = dict(_with_references(result))
    for name, values in _ENUMS.items():
        result["components"]["schemas"][name] = {"type": "string", "enum": values}
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result


def _with_references(part: Any) -> Any:
    """Return a part of the document that refers to the lists of _ENUMS, wherever it has one."""
    if isinstance(part, list):
        return [_with_references(item) for item in part]
    if not isinstance(part, dict):
        return part
    for name, values in _ENUMS.items():
        if set(part.get("enum", ())) == set(values):
            others = {key: value for key, value in part.items() if key not in ("type", "enum")}
            return {"allOf": [ref(name)], **others} if others else ref(name)
    return {key: _with_references(value) for key, value in part.items()}


def page_of(items: Json) -> Json:
    """Return the schema of a page of a list, with the addresses of its neighbors."""
    return _object(
        "Newest first. `next` and `previous` are null at the ends of the list.",
        {"next": _TEXT_OR_NULL, "previous": _TEXT_OR_NULL, "results": items},
    )
