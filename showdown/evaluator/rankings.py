"""The order of hands: each ranking turns cards into a tuple, and the greater tuple wins.

This is the only definition of the order; every table of the bulk evaluator is made by asking it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement

from showdown.evaluator.cards import ACE, Card, Cards
from showdown.words import made_hands as wording
from showdown.words.made_hands import FLUSH, STRAIGHT, STRAIGHT_FLUSH, Rank

NOT_QUALIFIED: Rank = ()


@dataclass(frozen=True, eq=False)
class Ranking:
    """An order of hands, and its words.

    `rank` gives the tuple of a combination of cards; the empty tuple does not qualify.
    `specimens` yields cards that make each distinct rank at least once. `arrange` puts the cards
    of a made hand in the order in which they are read. `category_of` is an index in `categories`,
    which run from worst to best. `decision` says what makes the first rank beat the second.
    """

    name: str
    rank: Callable[[Cards], Rank]
    specimens: Callable[[], Iterator[Cards]]
    arrange: Callable[[Cards], Cards]
    categories: tuple[str, ...]
    category_of: Callable[[Rank], int]
    title: Callable[[Rank], str]
    words: Callable[[Rank], str]
    decision: Callable[[Rank, Rank], str]

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """Every distinct rank that qualifies, from worst to best."""
        return tuple(sorted({self.rank(cards) for cards in self.specimens()} - {NOT_QUALIFIED}))

    @cached_property
    def _strengths(self) -> dict[Rank, int]:
        return {NOT_QUALIFIED: 0} | {rank: i for i, rank in enumerate(self.ranks, start=1)}

    def strength(self, rank: Rank) -> int:
        """The rank as an integer: bigger is better, 1 is the worst, 0 does not qualify."""
        return self._strengths[rank]

    def rank_at(self, strength: int) -> Rank:
        """The rank whose strength this is."""
        return self.ranks[strength - 1] if strength else NOT_QUALIFIED

    def category(self, rank: Rank) -> str:
        """The category in the wording of the contracts: `Full House`, `7532A`."""
        return self.categories[self.category_of(rank)]


_CATEGORY_OF_SHAPE = {
    (1, 1, 1, 1, 1): wording.HIGH_CARD,
    (2, 1, 1, 1): wording.ONE_PAIR,
    (2, 2, 1): wording.TWO_PAIR,
    (3, 1, 1): wording.THREE_OF_A_KIND,
    (3, 2): wording.FULL_HOUSE,
    (4, 1): wording.FOUR_OF_A_KIND,
}
_WHEEL = (ACE, 3, 2, 1, 0)


@cache
def _high_without_suits(ranks: tuple[int, ...]) -> Rank:
    """Category and ranks in the order they are compared, of five ranks in descending order."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if ranks == _WHEEL:
        return (STRAIGHT, ranks[1])  # the ace plays low: a five-high straight
    if len(order) == 5 and order[0] - order[4] == 4:
        return (STRAIGHT, order[0])
    return (_CATEGORY_OF_SHAPE[tuple(counts[rank] for rank in order)], *order)


def high(cards: Cards) -> Rank:
    """The poker order of five cards: (category, ranks as they are compared)."""
    rank = _high_without_suits(tuple(sorted([card[0] for card in cards], reverse=True)))
    suit = cards[0][1]
    for card in cards:
        if card[1] != suit:
            return rank
    return (STRAIGHT_FLUSH if rank[0] == STRAIGHT else FLUSH, *rank[1:])


def _ace_low(rank: int) -> int:
    """0 for the ace, 1 for the deuce, … 12 for the king."""
    return (rank + 1) % 13


def eight_or_better(cards: Cards) -> Rank:
    """Five different ranks, eight or lower, ace low; highest first and negated: lower is better."""
    return _low_of_ranks(frozenset([card[0] for card in cards]))


@cache
def _low_of_ranks(different: frozenset[int]) -> Rank:
    ranks = sorted([_ace_low(rank) for rank in different], reverse=True)
    if len(ranks) < 5 or ranks[0] > 7:
        return NOT_QUALIFIED
    return tuple([-rank for rank in ranks])


def badugi(cards: Cards) -> Rank:
    """Cards all of different ranks and different suits: the more the better, then the lower."""
    if len({card[0] for card in cards}) < len(cards) or len({card[1] for card in cards}) < len(
        cards
    ):
        return NOT_QUALIFIED
    return (len(cards), *sorted([-_ace_low(card[0]) for card in cards]))


def _high_specimens() -> Iterator[Cards]:
    """Each multiset of five ranks in mixed suits, and each set of five in one suit."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield tuple(Card(rank, place % 4) for place, rank in enumerate(ranks))
    for ranks in combinations(range(13), 5):
        yield tuple(Card(rank, 0) for rank in ranks)


def _low_specimens() -> Iterator[Cards]:
    for ranks in combinations((ACE, *range(7)), 5):
        yield tuple(Card(rank, 0) for rank in ranks)


def _badugi_specimens() -> Iterator[Cards]:
    for count in range(1, 5):
        for ranks in combinations(range(13), count):
            yield tuple(Card(rank, suit) for suit, rank in enumerate(ranks))


def _arrange_high(cards: Cards) -> Cards:
    """Sets before kickers, high before low; the ace of a five-high straight last."""
    counts = Counter(card.rank for card in cards)
    arranged = sorted(cards, key=lambda card: (counts[card.rank], card), reverse=True)
    if tuple(card.rank for card in arranged) == _WHEEL:
        arranged.append(arranged.pop(0))
    return tuple(arranged)


def _arrange_low(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=lambda card: _ace_low(card.rank), reverse=True))


HIGH = Ranking(
    name="high",
    rank=high,
    specimens=_high_specimens,
    arrange=_arrange_high,
    categories=wording.HIGH_CATEGORIES,
    category_of=lambda rank: rank[0],
    title=wording.high_title,
    words=wording.high_words,
    decision=wording.high_decision,
)

_LOWS = sorted(map(eight_or_better, _low_specimens()))

EIGHT_OR_BETTER = Ranking(
    name="eight-or-better",
    rank=eight_or_better,
    specimens=_low_specimens,
    arrange=_arrange_low,
    categories=tuple(map(wording.low_text, _LOWS)),
    category_of=_LOWS.index,
    title=wording.low_text,
    words=wording.low_text,
    decision=wording.low_decision,
)

BADUGI = Ranking(
    name="badugi",
    rank=badugi,
    specimens=_badugi_specimens,
    arrange=_arrange_low,
    categories=wording.BADUGI_CATEGORIES,
    category_of=lambda rank: rank[0] - 1,
    title=wording.badugi_title,
    words=wording.badugi_title,
    decision=wording.badugi_decision,
)
