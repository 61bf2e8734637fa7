"""The URLs of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from omahasite import health, metrics
from showdown.pages.views.pwa import favicon

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="table")),
    path("favicon.ico", favicon),
    path("showdown/", include("showdown.pages.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", metrics.metrics),
    path("api/", include("showdown.api.urls")),
]

handler400 = handler404 = "showdown.api.problems.client_error"
handler500 = "showdown.api.problems.server_error"
