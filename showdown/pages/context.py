"""The context processor, and the header that requests a fragment of a page."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from showdown.models.people import DATABASE_UNAVAILABLE, person_of

PART = "X-Part"
"""Request and response header that names a fragment of the page."""


def requested_part(request: HttpRequest) -> str:
    """Return the name of the requested fragment; empty for the whole page."""
    return request.headers.get(PART, "")


def account(request: HttpRequest) -> dict[str, Any]:
    """Return `account`, which is empty for visitors and while the database is unavailable."""

    def find_account() -> User | str:
        try:
            account = person_of(request).account if hasattr(request, "user") else None
        except DATABASE_UNAVAILABLE:
            return ""
        return account or ""

    return {"account": SimpleLazyObject(find_account)}
