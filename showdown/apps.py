"""The application's configuration, a check of the audit key, and a check of new connections."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import NotSupportedError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class ShowdownConfig(AppConfig):
    name = "showdown"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(check_audit_key, Tags.security)
        connection_created.connect(require_utf8)


def require_utf8(connection: BaseDatabaseWrapper, **options: Any) -> None:
    """Raise NotSupportedError unless the database can store every Unicode character."""
    encoding = connection.connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise NotSupportedError(
            f"the encoding of the database is {encoding} instead of UTF8: create the database with"
            " `createdb --encoding UTF8 --template template0`"
        )


def check_audit_key(**options: Any) -> list[CheckMessage]:
    """Return an error for a key that can't sign. The first audit creates a missing key."""
    # Importing cryptography takes a tenth of a second, and most commands run no checks.
    from showdown.audits.signing import KeyUnusable, load_or_create_key  # noqa: PLC0415

    file = settings.AUDIT_KEY_FILE
    try:
        if file.exists():
            load_or_create_key(file)
    except (KeyUnusable, OSError) as error:
        hint = "Restore the key from a backup, or delete its file to create a new one."
        return [Error(f"Audits can't be signed: {error}", hint=hint, id="showdown.E001")]
    return []
