"""Generate the OpenAPI document, and describe the parameters that several endpoints share.

The TypedDict of a codec, with the docstrings below its attributes, is the only description of a
JSON document; `ref` adds this type to the components of the OpenAPI document.
"""

import ast
import json
import re
import sys
from functools import cache
from inspect import getsource
from itertools import pairwise
from threading import Lock
from types import get_original_bases
from typing import Any, is_typeddict

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import TypedDictSchema

from showdown.api.idempotency import KEY_HEADER, MAX_KEY_LENGTH
from showdown.api.problems import ProblemJson

type Json = dict[str, Any]

TEXT: Json = {"type": "string", "minLength": 1}
BINARY: Json = {"type": "string", "format": "binary"}
GAME_SLUG: Json = {"$ref": "#/components/schemas/GameSlug"}
_COMMON_STATUSES = (400, 401, 405, 406, 429, 503)

_FIRST_CLAUSE = re.compile(r"(?:`[^`]*`|[^`])+?(?=[.:;](?:\s|$)|$)", re.DOTALL)
_GENERATION_LOCK = Lock()
_described_types: dict[str, type] = {}


def ref(typed_dict: type) -> Json:
    """Add the schema of a TypedDict to the document, and return a reference to it."""
    _described_types[typed_dict.__name__] = typed_dict
    return {"$ref": f"#/components/schemas/{typed_dict.__name__.removesuffix('Json')}"}


class _SchemaGenerator(GenerateJsonSchema):
    """A generator that removes `Json` from the names of types, and omits titles."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).replace("Json", "")

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: TypedDictSchema) -> JsonSchemaValue:
        json_schema = super().typed_dict_schema(schema)
        json_schema.pop("title", None)
        for name, text in _attribute_docstrings(schema["cls"]).items():
            json_schema["properties"][name]["description"] = text
        return json_schema


def _attribute_docstrings(typed_dict: type) -> dict[str, str]:
    """Return the docstrings of the attributes of a TypedDict, including inherited attributes.

    The option `use_attribute_docstrings` of pydantic omits inherited attributes.
    """
    docstrings: dict[str, str] = {}
    for base in filter(is_typeddict, get_original_bases(typed_dict)):
        docstrings |= _attribute_docstrings(base)
    body = _class_bodies(typed_dict.__module__).get(typed_dict.__name__, [])
    for statement, next_statement in pairwise(body):
        match statement, next_statement:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                docstrings[name] = " ".join(text.split())
    return docstrings


@cache
def _class_bodies(module: str) -> dict[str, list[ast.stmt]]:
    classes = ast.parse(getsource(sys.modules[module])).body
    return {node.name: node.body for node in classes if isinstance(node, ast.ClassDef)}


class OperationSchema(AutoSchema):
    """The schema of an operation, whose summary is the first clause of its description."""

    def get_summary(self) -> str | None:
        clause = _FIRST_CLAUSE.match(self.get_description())
        return " ".join(clause[0].split()) if clause else None


def add_schemas(result: Json, **kwargs: Any) -> Json:
    """Add the schemas, and mark request bodies as required.

    This is a postprocessing hook of drf-spectacular.
    """
    _, schemas = TypeAdapter.json_schemas(
        [(name, "validation", TypeAdapter(type_)) for name, type_ in _described_types.items()],
        ref_template="#/components/schemas/{model}",
        schema_generator=_SchemaGenerator,
    )
    result["components"].setdefault("schemas", {}).update(schemas["$defs"])
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result


def openapi_document() -> Json:
    """Return the OpenAPI document, which is generated once in each process."""
    # The generator loads its extensions lazily, which is not thread-safe.
    with _GENERATION_LOCK:
        return _generate_document()


@cache
def _generate_document() -> Json:
    return SchemaGenerator().get_schema(public=True)


@cache
def openapi_bytes() -> bytes:
    return json.dumps(openapi_document(), ensure_ascii=False).encode()


def problem_responses(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problem responses for `statuses` and for the statuses of every operation."""
    problem = OpenApiResponse(response=ref(ProblemJson), description="Problem details (RFC 9457).")
    all_statuses = sorted({*statuses, *_COMMON_STATUSES})
    return {(status, "application/problem+json"): problem for status in all_statuses}


def json_responses(body: Any, *statuses: int, status: int = 200) -> dict[tuple[int, str], Any]:
    """Describe a JSON response by a TypedDict or a schema, and the problem responses."""
    schema = ref(body) if isinstance(body, type) else body
    return {(status, "application/json"): schema} | problem_responses(*statuses)


def json_example(name: str, **document: Any) -> OpenApiExample:
    """Return an example of a JSON body. A test sends every example to the API."""
    return OpenApiExample(name, value=document, request_only=True)


IDEMPOTENCY_KEY = OpenApiParameter(
    KEY_HEADER,
    {"type": "string", "pattern": "^[!-~]+$", "maxLength": MAX_KEY_LENGTH},
    OpenApiParameter.HEADER,
    description=(
        "Any string you choose, such as a UUID. For a day, the same key with the same body gets the"
        " same response; the same key with a different body is refused, and so is a key whose deal"
        " or batch has been deleted. Callers without an account or a browser session share the"
        " keys of their IP address."
    ),
)
STORE = OpenApiParameter(
    "store",
    bool,
    description="`false` settles without storing: the response then has no `id`, `url`, `created`"
    " or `source`.",
)
GAME = OpenApiParameter(
    "game", GAME_SLUG, description="The game of deals that don't name one. Default: Omaha Hi/Lo."
)
