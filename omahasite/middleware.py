"""Middleware that sets default headers of responses and compresses them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import set_response_etag

_TYPES = (
    "text/html",
    "text/javascript",
    "application/json",
    "application/problem+json",
    "application/manifest+json",
    "application/vnd.oai.openapi",
)


class CompressionMiddleware(GZipMiddleware):
    """Middleware that compresses a dynamic response if the client accepts gzip."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        content_type = response.headers.get("Content-Type", "")
        if response.streaming or not content_type.startswith(_TYPES):
            return response
        return super().process_response(request, response)


SHARED = {"api:games", "api:rule_sets", "api:problems", "api:problem", "api:schema"}
"""Views whose responses are the same for all clients."""

KEPT = {"api:showdown", "api:batch_output", "api:audit_report"}
"""Views whose responses a client may cache but must revalidate."""

INDEXED = {"table", "rules", "rules-of", "api:docs"}
"""Views that search engines may index. Deals are only for people who have the link."""

_UNUSED = "camera microphone geolocation payment usb midi serial display-capture"
PERMISSIONS = ", ".join(f"{feature}=()" for feature in _UNUSED.split())


class ConditionalMiddleware(ConditionalGetMiddleware):
    """Django's middleware, extended to set the ETag of responses to HEAD."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.method == "HEAD" and self.needs_etag(response):
            set_response_etag(response)
        return super().process_response(request, response)


class HeadersMiddleware:
    """Middleware that adds default headers. Static files have the headers of WhiteNoise."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        match = request.resolver_match
        name = match.view_name if match and response.status_code < 400 else ""
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        kept = "private, no-cache" if name in KEPT else "private, no-store"
        cached = "public, max-age=300" if name in SHARED else kept
        response.headers.setdefault("Cache-Control", cached)
        if name not in INDEXED:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response
