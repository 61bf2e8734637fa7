"""Parts of pages, which scripts ask for and put in their places."""

from django.http import HttpRequest

PART = "X-Part"
"""The header in which a script names a part; an answer that is another one names that."""


def part_of(request: HttpRequest) -> str:
    """The part that is asked for; empty where it is the whole page."""
    return request.headers.get(PART, "")
