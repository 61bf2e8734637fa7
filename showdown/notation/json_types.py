"""Validate JSON documents against types, with errors that name the invalid part.

Each type is a TypedDict. It yields the schema in the OpenAPI document, defines which requests are
valid, and lets the type checker check our own responses.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails

from showdown.evaluator.deals import MAX_LABEL_LENGTH
from showdown.evaluator.errors import InvalidDeal
from showdown.notation.strict_json import Path

STRICT = ConfigDict(strict=True, extra="forbid")


def text_schema(**keywords: Any) -> WithJsonSchema:
    """Return an annotation for text with these keywords of JSON Schema."""
    return WithJsonSchema({"type": "string", **keywords})


Text = Annotated[str, Field(max_length=200)]
"""A hand, a board or a name; the maximum length is far above that of any valid text."""

Label = Annotated[
    Text,
    text_schema(
        pattern='^[^:,="]+$',
        minLength=1,
        maxLength=MAX_LABEL_LENGTH,
        description=f"The name of a hand or seat: up to {MAX_LABEL_LENGTH} characters.",
    ),
]
"""The name of a hand or seat. Deals check whether a text can be a name."""

Count = Annotated[int, Field(ge=0)]

Fraction = Annotated[str, Field(pattern=r"^[0-9]+(/[0-9]+)?$", examples=["3/4"])]


class MalformedDeal(InvalidDeal):
    """JSON that doesn't have the structure of a deal."""

    path: Path = ()
    name: str


class MissingKey(MalformedDeal):
    """A required key that is missing."""

    message = "{name} is missing"


class UnknownKey(MalformedDeal):
    """A key that its object can't have."""

    message = "unknown key {name}"


class WrongType(MalformedDeal):
    """A value of the wrong type."""

    message = "{name} must be {expected}"

    expected: str


class TooLong(MalformedDeal):
    """A list, an object or a string that is too long."""

    message = "{name} can have at most {maximum} {parts}"

    maximum: int
    parts: str


_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "typed_dict_type": "an object",
    "amount": "a whole number or a string like “12.50”",
}
"""The expected value by the type of pydantic's error."""

_COUNTED_PARTS = {"too_long": "entries", "string_too_long": "characters"}


_adapter_of = cache(TypeAdapter)


def validate_document[T](document_type: type[T], document: Any, name: str) -> T:
    """Return the document as a TypedDict of this type. Raise MalformedDeal if it has an error.

    An error in the type of the whole document refers to it as `name`.
    """
    adapter = _adapter_of(document_type)  # type: ignore[arg-type]
    try:
        valid: T = adapter.validate_python(document)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        if not isinstance(document, Mapping):
            schema = adapter.json_schema()
            keys = ", ".join(schema.get("required") or schema["properties"])
            raise WrongType(name=name, expected=f"an object with {keys}") from None
        raise _convert_first_error(errors, document) from None
    return valid


def _convert_first_error(errors: Sequence[ErrorDetails], document: Any) -> MalformedDeal:
    """Return the deepest error in the first invalid key of the document."""
    errors_with_paths = [(_find_path_in_document(error, document), error) for error in errors]
    key = errors_with_paths[0][0][:1]
    path = max((path for path, _ in errors_with_paths if path[:1] == key), key=len)
    errors_at_path = [error for part, error in errors_with_paths if part == path]
    field = str(path[0]) if path else ""
    name = ".".join(str(step)[:40] for step in path) or "a deal"
    error_type = errors_at_path[0]["type"]
    if error_type == "missing":
        return MissingKey(path=path, name=name, field=field)
    if error_type == "extra_forbidden":
        return UnknownKey(path=path, name=name, field=field)
    for error in errors_at_path:
        if parts := _COUNTED_PARTS.get(error["type"]):
            maximum = error["ctx"]["max_length"]
            return TooLong(path=path, name=name, field=field, maximum=maximum, parts=parts)
    expected = []  # for each branch of a union: a type, the allowed values, or a pattern
    for error in errors_at_path:
        context = error.get("ctx", {})
        allowed = context.get("expected") or f"of the form {context.get('pattern')}"
        expected.append(_EXPECTED.get(error["type"]) or str(allowed))
    words = " or ".join(dict.fromkeys(expected))
    return WrongType(path=path, name=name, field=field, expected=words)


def _find_path_in_document(error: ErrorDetails, document: Any) -> Path:
    """Return the path of the error in the document, without the branches of unions."""
    path: list[str | int] = []
    part = document
    for step in error["loc"]:
        is_index = isinstance(part, list) and isinstance(step, int) and step < len(part)
        if is_index or (isinstance(part, Mapping) and step in part):
            part = part[step]
            path.append(step)
    return (*path, error["loc"][-1]) if error["type"] == "missing" else tuple(path)
