"""Validate query parameters and form fields against the names in the OpenAPI document."""

import re
from collections.abc import Mapping, Sequence

from django.http import QueryDict
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from showdown.api.idempotency import KEY_HEADER
from showdown.api.openapi import openapi_document
from showdown.api.problems import UnusableKey
from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.games import OMAHA_HILO, Game, find_game
from showdown.notation.digits import whole_number
from showdown.words.errors import error_text

_PATH_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_BOOLEANS = {"true": True, "false": False}


def check_query_parameters(request: Request) -> None:
    """Raise ValidationError for unknown, empty or repeated query parameters.

    Raise UnusableKey for an Idempotency-Key if the method is unsafe and the operation doesn't
    support it.
    """
    _check_names(request.query_params, _parameter_names("query", request))
    allows_key = request.method in SAFE_METHODS or KEY_HEADER in _parameter_names("header", request)
    if KEY_HEADER in request.headers and not allows_key:
        raise UnusableKey("this operation doesn't support Idempotency-Key; leave the header out")


def check_form_fields(request: Request, form: QueryDict) -> None:
    """Raise ValidationError for unknown, empty or repeated fields of a form.

    Fields have the names of the query parameters. Raise ValidationError also for a name that is
    both in the form and in the query string.
    """
    in_both = form.keys() & request.query_params.keys()
    if in_both:
        raise ValidationError(
            {name: ["this is given in both the form and the query string"] for name in in_both}
        )
    _check_names(form, [*_parameter_names("query", request), "csrfmiddlewaretoken"])


def parse_boolean(fields: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Parse `true` or `false` in any case, because Python clients write `True`.

    Return `default` if the field is missing. Raise ValidationError for anything else.
    """
    if name not in fields:
        return default
    value = fields[name].lower()
    if value not in _BOOLEANS:
        raise ValidationError({name: ["this must be true or false"]})
    return _BOOLEANS[value]


def parse_game(fields: Mapping[str, str]) -> Game:
    """Return the game in the `game` field, by default Omaha Hi/Lo.

    Raise ValidationError if the game is unknown.
    """
    try:
        return find_game(fields.get("game", OMAHA_HILO.slug))
    except UnknownGame as error:
        raise ValidationError({"game": [error_text(error)]}) from error


def parse_positive_integer(fields: Mapping[str, str], name: str, default: int, maximum: int) -> int:
    """Parse a whole number from 1 to `maximum`. Raise ValidationError for anything else.

    Return `default` if the field is missing.
    """
    if name not in fields:
        return default
    number = whole_number(fields[name]) or 0
    if not 1 <= number <= maximum:
        raise ValidationError({name: [f"this must be a whole number from 1 to {maximum}"]})
    return number


def _check_names(parameters: QueryDict, allowed_names: Sequence[str]) -> None:
    """Raise ValidationError for unknown, repeated or empty parameters."""
    errors = {}
    for name, values in parameters.lists():
        if name not in allowed_names:
            expected = (
                f"expected one of: {', '.join(allowed_names)}" if allowed_names else "expected none"
            )
            errors[name] = [f"unknown parameter; {expected}"]
        elif len(values) > 1:
            errors[name] = ["this is given more than once"]
        elif not values[0]:
            errors[name] = ["this must not be empty; leave it out instead"]
    if errors:
        raise ValidationError(errors)


def _parameter_names(location: str, request: Request) -> list[str]:
    """Return the names of the operation's parameters whose location is `query` or `header`."""
    match = request._request.resolver_match
    path = "/" + _PATH_PARAMETER.sub(r"{\1}", match.route if match else "")
    method = "get" if request.method == "HEAD" else (request.method or "").lower()
    operation = openapi_document()["paths"].get(path, {}).get(method, {})
    parameters = operation.get("parameters", ())
    return [parameter["name"] for parameter in parameters if parameter["in"] == location]
