"""Cursor pagination, newest first, which counts no rows and is equally fast on every page."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from showdown.api.parameters import parse_positive_integer
from showdown.models import Showdown
from showdown.models.browsing import DealSearch, HistoryPage


class NewestFirstPagination(CursorPagination):
    """Pages of 50 rows by default, and at most 100."""

    ordering = "-id"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 100

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "description": "Newest first. `next` and `previous` are null at the ends of the list.",
            "properties": {
                "next": {"type": ["string", "null"]},
                "previous": {"type": ["string", "null"]},
                "results": schema,
            },
            "required": ["next", "previous", "results"],
            "additionalProperties": False,
        }

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """Add the bounds of the page size and of the cursor to DRF's parameters."""
        parameters = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            parameter["schema"] |= {"minLength": 1} if parameter["name"] == "cursor" else {}
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return parameters

    def get_page_size(self, request: Request) -> int:
        """Return the requested page size. Raise ValidationError if it is out of bounds."""
        name = self.page_size_query_param
        return parse_positive_integer(
            request.query_params, name, self.page_size, self.max_page_size
        )

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None:
            try:
                UUID(cursor.position)
            except ValueError:
                raise NotFound(self.invalid_cursor_message) from None
        return cursor


class FilteredDealsPagination(NewestFirstPagination):
    """Pages of filtered deals, with a limit on the rows scanned for each page.

    A page at this limit is short, and the next page continues where the scan stopped.
    """

    _page: HistoryPage

    def load_page(self, search: DealSearch, request: Request) -> list[Showdown]:
        """Return the requested page. Raise NotFound for an invalid cursor."""
        self.base_url = request.build_absolute_uri()
        search = replace(search, size=self.get_page_size(request))
        cursor = self.decode_cursor(request)
        key = UUID(cursor.position) if cursor and cursor.position else None
        is_backward = cursor is not None and cursor.reverse
        self._page = search.load_page(None, key) if is_backward else search.load_page(key, None)
        return self._page.showdowns

    def get_next_link(self) -> str | None:
        return self._build_link(self._page.older, is_reversed=False)

    def get_previous_link(self) -> str | None:
        return self._build_link(self._page.newer, is_reversed=True)

    def _build_link(self, key: UUID | None, *, is_reversed: bool) -> str | None:
        return self.encode_cursor(Cursor(0, is_reversed, str(key))) if key else None
