"""The maximum request body of each route, checked before a thread is occupied.

The gateway and the application communicate about bodies through the WSGI environ. A body within the
limit of its route and DATA_UPLOAD_MAX_MEMORY_SIZE (the environment variable MAX_BODY_BYTES) is
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
"""The keys of the WSGI environ that mark how the gateway treats a body."""

MAX_FORM_BYTES = 64 << 10
"""Limit for views in neither UPLOAD_VIEWS nor LIMITS; enough for the fields of a form."""
MAX_FORM_OVERHEAD = 64 << 10
"""Maximum size in bytes of a multipart form without its file."""

UPLOAD_VIEWS = {"batches", "audits", "api:batches", "api:audits"}
"""Views that accept files of up to BATCH_MAX_UPLOAD_BYTES."""

_MAX_PASTED_BYTES = 1 << 20
"""Limit for pasted text: 50,000 characters, percent-encoded in up to twelve bytes each."""

_TEXT_VIEWS = ("table", "live", "live_round", "dropped", "settle_up", "api:odds", "api:settle_up")
_DATA_VIEWS = ("api:showdowns", "api:bulk", "api:convert_log")
LIMITS = dict.fromkeys(_TEXT_VIEWS, _MAX_PASTED_BYTES)
LIMITS |= dict.fromkeys(_DATA_VIEWS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
"""Limits of views that accept more than a form, in bytes."""


class Treatment(Enum):
    """The gateway's treatment of a body."""

    RECEIVE_FIRST = auto()
    """Receive the body, then run the application."""
    CHECK_FIRST = auto()
    """Run the application without the body. If it responds with 100, run it again with the body."""
    REFUSE = auto()
    """Run the application without the body, to respond with 413."""


def treatment_of(path: str, content_length: int) -> Treatment:
    """Return how to treat a body of `content_length` bytes that is sent to this path."""
    if content_length <= MAX_FORM_BYTES:
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
        return MAX_FORM_BYTES
    if name in UPLOAD_VIEWS:
        return settings.BATCH_MAX_UPLOAD_BYTES + MAX_FORM_OVERHEAD
    return min(LIMITS.get(name, MAX_FORM_BYTES), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


class BodyLimitMiddleware:
    """Middleware that responds with 413 if the gateway omitted a body that is too large."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if BODY_TOO_LARGE in request.META:
            raise RequestDataTooBig(f"the body has more than {limit_of(request.path):,} bytes")
        return self.get_response(request)
