"""Gives each request an id, which is in its response and in every log line about it."""

import logging
import re
from collections.abc import Callable
from secrets import token_hex

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from omahasite.logs import request_id

logger = logging.getLogger("showdown.requests")

HEADER = "X-Request-ID"
_USABLE = re.compile(r"[\w.:-]{8,64}", re.ASCII)


class RequestIdMiddleware:
    """The outermost middleware. A trusted proxy may set the id; ids from clients are ignored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.REST_FRAMEWORK["NUM_PROXIES"] else ""
        request_id.set(given if _USABLE.fullmatch(given) else token_hex(8))
        response = self.get_response(request)
        response[HEADER] = request_id.get()
        return response


def tell_why(request: HttpRequest, status: int, error: BaseException) -> None:
    """Log why the site couldn't answer a request now."""
    first, *_ = str(error).splitlines() or [""]
    kind = type(error.__cause__ or error).__name__
    logger.warning("%s %s: %s, because %s: %s", request.method, request.path, status, kind, first)
