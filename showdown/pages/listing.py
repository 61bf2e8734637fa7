"""Summaries of stored deals for lists: each player's cards and winnings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from showdown.evaluator.cards import Cards
from showdown.evaluator.settlement import PlayerResult, Settlement
from showdown.models import Showdown
from showdown.pages.presentation import for_people
from showdown.words.headlines import STANDINGS, headline, share_text
from showdown.words.ranks import chips_text


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand; `wins` is the amount or share, empty for nothing."""

    label: str
    cards: Cards
    standing: str
    wins: str


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A summary of a deal. Its note, and whether it can be deleted, are not part of it.

    It depends only on the submission, so it never changes and is cached.
    """

    address: str
    address_of_deletion: str
    headline: str
    cards: SafeString
    origin: SafeString


def can_be_deleted(showdown: Showdown) -> bool:
    """Return whether its owner may delete it; deals of a batch are deleted with the batch."""
    return showdown.batch_id is None


def listed_deals(showdowns: Iterable[Showdown]) -> list[ListedDeal]:
    """Return the summaries of these deals in their order, recent ones from the cache."""
    keys = {f"listed:{showdown.pk}": showdown for showdown in showdowns}
    known = cache.get_many(keys)
    drawn = {key: _drawn(showdown) for key, showdown in keys.items() if key not in known}
    cache.set_many(drawn)
    return [known.get(key) or drawn[key] for key in keys]


def _drawn(showdown: Showdown) -> ListedDeal:
    settlement = for_people(showdown.settlement)
    cards = {"hands": tuple(_hands(settlement)), "boards": settlement.deal.boards}
    origin = {
        "showdown": showdown,
        "created": showdown.created,
        "by": showdown.get_source_display(),
    }
    return ListedDeal(
        address=showdown.get_absolute_url(),
        address_of_deletion=reverse("delete-deal", args=[showdown.pk]),
        headline=headline(settlement),
        cards=_html("showdown/parts/listed_cards.html", cards),
        origin=_html("showdown/parts/listed_origin.html", origin),
    )


def _html(template: str, shown: dict[str, Any]) -> SafeString:
    return mark_safe(render_to_string(template, shown))  # noqa: S308 - the template escapes


def _hands(settlement: Settlement) -> Iterator[ListedHand]:
    for player in settlement.players:
        standing = STANDINGS[player.standing]
        yield ListedHand(player.label, player.hand.cards, standing, _wins(settlement, player))


def _wins(settlement: Settlement, player: PlayerResult) -> str:
    payout = settlement.payout
    if payout is None:
        return share_text(player.share) if player.share else ""
    total = payout.player(player.label).total
    return f"{chips_text(total, payout.decimals)} chips" if total else ""
