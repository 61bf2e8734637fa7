"""The documentation of the API as a page of the site, made from the OpenAPI document."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from shlex import quote
from typing import Any

from django.utils.safestring import SafeString
from django.views.generic import TemplateView
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from showdown.api.type_words import (
    Property,
    anchor,
    paragraphs,
    properties_of,
    prose,
    type_words,
)

type Json = dict[str, Any]

_FIRST_CLAUSE = re.compile(r"(?:`[^`]*`|[^`])+?(?=[.:;](?:\s|$)|$)", re.DOTALL)


class DescribedOperation(AutoSchema):
    """Gives each operation a summary: the first clause of its description."""

    def get_summary(self) -> str | None:
        found = _FIRST_CLAUSE.match(self.get_description())
        return " ".join(found[0].split()) if found else None


@dataclass(frozen=True, slots=True)
class Example:
    """A request that works, as a command; or what is answered."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent or answered, in one media type."""

    media_type: str
    type: SafeString


@dataclass(frozen=True, slots=True)
class Answer:
    """A status, and the bodies that come with it."""

    status: str
    bodies: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that the API does."""

    id: str
    method: str
    path: str
    summary: SafeString
    description: list[SafeString]
    parameters: list[Property]
    bodies: tuple[Body, ...]
    examples: tuple[Example, ...]
    answers: list[Answer]
    answer_examples: tuple[Example, ...]
    problems: list[str]


@dataclass(frozen=True, slots=True)
class Group:
    """The operations on one kind of thing."""

    name: str
    operations: list[Operation]


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the document under its name."""

    anchor: str
    name: str
    description: SafeString
    properties: list[Property]
    words: SafeString


@dataclass(frozen=True, slots=True)
class Documentation:
    """All of it."""

    introduction: list[SafeString]
    groups: list[Group]
    types: list[Type]


class Docs(TemplateView):
    """For people; programs read the document itself."""

    template_name = "api/docs.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        site = self.request.build_absolute_uri("/").rstrip("/")
        return super().get_context_data(docs=documentation(site), **kwargs)


@lru_cache(maxsize=4)
def documentation(site: str) -> Documentation:
    """With examples that ask this site."""
    document = _document()
    groups: dict[str, list[Operation]] = {}
    for path, operations in document["paths"].items():
        for method, operation in sorted(operations.items(), key=_what_does_something_first):
            shown = _operation(site, path, method, operation)
            groups.setdefault(operation["tags"][0], []).append(shown)
    return Documentation(
        introduction=paragraphs(document["info"]["description"]),
        groups=[Group(name.replace("-", " "), each) for name, each in groups.items()],
        types=[_type(name, each) for name, each in document["components"]["schemas"].items()],
    )


@cache
def _document() -> Json:
    return SchemaGenerator().get_schema(public=True)


def _what_does_something_first(named: tuple[str, Json]) -> bool:
    return named[0] == "get"


def _operation(site: str, path: str, method: str, operation: Json) -> Operation:
    content = operation.get("requestBody", {}).get("content", {})
    answers = {
        status: each
        for status, each in operation["responses"].items()
        if not any("problem" in kind for kind in each.get("content", {}))
    }
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=prose(operation["summary"]),
        description=_beyond_the_summary(operation),
        parameters=[_parameter(each) for each in operation.get("parameters", ())],
        bodies=_bodies(content),
        examples=tuple(_examples(f"{site}{path}", method, content)),
        answers=[
            Answer(status, _bodies(each.get("content", {}))) for status, each in answers.items()
        ],
        answer_examples=tuple(_answer_examples(answers)),
        problems=[status for status in operation["responses"] if status not in answers],
    )


def _beyond_the_summary(operation: Json) -> list[SafeString]:
    """The description, unless the summary says it all."""
    said = operation["description"].strip()
    return [] if said.rstrip(".") == operation["summary"] else paragraphs(said)


def _parameter(parameter: Json) -> Property:
    return Property(
        parameter["name"],
        parameter.get("required", False),
        type_words(parameter["schema"]),
        prose(parameter.get("description", "")),
    )


def _bodies(content: Json) -> tuple[Body, ...]:
    return tuple(Body(kind, type_words(each.get("schema", {}))) for kind, each in content.items())


def _examples(address: str, method: str, content: Json) -> Iterator[Example]:
    """Each example as a command; where there is none, how the bare address is asked."""
    for kind, each in content.items():
        for example in each.get("examples", {}).values():
            command = _command(address, method, kind, example["value"])
            yield Example(example.get("summary", kind), command)
    if not content:
        way = "" if method == "get" else f"-X {method.upper()} "
        yield Example("", f"curl {way}{address}")


def _command(address: str, method: str, kind: str, value: Any) -> str:
    body = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    return (
        f"curl -X {method.upper()} {address} \\\n"
        f"  -H {quote(f'Content-Type: {kind}')} \\\n"
        f"  --data-binary {quote(body.rstrip())}"
    )


def _answer_examples(answers: Json) -> Iterator[Example]:
    for status, answer in answers.items():
        for body in answer.get("content", {}).values():
            for example in body.get("examples", {}).values():
                text = json.dumps(example["value"], indent=2, ensure_ascii=False)
                yield Example(f"{status}: {example.get('summary', '')}", text)


def _type(name: str, schema: Json) -> Type:
    return Type(
        anchor=anchor(name),
        name=name,
        description=prose(schema.get("description", "")),
        properties=list(properties_of(schema)),
        words=type_words(schema),
    )
