"""The icon, and the service worker that shows pages offline.

The worker caches only content that is the same for everyone.
"""

import json
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from omahasite import VERSION
from showdown.evaluator.games import GAMES

_STATIC = settings.BASE_DIR / "static"


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for clients that don't read the link in the pages."""
    response = redirect(static("showdown/icons/favicon.ico"))
    response["Cache-Control"] = "public, max-age=86400"
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Browsers check for a new one on each navigation."""
    return HttpResponse(
        _render_worker(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@cache
def _render_worker() -> str:
    """Render the service worker, with a version that depends on all templates and assets."""
    assets = sorted(
        file for suffix in ("css", "js", "svg") for file in _STATIC.glob(f"*/*.{suffix}")
    )
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.*"))
    digest = sha256(VERSION.encode())
    for file in [*templates, *assets]:
        digest.update(file.read_bytes())
    config = {
        "version": digest.hexdigest()[:12],
        "files": [static(str(file.relative_to(_STATIC))) for file in assets],
        "areHashed": settings.STATIC_ROOT is not None,
        "offline": reverse("offline"),
        "table": reverse("table"),
        "pages": [reverse("table"), reverse("rules")],
        "rules": [reverse("game_rules", args=[slug]) for slug in GAMES],
    }
    return render_to_string("worker.js", {"config": json.dumps(config)})
