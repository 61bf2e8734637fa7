"""Pages of deals, newest first, by a cursor: no counting, and the same speed on every page."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from showdown.api.schemas import page_of


class NewestFirst(CursorPagination):
    """Fifty deals a page; `page_size` asks for fewer or more."""

    ordering = "-id"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 100

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return page_of(schema)

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None:
            self._check(cursor.position)
        return cursor

    def _check(self, position: str) -> None:
        """Raise NotFound for a position that is no identifier."""
        with suppress(ValueError):
            UUID(position)
            return
        raise NotFound(self.invalid_cursor_message)
