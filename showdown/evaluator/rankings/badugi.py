"""One to four cards of different ranks and suits, with the ace low or high.

Any single card is a hand, so that a player's best always qualifies.
"""

from collections.abc import Iterator
from itertools import combinations

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.rankings.ranking import NOT_QUALIFIED, Rank, Ranking
from showdown.evaluator.rankings.sets import ace_low, arrange_low, sets_before_kickers


def badugi(cards: Cards) -> Rank:
    """Cards of different ranks and different suits: more cards win, then lower ones."""
    if len({card[0] for card in cards}) < len(cards) or len({card[1] for card in cards}) < len(
        cards
    ):
        return NOT_QUALIFIED
    return (len(cards), *sorted([-ace_low(card[0]) for card in cards]))


def badugi_ace_high(cards: Cards) -> Rank:
    """Like badugi, but with the ace above the king."""
    rank = badugi(cards)
    return rank and (rank[0], *sorted([-card[0] for card in cards]))


def _specimens() -> Iterator[Cards]:
    for count in range(1, 5):
        for ranks in combinations(range(13), count):
            yield tuple(Card(rank, suit) for suit, rank in enumerate(ranks))


BADUGI = Ranking(
    name="badugi",
    rank=badugi,
    may_refuse=False,
    specimens=_specimens,
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
    specimens=_specimens,
    arrange=sets_before_kickers(),
    categories=BADUGI.categories,
    category_of=BADUGI.category_of,
    wins_low=True,
)
