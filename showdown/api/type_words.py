"""What a JSON schema allows, in words with links: `a list of Pot, at most 13, or null`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

type Json = dict[str, Any]

_MOST_NAMED = 12
"""Values that are listed in the text; more of them are folded away."""

_CODE = re.compile(r"`([^`]+)`")
_FORMATS = {
    "uuid": "a UUID",
    "uri": "an address",
    "uri-reference": "an address",
    "date-time": "a moment (ISO 8601)",
    "binary": "a file",
}
_PLAIN = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "null",
    "object": "an object",
}


@dataclass(frozen=True, slots=True)
class Property:
    """A key of an object: what may stand there, and what it means."""

    name: str
    is_required: bool
    type: SafeString
    description: SafeString


def prose(text: str) -> SafeString:
    """A text with `code` in it, as HTML within a paragraph."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308 - it is escaped


def paragraphs(text: str) -> list[SafeString]:
    return [prose(" ".join(each.split())) for each in text.split("\n\n") if each.strip()]


def anchor(name: str) -> str:
    """Where the page describes the type of this name."""
    return f"type-{name}"


def type_words(schema: Json) -> SafeString:
    """What values there may be."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return format_html('<a href="#{}">{}</a>', anchor(name), name)
    if "enum" in schema:
        return _values(schema["enum"])
    several = schema.get("anyOf") or schema.get("oneOf")
    if several:
        return _one_of(several)
    kinds = schema.get("type", "object")
    if isinstance(kinds, list):
        return _one_of([{"type": kind} for kind in kinds])
    return _of_kind(kinds, schema)


def properties_of(schema: Json) -> Iterator[Property]:
    """The keys of an object, in the order of the document."""
    required = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        said = prose(each.get("description", ""))
        yield Property(name, name in required, type_words(each), said)


def _one_of(schemas: list[Json]) -> SafeString:
    return format_html_join(" or ", "{}", ((type_words(each),) for each in schemas))


def _values(values: list[Any]) -> SafeString:
    listed = format_html_join(", ", "<code>{}</code>", ((value,) for value in values))
    if len(values) <= _MOST_NAMED:
        return format_html("one of {}", listed) if len(values) > 1 else listed
    return format_html(
        '<details class="values"><summary>one of {}</summary>{}</details>', len(values), listed
    )


def _of_kind(kind: str, schema: Json) -> SafeString:
    if kind == "array":
        return format_html("a list of {}{}", type_words(schema.get("items", {})), _most(schema))
    if kind == "object":
        return _object(schema)
    words = _FORMATS.get(schema.get("format", "")) or _PLAIN[kind]
    return format_html("{}{}", prose(words), _bounds(schema))


def _object(schema: Json) -> SafeString:
    """By name, or with keys of its own."""
    by_name = list(schema.get("patternProperties", {}).values())
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        by_name.append(more)
    if by_name:
        return format_html("by name, each {}", _one_of(by_name))
    keys = [f"`{name}`" for name in schema.get("properties", {})]
    return prose(f"an object of {', '.join(keys)}" if keys else _PLAIN["object"])


def _most(schema: Json) -> str:
    return f", at most {schema['maxItems']}" if "maxItems" in schema else ""


def _bounds(schema: Json) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f" from {least:,}"
    if "maxLength" in schema:
        return f" of at most {schema['maxLength']:,} characters"
    return ""
