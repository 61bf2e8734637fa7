"""What every page is told: who is signed in, and which version of the site this is."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from omahasite import VERSION
from showdown.models.people import person_of
from showdown.models.unavailable import DATABASE_AWAY


def account(request: HttpRequest) -> dict[str, Any]:
    """`account`: nobody, also while the database is away, or where nobody was asked for."""
    return {"account": SimpleLazyObject(lambda: _account(request) or "")}


def version(request: HttpRequest) -> dict[str, str]:
    return {"version": VERSION}


def _account(request: HttpRequest) -> User | None:
    if not hasattr(request, "user"):
        return None
    try:
        return person_of(request).account
    except DATABASE_AWAY:
        return None
