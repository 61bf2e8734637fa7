"""The order of hands: each ranking turns cards into a tuple, and the greater tuple wins.

This is the only definition of the order; all tables of `bulk` are made from it.
"""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement

from showdown.evaluator.cards import ACE, RANKS, SHORT_DECK, Card, Cards

type Rank = tuple[int, ...]

NOT_QUALIFIED: Rank = ()


@dataclass(frozen=True, eq=False)
class Ranking:
    """An order of hands.

    `rank` gives the tuple of a combination of cards; the empty tuple does not qualify.
    `specimens` yields combinations that make each distinct rank at least once. `arrange` puts the
    cards of a made hand in reading order. `categories` run from worst to best, and `category_of` is
    an index into them. `suits_matter_as_flush`: only the ranks of five cards count, and whether all
    are of one suit. `wins_low`: low cards win.
    """

    name: str
    rank: Callable[[Cards], Rank]
    specimens: Callable[[], Iterator[Cards]]
    arrange: Callable[[Cards], Cards]
    categories: tuple[str, ...]
    category_of: Callable[[Rank], int]
    suits_matter_as_flush: bool = False
    wins_low: bool = False

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """Every distinct rank that qualifies, from worst to best."""
        return tuple(sorted({self.rank(cards) for cards in self.specimens()} - {NOT_QUALIFIED}))

    @cached_property
    def _strengths(self) -> dict[Rank, int]:
        return {NOT_QUALIFIED: 0} | {rank: i for i, rank in enumerate(self.ranks, start=1)}

    @property
    def known(self) -> Container[Rank]:
        """The ranks that have a strength; with a short deck there are fewer."""
        return self._strengths

    def strength(self, rank: Rank) -> int:
        """The rank as an integer: bigger is better, 1 is the worst, 0 does not qualify."""
        return self._strengths[rank]

    def rank_of(self, strength: int) -> Rank:
        """The rank of this strength."""
        return self.ranks[strength - 1] if strength else NOT_QUALIFIED

    def category(self, rank: Rank) -> str:
        """`full house`, `7532A`."""
        return self.categories[self.category_of(rank)]


(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = HIGH_CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
_CATEGORY_OF_SHAPE = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR_OF_A_KIND,
}
WHEEL = (ACE, 3, 2, 1, 0)
SHORT_DECK_WHEEL = (ACE, 7, 6, 5, 4)


def ace_low(rank: int) -> int:
    """0 for the ace, 1 for the deuce, … 12 for the king."""
    return (rank + 1) % 13


def letters(ranks: Iterator[int], *, low: bool) -> str:
    """`7532A` for ranks counted from the ace (`low`), or from the deuce."""
    names = "A23456789TJQK" if low else RANKS
    return "".join(names[rank] for rank in ranks)


