"""Health checks of the process (`/healthz`) and of everything that it needs (`/readyz`)."""

from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from omahasite import VERSION
from omahasite.embedded.server import server_in
from omahasite.requests import log_unavailable
from omahasite.static import MANIFEST

_WRITE_PROBE = """
    CREATE TEMPORARY TABLE readiness ON COMMIT DROP AS
    SELECT string_agg(md5(number::text), ''), EXISTS (SELECT FROM showdown_showdown)
    FROM generate_series(1, 250) AS number
"""
"""A statement that reads a table and writes to the write-ahead log, so it fails on a full disk."""


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok", "version": VERSION})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Check the database, the storage of files, and the static files."""
    title = "The database is gone"
    try:
        # Open connections work even if the directory is gone.
        if home := connection.settings_dict.get("DATA_DIRECTORY"):
            server_in(home).require_cluster()
        title = "The database can't be written to"
        with connection.cursor() as cursor:
            cursor.execute(_WRITE_PROBE)
        title = "No file can be written"
        if not settings.BATCH_STORAGE_S3_BUCKET:
            with TemporaryFile(dir=settings.MEDIA_ROOT, buffering=0) as file:
                file.write(bytes(1 << 16))
        title = "The static files are gone"
        if settings.STATIC_ROOT:
            Path(settings.STATIC_ROOT, MANIFEST).stat()
    except (Error, OSError) as error:
        log_unavailable(request, 503, error)
        return JsonResponse(
            {"type": "about:blank", "title": title, "status": 503},
            status=503,
            content_type="application/problem+json",
            headers={"Retry-After": "5"},
        )
    return JsonResponse({"status": "ok", "version": VERSION})
