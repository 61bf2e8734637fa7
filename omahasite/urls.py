"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="table")),
    path("showdown/", include("showdown.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("showdown.api.urls")),
]
