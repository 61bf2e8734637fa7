"""What `check` and `up` look at besides Django's own checks."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error


def audit_key_is_usable(**options: Any) -> list[CheckMessage]:
    """A key that is there can sign. Where there is none, it is made by the first audit."""
    from showdown.audits.evidence import KeyUnusable, key_in  # noqa: PLC0415

    file = settings.AUDIT_KEY_FILE
    try:
        if file.exists():
            key_in(file)
    except (KeyUnusable, OSError) as error:
        hint = "Put it back from a backup, or remove it for a new one."
        return [Error(f"Audits can't be signed: {error}", hint=hint, id="showdown.E001")]
    return []
