"""For those who watch over the site: whether the process lives, and whether it can do its work."""

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return JsonResponse(
            {"type": "about:blank", "title": "The database is away", "status": 503},
            status=503,
            content_type="application/problem+json",
            headers={"Retry-After": "5"},
        )
    return JsonResponse({"status": "ok"})
