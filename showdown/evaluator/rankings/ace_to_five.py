"""Lows in which the ace is low, straights and flushes do not count, and any hand qualifies."""

from functools import cache

from showdown.evaluator.cards import Cards
from showdown.evaluator.rankings.ranking import Rank, Ranking
from showdown.evaluator.rankings.sets import (
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CATEGORIES,
    PAIR,
    THREE_OF_A_KIND,
    TWO_PAIR,
    ace_low,
    arrange_low,
    five_specimens,
    negated,
    sets_first,
    top_cards,
)

_PAIRED = (FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND, TWO_PAIR, PAIR)


def ace_to_five(cards: Cards) -> Rank:
    """The lowest wins, ace low; straights and flushes do not count, pairs count against."""
    return _of_ranks(tuple(sorted([ace_low(card[0]) for card in cards], reverse=True)))


@cache
def _of_ranks(ranks: tuple[int, ...]) -> Rank:
    category, order = sets_first(ranks)
    return (HIGH_CATEGORIES.index(category) * -1, *negated(order))


def _category(rank: Rank) -> int:
    """The hand's sets, or else its highest card, the king being the worst."""
    if rank[0]:
        return _PAIRED.index(HIGH_CATEGORIES[-rank[0]])
    king = -12
    return len(_PAIRED) + rank[1] - king


ACE_TO_FIVE = Ranking(
    name="ace to five",
    rank=ace_to_five,
    may_refuse=False,
    specimens=five_specimens,
    arrange=arrange_low,
    categories=(*_PAIRED, *top_cards("KQJT98765")),
    category_of=_category,
    suits_matter_as_flush=True,
    wins_low=True,
    ace_is_low=True,
)