def _ordered(ranks: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The sets (pairs, trips, …) among the ranks, and the ranks in comparing order."""
    counts = {rank: ranks.count(rank) for rank in ranks}
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return _CATEGORY_OF_SHAPE[tuple(counts[rank] for rank in order)], tuple(order)


def _high(categories: tuple[str, ...], wheel: tuple[int, ...] | None) -> Callable[[Cards], Rank]:
    """A ranking of five cards by these categories; `wheel` is the straight with a low ace."""
    grade = {category: index for index, category in enumerate(categories)}
    straight, flush, straight_flush = (grade[each] for each in (STRAIGHT, FLUSH, STRAIGHT_FLUSH))

    @cache
    def without_suits(ranks: tuple[int, ...]) -> Rank:
        """Category and ranks in comparing order, from five ranks in descending order."""
        if ranks == wheel:
            return (straight, ranks[1])
        category, order = _ordered(ranks)
        if category == HIGH_CARD and order[0] - order[4] == 4:
            return (straight, order[0])
        return (grade[category], *order)

    def rank(cards: Cards) -> Rank:
        ranked = without_suits(tuple(sorted([card[0] for card in cards], reverse=True)))
        suit = cards[0][1]
        for card in cards:
            if card[1] != suit:
                return ranked
        return (straight_flush if ranked[0] == straight else flush, *ranked[1:])

    return rank


def _negated(rank: Rank) -> Rank:
    """The rank with its order reversed: the worst becomes the best."""
    return tuple([-each for each in rank])


def eight_or_better(cards: Cards) -> Rank:
    """Five different ranks, eight or lower, ace low; highest first, negated so that lower wins."""
    return _low_of_ranks(frozenset([card[0] for card in cards]))


@cache
def _low_of_ranks(different: frozenset[int]) -> Rank:
    ranks = sorted([ace_low(rank) for rank in different], reverse=True)
    if len(ranks) < 5 or ranks[0] > 7:
        return NOT_QUALIFIED
    return _negated(tuple(ranks))


_PAIRED_CATEGORIES = (FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND, TWO_PAIR, PAIR)


def ace_to_five(cards: Cards) -> Rank:
    """The lowest wins, ace low; straights and flushes do not count, pairs count against."""
    return _ace_to_five(tuple(sorted([ace_low(card[0]) for card in cards])))


@cache
def _ace_to_five(ranks: tuple[int, ...]) -> Rank:
    category, order = _ordered(ranks)
    return (HIGH_CATEGORIES.index(category) * -1, *_negated(order))


_worst_first = _high(HIGH_CATEGORIES, None)


def deuce_to_seven(cards: Cards) -> Rank:
    """The worst high hand wins; the ace is always high, so A-5-4-3-2 is not a straight."""
    return _negated(_worst_first(cards))


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


def points(cards: Cards) -> Rank:
    """The sum of the cards' points, more wins: ace 1, face cards 0, others their number."""
    return (sum(_POINTS[card[0]] for card in cards),)


_POINTS = (*range(2, 11), 0, 0, 0, 1)


def _five_specimens() -> Iterator[Cards]:
    """Each multiset of five ranks in mixed suits, and each set of five in one suit."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield tuple(Card(rank, place % 4) for place, rank in enumerate(ranks))
    for ranks in combinations(range(13), 5):
        yield tuple(Card(rank, 0) for rank in ranks)


def _short_deck_specimens() -> Iterator[Cards]:
    return (cards for cards in _five_specimens() if set(cards) <= set(SHORT_DECK))


def _low_specimens() -> Iterator[Cards]:
    for ranks in combinations((ACE, *range(7)), 5):
        yield tuple(Card(rank, 0) for rank in ranks)


def _badugi_specimens() -> Iterator[Cards]:
    for count in range(1, 5):
        for ranks in combinations(range(13), count):
            yield tuple(Card(rank, suit) for suit, rank in enumerate(ranks))


def _arranged(wheel: tuple[int, ...] | None) -> Callable[[Cards], Cards]:
    """Reading order: sets before kickers, high before low; the ace of a five-high straight last."""

    def arrange(cards: Cards) -> Cards:
        ranks = [card.rank for card in cards]
        arranged = sorted(cards, key=lambda card: (ranks.count(card.rank), card), reverse=True)
        if tuple(card.rank for card in arranged) == wheel:
            arranged.append(arranged.pop(0))
        return tuple(arranged)

    return arrange


def _arrange_points(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=lambda card: (_POINTS[card.rank], card), reverse=True))


def _arrange_low(cards: Cards) -> Cards:
    """Reading order for lows: sets before other cards, high before low, the ace low."""
    ranks = [card.rank for card in cards]
    return tuple(
        sorted(cards, key=lambda card: (ranks.count(card.rank), ace_low(card.rank)), reverse=True)
    )


HIGH = Ranking(
    name="high",
    rank=_high(HIGH_CATEGORIES, WHEEL),
    specimens=_five_specimens,
    arrange=_arranged(WHEEL),
    categories=HIGH_CATEGORIES,
    category_of=lambda rank: rank[0],
    suits_matter_as_flush=True,
)

_SHORT_DECK_CATEGORIES = (*HIGH_CATEGORIES[:5], FULL_HOUSE, FLUSH, *HIGH_CATEGORIES[7:])

SHORT_DECK_HIGH = Ranking(
    name="high 6+",
    rank=_high(_SHORT_DECK_CATEGORIES, SHORT_DECK_WHEEL),
    specimens=_short_deck_specimens,
    arrange=_arranged(SHORT_DECK_WHEEL),
    categories=_SHORT_DECK_CATEGORIES,
    category_of=lambda rank: rank[0],
    suits_matter_as_flush=True,
)

_LOWS = sorted(map(eight_or_better, _low_specimens()))

EIGHT_OR_BETTER = Ranking(
    name="eight or better",
    rank=eight_or_better,
    specimens=_low_specimens,
    arrange=_arrange_low,
    categories=tuple(letters(iter(_negated(rank)), low=True) for rank in _LOWS),
    category_of=_LOWS.index,
    suits_matter_as_flush=True,
    wins_low=True,
)


def _top_cards(names: str) -> tuple[str, ...]:
    """`K low`, `Q low`, …: hands without a pair, by their highest card; `names` from the worst."""
    return tuple(f"{name} low" for name in names)


_ACE_TO_FIVE_CATEGORIES = (*_PAIRED_CATEGORIES, *_top_cards("KQJT98765"))


def _ace_to_five_category(rank: Rank) -> int:
    """The hand's sets, or else its highest card, the king being the worst."""
    if rank[0]:
        return _PAIRED_CATEGORIES.index(HIGH_CATEGORIES[-rank[0]])
    king = -12
    return len(_PAIRED_CATEGORIES) + rank[1] - king


ACE_TO_FIVE = Ranking(
    name="ace to five",
    rank=ace_to_five,
    specimens=_five_specimens,
    arrange=_arrange_low,
    categories=_ACE_TO_FIVE_CATEGORIES,
    category_of=_ace_to_five_category,
    suits_matter_as_flush=True,
    wins_low=True,
)

_DEUCE_TO_SEVEN_CATEGORIES = (*HIGH_CATEGORIES[:0:-1], *_top_cards("AKQJT987"))


def _deuce_to_seven_category(rank: Rank) -> int:
    """The high hand it makes, or else its highest card, the ace being the worst."""
    high_card = len(HIGH_CATEGORIES) - 1
    return high_card + (rank[0] or rank[1] + ACE)


DEUCE_TO_SEVEN = Ranking(
    name="deuce to seven",
    rank=deuce_to_seven,
    specimens=_five_specimens,
    arrange=_arranged(None),
    categories=_DEUCE_TO_SEVEN_CATEGORIES,
    category_of=_deuce_to_seven_category,
    suits_matter_as_flush=True,
    wins_low=True,
)

BADUGI = Ranking(
    name="badugi",
    rank=badugi,
    specimens=_badugi_specimens,
    arrange=_arrange_low,
    categories=("one card", "two cards", "three cards", "badugi"),
    category_of=lambda rank: rank[0] - 1,
    wins_low=True,
)

BADUGI_ACE_HIGH = Ranking(
    name="badugi, ace high",
    rank=badugi_ace_high,
    specimens=_badugi_specimens,
    arrange=_arranged(None),
    categories=BADUGI.categories,
    category_of=BADUGI.category_of,
    wins_low=True,
)

POINTS = Ranking(
    name="points",
    rank=points,
    specimens=_five_specimens,
    arrange=_arrange_points,
    categories=tuple(f"{count} points" for count in range(50)),
    category_of=lambda rank: rank[0],
    suits_matter_as_flush=True,
)
