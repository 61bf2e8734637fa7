"""For monitoring: whether the process is alive, and whether it can do its work."""

from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from omahasite import VERSION
from omahasite.requests import tell_why

_WRITE = """
    CREATE TEMPORARY TABLE readiness ON COMMIT DROP AS
    SELECT string_agg(md5(number::text), '') FROM generate_series(1, 250) AS number
"""
"""Writes a page of a table and its log entry; on a full disk there is room for neither."""

_BYTES = bytes(1 << 16)


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok", "version": VERSION})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the database and the file storage accept writes."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_WRITE)
    except Error as error:
        return _away(request, "The database takes no write", error)
    try:
        _write_file()
    except OSError as error:
        return _away(request, "No file can be written", error)
    return JsonResponse({"status": "ok", "version": VERSION})


def _write_file() -> None:
    if settings.BATCH_STORAGE_S3_BUCKET:
        return
    root = Path(settings.MEDIA_ROOT)
    with TemporaryFile(dir=root if root.exists() else root.parent, buffering=0) as file:
        file.write(_BYTES)


def _away(request: HttpRequest, title: str, error: Exception) -> HttpResponse:
    tell_why(request, 503, error)
    return JsonResponse(
        {"type": "about:blank", "title": title, "status": 503},
        status=503,
        content_type="application/problem+json",
        headers={"Retry-After": "5"},
    )
