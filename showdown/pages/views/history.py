"""The user's deals, page by page. A deleted deal can be restored for a while."""

from collections.abc import Iterable
from dataclasses import dataclass
from time import time
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.core import serializers
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView

from showdown.models import HandOfLog, Showdown
from showdown.models.people import person_of
from showdown.pages.forms.history import HistoryFilter
from showdown.pages.presentation import draw, for_people
from showdown.words.headlines import headline

_DELETED = "deleted"
"""The session's key of deleted deals: their time of deletion, headline and rows, by ID."""
_KEPT_SECONDS = 600
_MOST_KEPT = 20
_DESIGN = 4
"""Version of the design, part of the cache key. Increment it with every change of the markup."""


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """The cached part of a listed deal: everything that never changes.

    The note, which can change, is not part of it.
    """

    address: str
    address_of_deletion: str
    headline: str
    cards: SafeString
    origin: SafeString


def listed_deals(showdowns: Iterable[Showdown]) -> list[ListedDeal]:
    """Return the summaries of these deals in their order, recent ones from the cache."""
    keys = {f"listed-{_DESIGN}:{showdown.pk}": showdown for showdown in showdowns}
    known = cache.get_many(keys)
    new = {}
    for key, showdown in keys.items():
        if key in known:
            continue
        drawn = draw(showdown.settlement)
        cards = {"players": drawn.players, "boards": drawn.boards}
        origin = {
            "showdown": showdown,
            "created": showdown.created,
            "by": showdown.get_source_display(),
        }
        new[key] = ListedDeal(
            address=showdown.get_absolute_url(),
            address_of_deletion=reverse("delete-deal", args=[showdown.pk]),
            headline=drawn.headline,
            cards=SafeString(render_to_string("showdown/parts/listed_cards.html", cards)),
            origin=SafeString(render_to_string("showdown/parts/listed_origin.html", origin)),
        )
    cache.set_many(new)
    return [known.get(key) or new[key] for key in keys]


def can_be_deleted(showdown: Showdown) -> bool:
    """Return whether the owner may delete the deal.

    The deals of a batch are deleted with the batch.
    """
    return showdown.batch_id is None


def own_deals(request: HttpRequest) -> HistoryFilter:
    """Return the filter of the user's deals, which are sorted newest first."""
    deals = Showdown.objects.of(person_of(request)).newest_first()
    return HistoryFilter(request.GET, deals, request=request)


@method_decorator(never_cache, name="dispatch")
class History(TemplateView):
    """Show a page of deals `older` or `newer` than a given one, without counting them."""

    template_name = "showdown/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        own = own_deals(self.request)
        own.offer_choices()
        # Batches are listed among the deals unless filters apply to single deals.
        is_of_deals = own.is_valid() and (own.is_picking or own.form.cleaned_data["batch"])
        searched = own.searched([] if is_of_deals else own.batches)
        page = searched.page(_key(self.request, "older"), _key(self.request, "newer"))
        keys = [showdown.id for showdown in page.showdowns]
        listed = dict(zip(keys, listed_deals(page.showdowns), strict=True))
        filters = self.request.GET.copy()
        for name in list(filters):
            if name in ("older", "newer") or not filters[name]:
                del filters[name]
        # The batch and the terms of a search are stated above the form.
        stated = {"batch"} if own.batch_text else set()
        is_form_open = not own.search_terms and not stated.issuperset(filters)
        kept = _restorable(self.request.session)
        return super().get_context_data(
            filter=own,
            filters=filters.urlencode(),
            is_form_open=is_form_open,
            page=page,
            rows=[(row, listed.get(row.id)) for row in page.rows],
            can_be_deleted=can_be_deleted,
            deleted=[(key, headline) for key, (_, headline, _) in reversed(kept.items())],
            **kwargs,
        )


def _key(request: HttpRequest, name: str) -> UUID | None:
    given = request.GET.get(name)
    try:
        return UUID(given) if given else None
    except ValueError as error:
        raise Http404("there is no such deal") from error


@require_POST
def delete_deal(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Delete one of the user's deals, and keep it in the session for a while.

    An audit's references to the deal are kept with it.
    """
    showdown = get_object_or_404(Showdown.objects.of(person_of(request)), pk=pk)
    rows = serializers.serialize("json", [showdown, *HandOfLog.objects.filter(showdown=showdown)])
    kept = _restorable(request.session)
    kept[str(pk)] = [time(), headline(for_people(showdown.settlement)), rows]
    request.session[_DELETED] = dict(list(kept.items())[-_MOST_KEPT:])
    showdown.delete()
    return _back(request)


@require_POST
def restore_deal(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Restore a recently deleted deal under its old address."""
    kept = _restorable(request.session)
    if str(pk) not in kept:
        messages.error(request, "A deleted deal can be restored for ten minutes only.")
        return _back(request)
    _, _, rows = kept.pop(str(pk))
    request.session[_DELETED] = kept
    person = person_of(request)
    for stored in serializers.deserialize("json", rows):
        if isinstance(stored.object, Showdown):
            stored.object.owner, stored.object.visitor = person.account, person.visitor
        stored.object.save(force_insert=True)
    messages.success(request, "The deal was restored.")
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of the history from which the form was sent."""
    query = request.GET.urlencode()
    return redirect(f"{reverse('history')}{f'?{query}' if query else ''}")


def _restorable(session: SessionBase) -> dict[str, list]:
    """Return the deals that can be restored, the latest last."""
    now = time()
    kept = session.get(_DELETED, {})
    return {key: entry for key, entry in kept.items() if now - entry[0] < _KEPT_SECONDS}
