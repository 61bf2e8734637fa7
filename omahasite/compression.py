"""Pages and JSON go over the line compressed; files that are downloaded go as they are.

Django's middleware adds random bytes to each answer, so that the length of a page tells nothing
about a secret in it (BREACH). It would also compress parts of files and what is a zip already.
"""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

_TYPES = (
    "text/html",
    "text/javascript",
    "application/json",
    "application/problem+json",
    "application/manifest+json",
    "application/vnd.oai.openapi",
)


class CompressionMiddleware(GZipMiddleware):
    """Compresses what is made for one answer, if whoever asks understands gzip."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        content_type = response.headers.get("Content-Type", "")
        if response.streaming or not content_type.startswith(_TYPES):
            return response
        return super().process_response(request, response)
