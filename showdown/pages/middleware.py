"""Middleware that explains why a request can't be answered now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from omahasite.requests import tell_why
from showdown.models.people import DATABASE_AWAY
from showdown.models.sign_ins import TooManyPasswords

_PAGES: list[tuple[tuple[type[Exception], ...], str, int, int]] = [
    (DATABASE_AWAY, "503.html", 503, 5),
    ((TooManyPasswords,), "busy.html", 429, 2),
]
"""Exceptions, the template and status for them, and `Retry-After` in seconds."""


class UnavailableMiddleware(MiddlewareMixin):
    """Answer with a page that explains the problem instead of a server error."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        for kinds, page, status, seconds in _PAGES:
            if isinstance(exception, kinds):
                tell_why(request, status, exception)
                response = render(request, page, status=status)
                response["Retry-After"] = seconds
                return response
        return None
