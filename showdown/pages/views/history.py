"""The user's deals, page by page. A deleted deal can be restored for a while."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from showdown.models import Showdown
from showdown.models.browsing import Searched
from showdown.models.people import person_of
from showdown.pages.forms.history import HistoryFilter
from showdown.pages.listing import can_be_deleted, listed_deals
from showdown.pages.undo import delete, deleted, put_back


def own_deals(request: HttpRequest) -> HistoryFilter:
    """Return the user's deals that match the filters, newest first."""
    deals = Showdown.objects.of(person_of(request)).newest_first()
    return HistoryFilter(request.GET, deals, request=request)


@method_decorator(never_cache, name="dispatch")
class History(TemplateView):
    """Show a page of deals `older` or `newer` than a given one, without counting them."""

    template_name = "showdown/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        own = own_deals(self.request)
        own.offer_choices()
        page = _searched(own).page(_key(self.request, "older"), _key(self.request, "newer"))
        keys = [showdown.id for showdown in page.showdowns]
        listed = dict(zip(keys, listed_deals(page.showdowns), strict=True))
        return super().get_context_data(
            filter=own,
            filters=_without(self.request, "older", "newer"),
            page=page,
            rows=[(row, listed.get(row.id)) for row in page.rows],
            can_be_deleted=can_be_deleted,
            deleted=deleted(self.request),
            **kwargs,
        )


class DeleteDeal(View):
    """Delete one of the user's deals; the history offers to restore it."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        delete(request, get_object_or_404(Showdown.objects.of(person_of(request)), pk=pk))
        return _back(request)


class PutDealBack(View):
    """Restore a recently deleted deal under its old address."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        if put_back(request, pk):
            messages.success(request, "The deal is back.")
        else:
            messages.error(request, "That deal is gone: it can be put back for ten minutes only.")
        return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of the history from which the form was sent."""
    query = request.GET.urlencode()
    return redirect(f"{reverse('history')}{f'?{query}' if query else ''}")


def _searched(own: HistoryFilter) -> Searched:
    """Return the deals. Batches are listed among them unless filters apply to single deals."""
    is_of_deals = own.is_valid() and (own.is_picking or own.form.cleaned_data["batch"])
    return own.searched([] if is_of_deals else own.batches)


def _key(request: HttpRequest, name: str) -> UUID | None:
    given = request.GET.get(name)
    try:
        return UUID(given) if given else None
    except ValueError as error:
        raise Http404("there is no such deal") from error


def _without(request: HttpRequest, *names: str) -> str:
    """Return the query without these parameters and without empty ones."""
    query = request.GET.copy()
    for name in [name for name in query if name in names or not query[name]]:
        del query[name]
    return query.urlencode()
