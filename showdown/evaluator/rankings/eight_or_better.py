"""Lows that need five different ranks, all eight or lower."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from showdown.evaluator.cards import ACE, Card, Cards
from showdown.evaluator.rankings.ranking import NOT_QUALIFIED, Rank, Ranking
from showdown.evaluator.rankings.sets import ace_low, arrange_low, negated

_EIGHT = 7  # counted from the ace
_NAMES = "A2345678"


def eight_or_better(cards: Cards) -> Rank:
    """Five different ranks, eight or lower, ace low; highest first, negated so that lower wins."""
    return _low_of_ranks(frozenset([card[0] for card in cards]))


@cache
def _low_of_ranks(different: frozenset[int]) -> Rank:
    ranks = sorted([ace_low(rank) for rank in different], reverse=True)
    if len(ranks) < 5 or ranks[0] > _EIGHT:
        return NOT_QUALIFIED
    return negated(tuple(ranks))


_LOW_RANKS = (ACE, *range(7))


def _specimens() -> Iterator[Cards]:
    for ranks in combinations(_LOW_RANKS, 5):
        yield tuple(Card(rank, 0) for rank in ranks)


_LOWS = sorted(map(eight_or_better, _specimens()))

EIGHT_OR_BETTER = Ranking(
    name="eight or better",
    rank=eight_or_better,
    may_refuse=True,
    specimens=_specimens,
    arrange=arrange_low,
    categories=tuple("".join(_NAMES[-number] for number in rank) for rank in _LOWS),
    category_of=_LOWS.index,
    suits_matter_as_flush=True,
    wins_low=True,
    ace_is_low=True,
    low_ranks=frozenset(_LOW_RANKS),
)
