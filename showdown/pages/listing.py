"""Summaries of stored deals for lists: each player's cards and winnings."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from showdown.models import Showdown
from showdown.pages.presentation import draw

_DESIGN = 3
"""Version of the design, part of the cache key. Increment it with every change of the markup."""


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A summary of a deal, without its note and whether it can be deleted.

    It depends only on the submission, so it never changes and is cached.
    """

    address: str
    address_of_deletion: str
    headline: str
    cards: SafeString
    origin: SafeString


def can_be_deleted(showdown: Showdown) -> bool:
    """Return whether its owner may delete it. Deals of a batch are deleted with the batch."""
    return showdown.batch_id is None


def listed_deals(showdowns: Iterable[Showdown]) -> list[ListedDeal]:
    """Return the summaries of these deals in their order, recent ones from the cache."""
    keys = {f"listed-{_DESIGN}:{showdown.pk}": showdown for showdown in showdowns}
    known = cache.get_many(keys)
    drawn = {key: _listed(showdown) for key, showdown in keys.items() if key not in known}
    cache.set_many(drawn)
    return [known.get(key) or drawn[key] for key in keys]


def _listed(showdown: Showdown) -> ListedDeal:
    drawn = draw(showdown.settlement)
    origin = {
        "showdown": showdown,
        "created": showdown.created,
        "by": showdown.get_source_display(),
    }
    return ListedDeal(
        address=showdown.get_absolute_url(),
        address_of_deletion=reverse("delete-deal", args=[showdown.pk]),
        headline=drawn.headline,
        cards=_html("listed_cards.html", {"players": drawn.players, "boards": drawn.boards}),
        origin=_html("listed_origin.html", origin),
    )


def _html(template: str, shown: dict[str, Any]) -> SafeString:
    text = render_to_string(f"showdown/parts/{template}", shown)
    return mark_safe(text)  # noqa: S308 - the template escapes
