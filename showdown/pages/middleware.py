"""Says that the database is away, where a page cannot do without it."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from omahasite.requests import tell_why

_RETRY_AFTER_SECONDS = 5


class DatabaseAwayMiddleware:
    """A clear page instead of a fault of the site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        tell_why(request, 503, exception)
        response = render(request, "503.html", status=503)
        response["Retry-After"] = _RETRY_AFTER_SECONDS
        return response
