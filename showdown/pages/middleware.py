"""Middleware of the pages: rate limits by address, and pages for temporary failures."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from omahasite.bodies import BODY_ADMITTED
from omahasite.requests import log_unavailable
from showdown.models.people import DATABASE_UNAVAILABLE
from showdown.models.rate_limits import address_of, count_request
from showdown.models.sign_ins import TooManyPasswords

FORM_LIMITS = {
    "sign_in": "sign_in",
    "admin:login": "sign_in",
    "sign_up": "sign_up",
    "reset": "reset",
    "batches": "upload",
    "audits": "upload",
}
"""Limits of forms by the name of their view; other forms have the limit `form`."""

EXPORTS = {"history_csv", "my_data", "batch_records", "batch_table", "batch_errors", "audit_report"}
"""Names of the views of downloads, which share the limit `export`."""

READING_LIMITS = dict.fromkeys(EXPORTS, "export") | {
    "live": "live",
    "live_round": "sampling",
    "range": "live",
    "showdown_preview": "picture",
    "trainer": "drill",
    "trainer_today": "drill",
    "trainer_audition": "drill",
}
"""Limits of GET requests by the name of their view; other pages have no limit."""


class RateLimitMiddleware(MiddlewareMixin):
    """Middleware that refuses requests over a limit before their bodies are read.

    The API has its own limits.
    """

    def process_view(self, request: HttpRequest, *args: Any) -> HttpResponse | None:
        if BODY_ADMITTED in request.META:
            return None
        match = request.resolver_match
        limit = None
        if match and "api" not in match.app_names:
            is_form = request.method not in ("GET", "HEAD", "OPTIONS")
            limit = (
                FORM_LIMITS.get(match.view_name, "form")
                if is_form
                else READING_LIMITS.get(match.view_name)
            )
        allowance = count_request(limit, address_of(request)) if limit else None
        if allowance is None or allowance.allows_request:
            return None
        response = render(request, "429.html", {"wait": allowance.ends_in}, status=429)
        response["Retry-After"] = allowance.ends_in
        return response


_FAILURE_PAGES: list[tuple[tuple[type[Exception], ...], str, int, int]] = [
    (DATABASE_UNAVAILABLE, "503.html", 503, 5),
    ((TooManyPasswords,), "busy.html", 429, 2),
]
"""Exceptions, and the template, the status and the `Retry-After` in seconds of the response."""


class UnavailableMiddleware(MiddlewareMixin):
    """Middleware that responds to temporary failures with a page that explains them."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        for exceptions, template, status, seconds in _FAILURE_PAGES:
            if isinstance(exception, exceptions):
                log_unavailable(request, status, exception)
                response = render(request, template, status=status)
                response["Retry-After"] = seconds
                return response
        return None
