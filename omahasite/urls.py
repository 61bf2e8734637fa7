"""The addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("api/", include("showdown.api.urls")),
]
