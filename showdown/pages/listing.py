"""A stored deal in short, as a list of deals shows it: who had which cards, and who got what."""

from collections.abc import Iterator
from dataclasses import dataclass

from showdown.evaluator.cards import Cards
from showdown.evaluator.settlement import PlayerResult, Settlement
from showdown.models import Showdown
from showdown.words.amounts import chips_text
from showdown.words.headlines import STANDINGS, headline, share_text


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand; `wins` is what it got, in chips or as a share, and empty for nothing."""

    label: str
    cards: Cards
    standing: str
    wins: str


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A deal: its row, its verdict, its hands, and its boards run by run."""

    showdown: Showdown
    headline: str
    hands: tuple[ListedHand, ...]
    boards: tuple[Cards, ...]

    @property
    def can_be_deleted(self) -> bool:
        return can_be_deleted(self.showdown)


def can_be_deleted(showdown: Showdown) -> bool:
    """Whether its owner may delete it by itself: those that a batch has stored go with it."""
    return showdown.batch_id is None


def listed_deal(showdown: Showdown) -> ListedDeal:
    settlement = showdown.settlement
    return ListedDeal(
        showdown,
        headline(settlement),
        tuple(_hands(settlement)),
        settlement.deal.boards,
    )


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
