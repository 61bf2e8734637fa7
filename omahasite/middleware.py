"""Middleware for default headers, compression and ETags of responses."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import set_response_etag

_COMPRESSED_TYPES = (
    *("text/html", "text/javascript", "application/json", "application/problem+json"),
    *("application/manifest+json", "application/vnd.oai.openapi"),
)


class CompressionMiddleware(GZipMiddleware):
    """Middleware that compresses HTML, JavaScript and JSON with gzip, except in streams."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        content_type = response.headers.get("Content-Type", "")
        if response.streaming or not content_type.startswith(_COMPRESSED_TYPES):
            return response
        return super().process_response(request, response)


PUBLIC_VIEWS = {"api:games", "api:rule_sets", "api:problems", "api:problem", "api:schema"}
"""Views whose responses are the same for all clients."""

REVALIDATED_VIEWS = {"api:showdown", "api:batch_output", "api:audit_report"}
"""Views whose responses a client may cache but must revalidate."""

INDEXED_VIEWS = {"table", "rules", "game_rules", "api:docs"}
"""Views that search engines may index. Deals are for people who have their link."""

_DENIED_FEATURES = "camera microphone geolocation payment usb midi serial display-capture"
_PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _DENIED_FEATURES.split())


class ConditionalMiddleware(ConditionalGetMiddleware):
    """Django's middleware, extended to set the ETag of responses to HEAD."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.method == "HEAD" and self.needs_etag(response):
            set_response_etag(response)
        return super().process_response(request, response)


class HeadersMiddleware:
    """Middleware that adds default headers. WhiteNoise adds the headers of static files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        match = request.resolver_match
        view_name = match.view_name if match and response.status_code < 400 else ""
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS_POLICY)
        cache_control = "private, no-store"
        if view_name in REVALIDATED_VIEWS:
            cache_control = "private, no-cache"
        if view_name in PUBLIC_VIEWS:
            cache_control = "public, max-age=300"
        response.headers.setdefault("Cache-Control", cache_control)
        if view_name not in INDEXED_VIEWS:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response
