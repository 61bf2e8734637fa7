"""Fragments of pages that scripts request and put in place."""

from django.http import HttpRequest

PART = "X-Part"
"""Request and response header that names a fragment."""


def part_of(request: HttpRequest) -> str:
    """Return the name of the requested fragment; empty for the whole page."""
    return request.headers.get(PART, "")
