"""The admin pages: the record and the tokens, read-only."""

from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.functional import cached_property

from showdown.models import ApiToken, Showdown

_PAGES = 10


class UncountedPaginator(Paginator):
    """Goes no further than the tenth page, so that a table of millions is never counted."""

    @cached_property
    def count(self) -> int:
        return self.object_list[: _PAGES * self.per_page].count()  # type: ignore[attr-defined]


class ReadOnly(admin.ModelAdmin):
    """Settled deals can't be edited, and tokens can only be revoked."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Showdown)
class ShowdownAdmin(ReadOnly):
    """The deals, newest first."""

    list_display = ["id", "created", "game", "source", "owner", "deal"]
    list_filter = ["source"]
    list_select_related = ["owner"]
    ordering = ["-id"]
    # Any other column would sort the whole table.
    sortable_by = ["id"]
    # "Select all" would count as far as the paginator does, and delete what lies beyond it, too.
    actions = None
    paginator = UncountedPaginator
    show_full_result_count = False
    fields = ["id", "created", "game", "source", "owner", "visitor", "deal", "wagers", "paid"]


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    """Tokens by name; nobody knows their secrets."""

    list_display = ["name", "hint", "owner", "created", "used", "expires"]
    list_select_related = ["owner"]
    fields = ["name", "hint", "owner", "created", "used", "expires"]
