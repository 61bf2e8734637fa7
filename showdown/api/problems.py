"""Convert exceptions to problem documents (RFC 9457) with positions in the request.

Each problem type is InvalidDeal, APIException or a subclass. The title of an InvalidDeal is the
first line of its docstring; the title of an APIException is its default detail. The attribute
`wait` of an exception is the number of seconds for the header `Retry-After`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, NotRequired, TypedDict

from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.urls import reverse
from pydantic import Field, with_config
from rest_framework import exceptions
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from omahasite.requests import log_unavailable
from showdown.batches.results import ExportJobFailed, RangeOutsideFile
from showdown.batches.upload_limits import BatchLimitReached, RefusedBatch, TooLargeUpload
from showdown.batches.uploads import StorageFull
from showdown.evaluator.errors import InvalidDeal
from showdown.models.people import DATABASE_UNAVAILABLE
from showdown.models.sign_ins import TooManyPasswords
from showdown.notation.deal_json import error_location
from showdown.notation.json_types import STRICT, text_schema
from showdown.notation.strict_json import NotJson, to_pointer
from showdown.words.errors import error_text

type Json = dict[str, Any]

CONTENT_TYPE = "application/problem+json"
_API = "/api/"


@with_config(STRICT)
class ProblemErrorJson(TypedDict, total=False):
    """An error, and its position in the request."""

    detail: str
    pointer: str
    """The location in the document, as a JSON pointer."""
    position: Annotated[int, Field(ge=0)]
    """The index of the character in the text."""
    parameter: str
    """The name of the query parameter, form field or header."""


class ProblemJson(TypedDict):
    """A problem document (RFC 9457)."""

    type: Annotated[str, text_schema(format="uri-reference")]
    title: str
    status: int
    detail: str
    errors: NotRequired[list[ProblemErrorJson]]


@with_config(STRICT)
class ProblemTypeJson(TypedDict):
    """The title and the HTTP status of a type of problem."""

    title: str
    status: int


class DatabaseAway(APIException):
    status_code = 503
    default_detail = "The database can't be reached; try again."
    wait = 5


class BodyTooLarge(APIException):
    status_code = 413
    default_detail = "The request body is too large."


class TooManyDeals(BodyTooLarge):
    default_detail = "The request has too many deals."


class EncodedBody(APIException):
    status_code = 415
    default_detail = "This Content-Encoding isn't supported here."


class UnknownHost(APIException):
    status_code = 400
    default_detail = "The Host header names another site."


class UnusableKey(APIException):
    status_code = 400
    default_detail = "This Idempotency-Key can't be used here."


class KeyInUse(APIException):
    status_code = 409
    default_detail = "A request with this Idempotency-Key is still being answered."
    wait = 1


class KeyOfAnotherRequest(APIException):
    status_code = 422
    default_detail = "This Idempotency-Key was used for another request."


class Gone(APIException):
    status_code = 410
    default_detail = "The resource created with this Idempotency-Key has been deleted."


class WrongPassword(APIException):
    status_code = 401
    default_detail = "The username or the password is wrong."
    auth_header = "Bearer"


class TooManyAtOnce(APIException):
    status_code = 429
    default_detail = "Too many passwords are being checked; try again."
    wait = 2


class TooManyBatches(APIException):
    status_code = 429
    default_detail = "Too many of your batches are running."
    wait = 30


class NoRoomForFile(APIException):
    status_code = 507
    default_detail = "There is no room for the file right now; try again later."
    wait = 60


class UnusableFile(APIException):
    status_code = 400
    default_detail = "The file can't be used, for example because it is empty."


class UnsatisfiableRange(APIException):
    status_code = 416
    default_detail = "The range of bytes is outside the file."


class ExportFailed(APIException):
    status_code = 500
    default_detail = "The table couldn't be created."


def _with_subclasses(error_type: type[Any]) -> Iterator[type[Any]]:
    yield error_type
    for subclass in error_type.__subclasses__():
        yield from _with_subclasses(subclass)


def _problem_name(error_type: type[Any]) -> str:
    """Return the name of a problem type: `duplicate-card` for DuplicateCard."""
    if error_type is APIException:
        return "server-error"
    return re.sub(r"(?<!^)(?=[A-Z])", "-", error_type.__name__).lower()


_TITLES: dict[type[Any], str] = {
    exceptions.MethodNotAllowed: "This address doesn't accept this method",
    exceptions.UnsupportedMediaType: "A body of this media type can't be read here",
}
"""Titles for exceptions of DRF whose messages have placeholders."""


def _problem_type(error_type: type[Any]) -> ProblemTypeJson:
    if issubclass(error_type, InvalidDeal):
        title = (error_type.__doc__ or "").splitlines()[0]
        status = 400 if issubclass(error_type, NotJson) else 422
    else:
        title = _TITLES.get(error_type, str(error_type.default_detail))
        status = error_type.status_code
    return {"title": title.rstrip("."), "status": status}


def known_problems() -> dict[str, ProblemTypeJson]:
    """Return the title and status of every type of problem, by name."""
    error_types = [*_with_subclasses(InvalidDeal), *_with_subclasses(APIException)]
    return {
        _problem_name(error_type): _problem_type(error_type)
        for error_type in sorted(error_types, key=_problem_name)
    }


def problem_of(error: Exception, document: Any, request: HttpRequest | Request) -> Json:
    """Return the problem document of this error.

    `document` is the parsed body of the request. An InvalidDeal is located in text by the index of
    a character; in JSON by a JSON pointer and, if known, an index in the value at the pointer.
    """
    error_type = type(error)
    url = reverse("api:problem", args=[_problem_name(error_type)])
    with suppress(DisallowedHost):
        url = request.build_absolute_uri(url)
    detail = error_text(error)
    problem: Json = {"type": url, **_problem_type(error_type), "detail": detail}
    if isinstance(error, InvalidDeal):
        error_json: Json = {"detail": detail}
        position = error.position
        if not isinstance(document, str):
            path, position = error_location(error, document)
            error_json["pointer"] = to_pointer(path)
        if position is not None:
            error_json["position"] = position
        problem["errors"] = [error_json]
    elif isinstance(error, exceptions.ValidationError):
        problem["detail"] = "some parameters aren't valid"
        problem["errors"] = [
            {"detail": str(detail), "parameter": name}
            for name, details in error.detail.items()
            for detail in details
        ]
    return problem


_TRANSLATIONS: tuple[tuple[Any, type[APIException]], ...] = (
    (Http404, exceptions.NotFound),
    (PermissionDenied, exceptions.PermissionDenied),
    (DATABASE_UNAVAILABLE, DatabaseAway),
    (TooManyPasswords, TooManyAtOnce),
    (RequestDataTooBig, BodyTooLarge),
    (DisallowedHost, UnknownHost),
    ((SuspiciousOperation, BadRequest, MultiPartParserError), exceptions.ParseError),
    (BatchLimitReached, TooManyBatches),
    (TooLargeUpload, BodyTooLarge),
    (StorageFull, NoRoomForFile),
    (RefusedBatch, UnusableFile),
    (RangeOutsideFile, UnsatisfiableRange),
    (ExportJobFailed, ExportFailed),
)
"""Exception classes, and the exceptions to report in their place.

