"""The application's configuration."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.backends.signals import connection_created

from showdown.checks import audit_key_is_usable, refuse_other_encodings


class ShowdownConfig(AppConfig):
    name = "showdown"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(audit_key_is_usable, Tags.security)
        connection_created.connect(refuse_other_encodings)
