"""The manifest of the web app, and the service worker that shows pages offline.

The worker caches only content that is the same for everyone.
"""

import json
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

from omahasite import VERSION
from showdown.evaluator.games import GAMES

_STATIC = settings.BASE_DIR / "static"
_DESCRIPTION = "The referee of the poker table: who wins what, why, and how many chips."
_GREEN = "#14614a"


class Offline(TemplateView):
    """Page that replaces uncached pages while the browser is offline."""

    template_name = "offline.html"


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest."""
    icons = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable")]
    return JsonResponse(
        {
            "name": "Showdown",
            "short_name": "Showdown",
            "description": _DESCRIPTION,
            "id": reverse("table"),
            "start_url": reverse("table"),
            "scope": reverse("table"),
            "display": "standalone",
            "theme_color": _GREEN,
            "background_color": _GREEN,
            "icons": [
                {
                    "src": static(f"showdown/icons/{name}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, size, purpose in icons
            ],
        },
        content_type="application/manifest+json",
        headers={"Cache-Control": "no-cache"},
    )


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
        _worker(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@cache
def _worker() -> str:
    """Render the service worker, with a version that depends on all templates and assets."""
    assets = sorted(file for kind in ("css", "js", "svg") for file in _STATIC.glob(f"*/*.{kind}"))
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.*"))
    digest = sha256(VERSION.encode())
    for file in [*templates, *assets]:
        digest.update(file.read_bytes())
    cached = {
        "version": digest.hexdigest()[:12],
        "files": [static(str(file.relative_to(_STATIC))) for file in assets],
        "areHashed": settings.STATIC_ROOT is not None,
        "offline": reverse("offline"),
        "table": reverse("table"),
        "pages": [reverse("table"), reverse("rules")],
        "rules": [reverse("rules-of", args=[slug]) for slug in GAMES],
    }
    return render_to_string("worker.js", {"cached": json.dumps(cached)})
