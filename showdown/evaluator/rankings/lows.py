"""Rankings of low hands: deuce-to-seven, ace-to-five, eight or better, and badugi."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from showdown.evaluator.cards import ACE, Card, Cards
from showdown.evaluator.rankings.high import by_categories
from showdown.evaluator.rankings.ranking import NOT_QUALIFIED, Rank, Ranking
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
    sets_before_kickers,
    sets_first,
    top_cards,
)


def badugi(cards: Cards) -> Rank:
    """Rank cards of different ranks and suits: more cards win, then lower ones.

    Cards that share a rank or a suit don't qualify.
    """
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    if min(len(ranks), len(suits)) < len(cards):
        return NOT_QUALIFIED
    return (len(cards), *sorted([-ace_low(card[0]) for card in cards]))


def badugi_ace_high(cards: Cards) -> Rank:
    """Rank like badugi, but with the ace above the king."""
    rank = badugi(cards)
    return rank and (rank[0], *sorted([-card[0] for card in cards]))


def _badugi_specimens() -> Iterator[Cards]:
    for count in range(1, 5):
        for ranks in combinations(range(13), count):
            yield tuple(Card(rank, suit) for suit, rank in enumerate(ranks))


BADUGI = Ranking(
    name="badugi",
    rank=badugi,
    may_refuse=False,
    specimens=_badugi_specimens,
    arrange=arrange_low,
    categories=("one card", "two cards", "three cards", "badugi"),
    category_of=lambda rank: rank[0] - 1,
    wins_low=True,
    ace_is_low=True,
)

BADUGI_ACE_HIGH = Ranking(
    name="badugi, ace high",
    rank=badugi_ace_high,
    may_refuse=False,
    specimens=_badugi_specimens,
    arrange=sets_before_kickers(),
    categories=BADUGI.categories,
    category_of=BADUGI.category_of,
    wins_low=True,
)


_PAIRED = (FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND, TWO_PAIR, PAIR)


def ace_to_five(cards: Cards) -> Rank:
    """Rank low hands with the ace low; straights and flushes don't count, and pairs are high."""
    return _ace_to_five_of_ranks(tuple(sorted([ace_low(card[0]) for card in cards], reverse=True)))


@cache
def _ace_to_five_of_ranks(ranks: tuple[int, ...]) -> Rank:
    category, order = sets_first(ranks)
    return (HIGH_CATEGORIES.index(category) * -1, *negated(order))


def _ace_to_five_category(rank: Rank) -> int:
    """Return the category of a hand with a pair or better, otherwise that of its highest card."""
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
    category_of=_ace_to_five_category,
    suits_matter_as_flush=True,
    wins_low=True,
    ace_is_low=True,
)


_EIGHT = 7  # the ace is 0
_NAMES = "A2345678"


def eight_or_better(cards: Cards) -> Rank:
    """Rank hands of five different ranks, all eight or lower, with the ace low.

    Other hands don't qualify. The ranks are negated, so that the lower hand wins.
    """
    return _low_of_ranks(frozenset([card[0] for card in cards]))


@cache
def _low_of_ranks(different: frozenset[int]) -> Rank:
    ranks = sorted([ace_low(rank) for rank in different], reverse=True)
    if len(ranks) < 5 or ranks[0] > _EIGHT:
        return NOT_QUALIFIED
    return negated(tuple(ranks))


_LOW_RANKS = (ACE, *range(7))


def _eight_or_better_specimens() -> Iterator[Cards]:
    for ranks in combinations(_LOW_RANKS, 5):
        yield tuple(Card(rank, 0) for rank in ranks)


_LOWS = sorted(map(eight_or_better, _eight_or_better_specimens()))

EIGHT_OR_BETTER = Ranking(
    name="eight or better",
    rank=eight_or_better,
    may_refuse=True,
    specimens=_eight_or_better_specimens,
    arrange=arrange_low,
    categories=tuple("".join(_NAMES[-number] for number in rank) for rank in _LOWS),
    category_of=_LOWS.index,
    suits_matter_as_flush=True,
    wins_low=True,
    ace_is_low=True,
    low_ranks=frozenset(_LOW_RANKS),
)


_as_high = by_categories(HIGH_CATEGORIES, wheel=None)


def deuce_to_seven(cards: Cards) -> Rank:
    """Rank high hands in reverse; the ace is always high, so A-5-4-3-2 is not a straight."""
    return negated(_as_high(cards))


def _deuce_to_seven_category(rank: Rank) -> int:
    """Return the category of a hand with a pair or better, otherwise that of its highest card."""
    high_card = len(HIGH_CATEGORIES) - 1
    return high_card + (rank[0] or rank[1] + ACE)


DEUCE_TO_SEVEN = Ranking(
    name="deuce to seven",
    rank=deuce_to_seven,
    may_refuse=False,
    specimens=five_specimens,
    arrange=sets_before_kickers(),
    categories=(*HIGH_CATEGORIES[:0:-1], *top_cards("AKQJT987")),
    category_of=_deuce_to_seven_category,
    suits_matter_as_flush=True,
    wins_low=True,
)
