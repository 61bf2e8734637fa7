"""The admin site, in which stored deals and API tokens can only be viewed and deleted."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from showdown.models import ApiToken, Showdown

_MAX_PAGES = 10

# Choose permissions in plain lists: screen readers don't announce the labels of filtered ones.
UserAdmin.filter_horizontal = GroupAdmin.filter_horizontal = ()


class LimitedPaginator(Paginator):
    """A paginator of at most ten pages, which avoids counting a table with millions of rows."""

    @cached_property
    def count(self) -> int:
        return self.object_list[: _MAX_PAGES * self.per_page].count()  # type: ignore[attr-defined]


class ViewAndDeleteAdmin(admin.ModelAdmin):
    """Base of admin pages that only show and delete rows."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("owner")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Showdown)
class ShowdownAdmin(ViewAndDeleteAdmin):
    """Stored deals, newest first."""

    list_display = ["id", "created", "game", "source", "owner", "deal"]
    list_filter = ["source"]
    ordering = ["-id"]
    # Sorting by any other column would sort the whole table.
    sortable_by = ["id"]
    # "Select all" would show the paginator's limited count, but delete all rows.
    actions = None
    paginator = LimitedPaginator
    show_full_result_count = False
    fields = ["id", "created", "game", "source", "owner", "visitor", "deal", "wagers", "paid"]


@admin.register(ApiToken)
class ApiTokenAdmin(ViewAndDeleteAdmin):
    """API tokens; their secrets are not stored."""

    list_display = ["name", "hint", "owner", "created", "used", "expires"]
    fields = ["name", "hint", "owner", "created", "used", "expires"]
