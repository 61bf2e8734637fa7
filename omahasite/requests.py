"""Gives each request an id, which is in its response and in every log line about it."""

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from secrets import token_hex
from time import monotonic

from django.conf import settings
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("showdown.requests")

HEADER = "X-Request-ID"
_USABLE = re.compile(r"[\w.:-]{8,64}", re.ASCII)
_current: ContextVar[str] = ContextVar("request_id", default="-")


class RequestIdMiddleware:
    """The outermost middleware. A trusted proxy may set the id; ids from clients are ignored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        said = request.headers.get(HEADER, "") if settings.REST_FRAMEWORK["NUM_PROXIES"] else ""
        _current.set(said if _USABLE.fullmatch(said) else token_hex(8))
        started = monotonic()
        response = self.get_response(request)
        response[HEADER] = _current.get()
        _tell(request, response.status_code, monotonic() - started)
        return response


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    told = {
        "method": request.method,
        "path": request.path,
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
    }
    logger.info("%(method)s %(path)s %(status)s in %(milliseconds)s ms", told, extra=told)


class RequestIdFilter(logging.Filter):
    """Adds the id to log records; `-` outside requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _current.get()
        return True


def tell_why(request: HttpRequest, status: int, error: BaseException) -> None:
    """Log why a request was told that the site can't answer now."""
    first, *_ = str(error).splitlines() or [""]
    kind = type(error.__cause__ or error).__name__
    logger.warning("%s %s: %s, because %s: %s", request.method, request.path, status, kind, first)
