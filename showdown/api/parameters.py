"""Refuse parameters that are not in the OpenAPI document."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from django.http import QueryDict
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from showdown.api.idempotency import KEY_HEADER
from showdown.api.openapi import Json, document
from showdown.api.problems import UnusableKey

_PART = re.compile(r"<(?:\w+:)?(\w+)>")
_CSRF_FIELD = "csrfmiddlewaretoken"
_TRUTHS = {"true": True, "false": False}
_READING = ("GET", "HEAD", "OPTIONS")


class _Taken(NamedTuple):
    """The parameters of an operation."""

    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()


def refuse_unknown(request: Request) -> None:
    """Raise ValidationError for a query parameter that is unknown, empty or given twice.

    Raises UnusableKey for an Idempotency-Key where requests can't be repeated.
    """
    taken = _taken_by(request)
    _refuse(request.query_params, taken.query)
    repeats = request.method in _READING or KEY_HEADER in taken.headers
    if KEY_HEADER in request.headers and not repeats:
        raise UnusableKey(
            "this request can't be repeated by its Idempotency-Key; leave the key out"
        )


def refuse_unknown_fields(request: Request, form: QueryDict) -> None:
    """Refuse unknown fields of a form, which have the names of query parameters."""
    twice = form.keys() & request.query_params.keys()
    if twice:
        raise ValidationError({name: ["this is in the form and in the address"] for name in twice})
    _refuse(form, (*_taken_by(request).query, _CSRF_FIELD))


def truth(fields: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Parse `true` or `false`, or `True` or `False` as Python clients write them.

    Raise ValidationError for anything else.
    """
    if name not in fields:
        return default
    value = fields[name].lower()
    if value not in _TRUTHS:
        raise ValidationError({name: ["this must be true or false"]})
    return _TRUTHS[value]


def _refuse(given: QueryDict, names: tuple[str, ...]) -> None:
    errors = {
        name: [error] for name, values in given.lists() if (error := _error(name, values, names))
    }
    if errors:
        raise ValidationError(errors)


def _error(name: str, values: list[str], names: tuple[str, ...]) -> str | None:
    if name not in names:
        known = ", ".join(names) or "none"
        return f"there is no such parameter here; known: {known}"
    if len(values) > 1:
        return "this is given twice"
    return None if values[0] else "this is empty; leave it out instead"


def _taken_by(request: Request) -> _Taken:
    match = request._request.resolver_match
    path = "/" + _PART.sub(r"{\1}", match.route if match else "")
    method = "get" if request.method == "HEAD" else (request.method or "").lower()
    return _taken().get((path, method), _Taken())


@cache
def _taken() -> dict[tuple[str, str], _Taken]:
    """Return the parameters of each operation, by path and method."""
    return {
        (path, method): _Taken(_names(operation, "query"), _names(operation, "header"))
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
    }


def _names(operation: Json, place: str) -> tuple[str, ...]:
    parameters = operation.get("parameters", ())
    return tuple(parameter["name"] for parameter in parameters if parameter["in"] == place)
