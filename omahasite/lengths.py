"""Refuses bodies sent without a length, which would otherwise be taken for empty."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse


class LengthRequiredMiddleware:
    """The gateway reads as many bytes as a request announces, and doesn't read chunks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "Transfer-Encoding" in request.headers and not request.META.get("CONTENT_LENGTH"):
            return JsonResponse(
                {
                    "type": "about:blank",
                    "title": "Length Required",
                    "status": 411,
                    "detail": "send the body with its Content-Length, not in chunks",
                },
                status=411,
                content_type="application/problem+json",
            )
        return self.get_response(request)
