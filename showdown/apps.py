"""The application's name and how Django loads it."""

from django.apps import AppConfig


class ShowdownConfig(AppConfig):
    name = "showdown"
    default_auto_field = "django.db.models.BigAutoField"
