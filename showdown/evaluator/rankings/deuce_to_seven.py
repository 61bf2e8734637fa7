"""Lows in which the ace is high, and straights, flushes and pairs count against."""

from showdown.evaluator.cards import ACE, Cards
from showdown.evaluator.rankings.high import by_categories
from showdown.evaluator.rankings.ranking import Rank, Ranking
from showdown.evaluator.rankings.sets import (
    HIGH_CATEGORIES,
    five_specimens,
    negated,
    sets_before_kickers,
    top_cards,
)

_as_high = by_categories(HIGH_CATEGORIES, wheel=None)


def deuce_to_seven(cards: Cards) -> Rank:
    """The worst high hand wins; the ace is always high, so A-5-4-3-2 is not a straight."""
    return negated(_as_high(cards))


def _category(rank: Rank) -> int:
    """The high hand it makes, or else its highest card, the ace being the worst."""
    high_card = len(HIGH_CATEGORIES) - 1
    return high_card + (rank[0] or rank[1] + ACE)


DEUCE_TO_SEVEN = Ranking(
    name="deuce to seven",
    rank=deuce_to_seven,
    may_refuse=False,
    specimens=five_specimens,
    arrange=sets_before_kickers(),
    categories=(*HIGH_CATEGORIES[:0:-1], *top_cards("AKQJT987")),
    category_of=_category,
    suits_matter_as_flush=True,
    wins_low=True,
)