The first matching row applies: RequestDataTooBig and DisallowedHost come before their base class
SuspiciousOperation.
"""

_WITH_PUBLIC_MESSAGES = (RefusedBatch, RangeOutsideFile, ExportJobFailed)
"""Exceptions whose messages become the detail of the reported exception."""


def _translate(error: Exception) -> Exception | None:
    """Return the exception to report; None for a server error."""
    if isinstance(error, InvalidDeal | APIException):
        return error
    for error_types, reported_type in _TRANSLATIONS:
        if isinstance(error, error_types):
            is_public = isinstance(error, _WITH_PUBLIC_MESSAGES)
            return reported_type(str(error) if is_public else None)
    return None


def exception_handler(error: Exception, context: Json) -> HttpResponseBase | None:
    """Return a problem document, or None for a server error.

    The setting EXCEPTION_HANDLER of DRF names this function.
    """
    reported_error = _translate(error)
    if reported_error is None:
        return None
    request: Request = context["request"]
    document = request.data if isinstance(reported_error, InvalidDeal) else None
    if isinstance(reported_error, DatabaseAway):
        log_unavailable(request._request, 503, error)
    response = _problem_response(problem_of(reported_error, document, request))
    if wait := getattr(reported_error, "wait", None):
        response["Retry-After"] = int(wait)
    if challenge := getattr(reported_error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    return response


def _problem_response(problem: Json) -> JsonResponse:
    return JsonResponse(problem, status=problem["status"], content_type=CONTENT_TYPE)


def client_error(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return a response with status 400, 404 or 413.

    It is a problem document under /api/, and an HTML page elsewhere. Django's own error views are
    not used: they parse the form to find its CSRF token, and fail if it can't be parsed.
    """
    problem = problem_of(_translate(exception) or exceptions.ParseError(), None, request)
    if request.path.startswith(_API):
        return _problem_response(problem)
    status = problem["status"]
    return HttpResponse(render_to_string(f"{status}.html", request=request), status=status)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Return a problem document under /api/ and an HTML page elsewhere, with status 500."""
    if request.path.startswith(_API):
        error = APIException("The site failed; the request may be correct.")
        return _problem_response(problem_of(error, None, request))
    return HttpResponse(render_to_string("500.html"), status=500)
