"""Says in a page why something cannot be done right now."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from omahasite.requests import tell_why
from showdown.models.passwords import TooManyPasswords
from showdown.models.unavailable import DATABASE_AWAY

_PAGES: list[tuple[tuple[type[Exception], ...], str, int, int]] = [
    (DATABASE_AWAY, "503.html", 503, 5),
    ((TooManyPasswords,), "busy.html", 429, 2),
]
"""What was raised, the page that says it, its status, and the seconds until it may be over."""


class UnavailableMiddleware:
    """A clear page instead of a fault of the site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        for kinds, page, status, seconds in _PAGES:
            if isinstance(exception, kinds):
                tell_why(request, status, exception)
                response = render(request, page, status=status)
                response["Retry-After"] = seconds
                return response
        return None
