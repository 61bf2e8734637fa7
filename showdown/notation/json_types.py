"""How the types of JSON are checked: a document against a type, and what is wrong with it by name.

A type is described once, as a TypedDict. It is the schema of the OpenAPI document, what is accepted
from others, and what the type checker holds our own answers to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails

from showdown.evaluator.deals import LONGEST_LABEL
from showdown.evaluator.errors import InvalidDeal
from showdown.notation.strict_json import Path
from showdown.words.errors import add_messages

type Json = dict[str, Any]

STRICT = ConfigDict(strict=True, extra="forbid")

LONGEST_TEXT = 200
"""Characters of a hand or a board: several times what the most generous spelling takes."""

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]

Label = Annotated[
    Text,
    WithJsonSchema(
        {
            "type": "string",
            "pattern": '^[^:,="]+$',
            "minLength": 1,
            "maxLength": LONGEST_LABEL,
            "description": f"The name of a hand or seat: up to {LONGEST_LABEL} characters.",
        }
    ),
]
"""The name of a hand or seat. Which texts can be one, the deal itself knows."""

Count = Annotated[int, Field(ge=0)]

Fraction = Annotated[str, Field(pattern=r"^[0-9]+(/[0-9]+)?$", examples=["3/4"])]


@dataclass(eq=False, kw_only=True)
class MalformedDeal(InvalidDeal):
    """JSON that doesn't have the shape of a deal."""

    path: Path = ()
    name: str


@dataclass(eq=False, kw_only=True)
class MissingKey(MalformedDeal):
    """A key that a deal can't do without."""


@dataclass(eq=False, kw_only=True)
class UnknownKey(MalformedDeal):
    """A key that isn't known there."""


@dataclass(eq=False, kw_only=True)
class WrongType(MalformedDeal):
    """A value of the wrong type."""

    expected: str


@dataclass(eq=False, kw_only=True)
class TooLong(MalformedDeal):
    """A list, an object or a text that is longer than is read."""

    most: int
    of: str


add_messages(
    {
        "MissingKey": "{name} is missing",
        "UnknownKey": "unknown key {name}",
        "WrongType": "{name} must be {expected}",
        "TooLong": "{name} can have {most} {of} at the most",
    }
)

_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "typed_dict_type": "an object",
    "amount": "a whole number or a text like “12.50”",
}
"""What a value must be, by the type of the checker's error."""

_TOO_LONG = {"too_long": "entries", "string_too_long": "characters"}


def checked[T](adapter: TypeAdapter[T], document: Any) -> T:
    """The document, of the adapter's type. Raises MalformedDeal, the first thing that is wrong."""
    try:
        return adapter.validate_python(document)
    except ValidationError as error:
        raise _first(error.errors(include_url=False, include_input=False), document) from None


def _first(errors: Sequence[ErrorDetails], document: Any) -> MalformedDeal:
    """What is wrong with the first key at fault, as deep inside as it can be said."""
    found = [(_path(error, document), error) for error in errors]
    key = found[0][0][:1]
    path = max((path for path, _ in found if path[:1] == key), key=len)
    here = [error for each, error in found if each == path]
    return _malformed(path, here)


def _malformed(path: Path, errors: Sequence[ErrorDetails]) -> MalformedDeal:
    where = _Where(path=path, name=_name(path), field=str(path[0]) if path else "")
    kind = errors[0]["type"]
    if kind == "missing":
        return MissingKey(**where)
    if kind == "extra_forbidden":
        return UnknownKey(**where)
    for error in errors:
        if error["type"] in _TOO_LONG:
            most = error["ctx"]["max_length"]
            return TooLong(**where, most=most, of=_TOO_LONG[error["type"]])
    expected = dict.fromkeys(map(_expected, errors))
    return WrongType(**where, expected=" or ".join(expected))


def _expected(error: ErrorDetails) -> str:
    """What the value must be: by its type, or else by the words or the pattern allowed there."""
    context = error.get("ctx", {})
    allowed = context.get("expected") or f"of the form {context.get('pattern')}"
    return _EXPECTED.get(error["type"]) or str(allowed)


class _Where(TypedDict):
    path: Path
    name: str
    field: str


def _name(path: Path) -> str:
    """`hands`, `pots.0.amount`; the whole document is a deal."""
    return ".".join(str(step)[:40] for step in path) or "a deal"


def _path(error: ErrorDetails, document: Any) -> Path:
    """The steps of its location that lead into the document; others name branches of a type."""
    path: list[str | int] = []
    part = document
    for step in error["loc"]:
        if _has(part, step):
            part = part[step]
            path.append(step)
    return (*path, error["loc"][-1]) if error["type"] == "missing" else tuple(path)


def _has(part: Any, step: str | int) -> bool:
    if isinstance(part, Mapping):
        return step in part
    return isinstance(part, list) and isinstance(step, int) and step < len(part)
