"""The maximum request body of each route, checked before a thread is occupied.

The gateway and the application communicate about bodies through the WSGI environ. A body within the
limit of its route and DATA_UPLOAD_MAX_MEMORY_SIZE (the environment variable MOST_BODY_BYTES) is
received before the application runs. For a larger upload, the application runs twice: first without
the body, with BODY_AWAITED set, to respond with 100 (Continue) or a refusal; then with the whole
body and BODY_ADMITTED. No thread waits for a client.
"""

from collections.abc import Callable
from enum import Enum, auto

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

BODY_TOO_LARGE = "omahasite.body_too_large"
BODY_AWAITED = "omahasite.body_awaited"
BODY_ADMITTED = "omahasite.body_admitted"

FORM_BYTES = 64 << 10
"""Limit in bytes of views that are in neither UPLOADS nor LIMITS; enough for a form's fields."""
FORM_OVERHEAD = 64 << 10
"""Maximum size in bytes of a multipart form without its file."""

UPLOADS = {"batches", "audits", "api:batches", "api:audits"}
"""Views that accept files of up to BATCH_MOST_UPLOAD_BYTES."""

_PASTED_BYTES = 1 << 20
"""The limit for pasted text: 50,000 characters take up to twelve bytes each in a form."""

_TEXT_VIEWS = ("table", "live", "live_round", "dropped", "settle_up", "api:odds", "api:settle_up")
_DATA_VIEWS = ("api:showdowns", "api:bulk", "api:convert_log")
LIMITS = dict.fromkeys(_TEXT_VIEWS, _PASTED_BYTES)
LIMITS |= dict.fromkeys(_DATA_VIEWS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
"""Limits of views that accept more than a form, in bytes."""


class Treatment(Enum):
    """The gateway's treatment of a body."""

    RECEIVE_FIRST = auto()
    """Receive it, then run the application."""
    CHECK_FIRST = auto()
    """Run the application without the body. If it responds with 100, run it again with the body."""
    REFUSE = auto()
    """Run the application without it, to respond with 413."""


def treatment_of(path: str, content_length: int) -> Treatment:
    """Return how to treat a body of `content_length` bytes that is sent to this path."""
    if content_length <= FORM_BYTES:
        return Treatment.RECEIVE_FIRST
    if content_length > limit_of(path):
        return Treatment.REFUSE
    if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return Treatment.CHECK_FIRST
    return Treatment.RECEIVE_FIRST


def limit_of(path: str) -> int:
    """Return the maximum size in bytes of a body sent to this path."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return FORM_BYTES
    if name in UPLOADS:
        return settings.BATCH_MOST_UPLOAD_BYTES + FORM_OVERHEAD
    return min(LIMITS.get(name, FORM_BYTES), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


class BodyLimitMiddleware:
    """Middleware that responds with 413 if the gateway left out a body that is too large."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if BODY_TOO_LARGE in request.META:
            raise RequestDataTooBig(f"the body has more than {limit_of(request.path):,} bytes")
        return self.get_response(request)
