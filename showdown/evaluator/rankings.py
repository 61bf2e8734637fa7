"""Rankings of hands: each converts cards into a tuple, and the greater tuple wins.

Hands are compared only by these rankings; all lookup tables of `bulk` are generated from them.
"""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from operator import getitem

from showdown.evaluator.cards import ACE, DECK, RANKS, SHORT_DECK, Card, Cards

type Rank = tuple[int, ...]

NOT_QUALIFIED: Rank = ()

WEIGHTS = tuple(5**rank for rank in range(len(RANKS)))
"""Weights by rank. At most four of five cards share a rank, so sums of five are unambiguous."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Ranking:
    """An order of hands.

    `rank` returns the rank of a combination of cards, which is empty if it does not qualify.
    `has_qualifier` is true if even a player's best combination can fail to qualify. `specimens`
    returns combinations that cover each distinct rank at least once. `arrange` sorts the cards of a
    made hand for reading. `categories` are ordered from worst to best, and `category_of` returns an
    index into them. If `only_flushes_use_suits`, the rank depends only on the ranks of the five
    cards and on whether they have one suit. If `wins_low`, low cards win. If `ace_is_low`, the ace
    is below the deuce. `low_ranks` contains the ranks that can be in an eight-or-better low; it is
    empty for other rankings.
    """

    name: str
    rank: Callable[[Cards], Rank]
    has_qualifier: bool
    specimens: Callable[[], Iterable[Cards]]
    arrange: Callable[[Cards], Cards]
    categories: tuple[str, ...]
    category_of: Callable[[Rank], int]
    only_flushes_use_suits: bool = False
    wins_low: bool = False
    ace_is_low: bool = False
    low_ranks: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "__module__", self.rank.__module__)

    def __repr__(self) -> str:
        return f"<Ranking {self.name}>"

    def __reduce__(self) -> str:
        """Return the name of the ranking's constant in its module, so that pickle stores the name.

        Rankings are compared by identity, and most contain functions without a global name.
        """
        constants = vars(sys.modules[self.__module__]).items()
        return next((name for name, value in constants if value is self), self.name)

    @cached_property
    def card_order(self) -> Mapping[Card, int]:
        """Return the position of each card from lowest to highest, in equal ranks by suit."""
        lowest = ACE if self.ace_is_low else 0
        ordered = sorted(DECK, key=lambda card: ((card.rank - lowest) % len(RANKS), card.suit))
        return {card: position for position, card in enumerate(ordered)}

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """Return every distinct rank that qualifies, from worst to best."""
        return tuple(sorted({self.rank(cards) for cards in self.specimens()} - {NOT_QUALIFIED}))

    @cached_property
    def strengths(self) -> Mapping[Rank, int]:
        """Return the strength of each rank as an integer, from 1 for the worst."""
        return {NOT_QUALIFIED: 0} | {rank: i for i, rank in enumerate(self.ranks, start=1)}

    @cached_property
    def category_of_strength(self) -> tuple[int, ...]:
        """Return the index of the category of each strength, from strength 1 on."""
        ends = [
            bisect_right(self.ranks, category, key=self.category_of)
            for category in range(len(self.categories))
        ]
        runs = enumerate(pairwise([0, *ends]))
        return tuple(category for category, run in runs for _ in range(*run))

    @cached_property
    def rank_of_weight(self) -> Callable[[int], Rank]:
        """Return a function that ranks five cards of mixed suits by the sum of their WEIGHTS."""

        @cache
        def rank_of(weight: int) -> Rank:
            ranks = [
                rank
                for rank, rank_weight in enumerate(WEIGHTS)
                for _ in range(weight // rank_weight % 5)
            ]
            return self.rank(tuple([Card(rank, index % 4) for index, rank in enumerate(ranks)]))

        return rank_of

    def strength(self, rank: Rank) -> int:
        """Return the rank as an integer: bigger is better, 1 is the worst, 0 does not qualify."""
        return self.strengths[rank]

    def rank_of(self, strength: int) -> Rank:
        """Return the rank of this strength."""
        return self.ranks[strength - 1] if strength else NOT_QUALIFIED

    def category(self, rank: Rank) -> str:
        """Return the name of the rank's category."""
        return self.categories[self.category_of(rank)]


HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND = "high card", "pair", "two pair", "three of a kind"
STRAIGHT, FLUSH, FULL_HOUSE = "straight", "flush", "full house"
FOUR_OF_A_KIND, STRAIGHT_FLUSH = "four of a kind", "straight flush"
HIGH_CATEGORIES = (
    *(HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE),
    *(FOUR_OF_A_KIND, STRAIGHT_FLUSH),
)
_CATEGORY_BY_GROUP_SIZES = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR_OF_A_KIND,
}


def count_from_ace(rank: int) -> int:
    """Return 0 for the ace, 1 for the deuce, … 12 for the king."""
    return (rank + 1) % 13


def negate(rank: Rank) -> Rank:
    """Return the rank with its order reversed: the worst becomes the best."""
    return tuple([-number for number in rank])


def group_equal_ranks(ranks: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Return the category of five descending ranks, and one rank of each group of equal ranks.

    Larger groups come first. The category ignores straights and flushes.
    """
    one, two, three, four, five = ranks
    category, indices = _find_groups((one == two, two == three, three == four, four == five))
    return category, tuple([ranks[index] for index in indices])


@cache
def _find_groups(equals_next: tuple[bool, ...]) -> tuple[str, tuple[int, ...]]:
    """Return the category, and the index of the first rank of each group.

    `equals_next` states for each rank but the last whether it equals the next one.
    """
    starts = [0, *(index for index, is_equal in enumerate(equals_next, start=1) if not is_equal), 5]
    groups = sorted((start - end, start) for start, end in pairwise(starts))
    category = _CATEGORY_BY_GROUP_SIZES[tuple(-size for size, _ in groups)]
    return category, tuple(start for _, start in groups)


@cache
def five_card_specimens() -> tuple[Cards, ...]:
    """Return a hand of mixed suits for each multiset of five ranks, and each hand of clubs."""
    suits = [DECK[suit::4] for suit in (0, 1, 2, 3, 0)]
    mixed = (
        tuple(map(getitem, suits, ranks))
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    )
    return (*mixed, *combinations(suits[0], 5))


def create_arranger(wheel: tuple[int, ...] | None = None) -> Callable[[Cards], Cards]:
    """Return a function that arranges cards for reading: larger groups first, high before low.

    A group consists of cards of equal rank. The ace of the straight `wheel` comes last.
    """

    def arrange(cards: Cards) -> Cards:
        ranks = [card.rank for card in cards]
        arranged = sorted(cards, key=lambda card: (ranks.count(card.rank), card), reverse=True)
        if tuple(card.rank for card in arranged) == wheel:
            arranged.append(arranged.pop(0))
        return tuple(arranged)

    return arrange


def arrange_low(cards: Cards) -> Cards:
    """Arrange lows for reading: groups of equal rank first, high before low, the ace low."""
    ranks = [card.rank for card in cards]

    def key(card: Card) -> tuple[int, ...]:
        return ranks.count(card.rank), count_from_ace(card.rank), card.suit

    return tuple(sorted(cards, key=key, reverse=True))


WHEEL = (ACE, 3, 2, 1, 0)
SHORT_DECK_WHEEL = (ACE, 7, 6, 5, 4)
_SHORT_DECK_CATEGORIES = (*HIGH_CATEGORIES[:5], FULL_HOUSE, FLUSH, *HIGH_CATEGORIES[7:])


def create_high_ranker(
    categories: tuple[str, ...], wheel: tuple[int, ...] | None
) -> Callable[[Cards], Rank]:
    """Return a function that ranks five cards; `wheel` is the straight with a low ace, if any."""
    straight, flush, straight_flush = map(categories.index, (STRAIGHT, FLUSH, STRAIGHT_FLUSH))

    @cache
    def rank_unsuited(ranks: tuple[int, ...]) -> Rank:
        """Return the category and the ranks to compare, given five ranks in descending order."""
        if ranks == wheel:
            return (straight, ranks[1])
        category, order = group_equal_ranks(ranks)
        if category == HIGH_CARD and order[0] - order[4] == 4:
            return (straight, order[0])
        return (categories.index(category), *order)

    def rank(cards: Cards) -> Rank:
        unsuited_rank = rank_unsuited(tuple(sorted([card[0] for card in cards], reverse=True)))
        suit = cards[0][1]
        for card in cards:
            if card[1] != suit:
                return unsuited_rank
        category = straight_flush if unsuited_rank[0] == straight else flush
        return (category, *unsuited_rank[1:])

    return rank


HIGH = Ranking(
    name="high",
    rank=create_high_ranker(HIGH_CATEGORIES, WHEEL),
    has_qualifier=False,
    specimens=five_card_specimens,
    arrange=create_arranger(WHEEL),
    categories=HIGH_CATEGORIES,
    category_of=lambda rank: rank[0],
    only_flushes_use_suits=True,
)

SHORT_DECK_HIGH = Ranking(
    name="high 6+",
    rank=create_high_ranker(_SHORT_DECK_CATEGORIES, SHORT_DECK_WHEEL),
    has_qualifier=False,
    specimens=lambda: (cards for cards in five_card_specimens() if set(cards) <= set(SHORT_DECK)),
    arrange=create_arranger(SHORT_DECK_WHEEL),
    categories=_SHORT_DECK_CATEGORIES,
    category_of=lambda rank: rank[0],
    only_flushes_use_suits=True,
)


def rank_badugi(cards: Cards) -> Rank:
    """Rank cards of different ranks and suits: more cards win, then lower ones.

    Cards that share a rank or a suit don't qualify.
    """
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    if min(len(ranks), len(suits)) < len(cards):
        return NOT_QUALIFIED
    return (len(cards), *sorted([-count_from_ace(card[0]) for card in cards]))


def rank_badugi_ace_high(cards: Cards) -> Rank:
    """Rank like `rank_badugi`, but with the ace above the king."""
    rank = rank_badugi(cards)
    return rank and (rank[0], *sorted([-card[0] for card in cards]))


def _badugi_specimens() -> Iterator[Cards]:
    for count in range(1, 5):
        for ranks in combinations(range(13), count):
            yield tuple(Card(rank, suit) for suit, rank in enumerate(ranks))


BADUGI = Ranking(
    name="badugi",
    rank=rank_badugi,
    has_qualifier=False,
    specimens=_badugi_specimens,
    arrange=arrange_low,
    categories=("one card", "two cards", "three cards", "badugi"),
    category_of=lambda rank: rank[0] - 1,
    wins_low=True,
    ace_is_low=True,
)

BADUGI_ACE_HIGH = Ranking(
    name="badugi, ace high",
    rank=rank_badugi_ace_high,
    has_qualifier=False,
    specimens=_badugi_specimens,
    arrange=create_arranger(),
    categories=BADUGI.categories,
    category_of=BADUGI.category_of,
    wins_low=True,
)


_PAIRED_CATEGORIES = (FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND, TWO_PAIR, PAIR)


def rank_ace_to_five(cards: Cards) -> Rank:
    """Rank low hands with the ace low.

    Straights and flushes don't count; pairs count against the hand.
    """
    return _rank_ace_to_five_values(
        tuple(sorted([count_from_ace(card[0]) for card in cards], reverse=True))
    )


@cache
def _rank_ace_to_five_values(ranks: tuple[int, ...]) -> Rank:
    category, order = group_equal_ranks(ranks)
    return (HIGH_CATEGORIES.index(category) * -1, *negate(order))


def _ace_to_five_category(rank: Rank) -> int:
    """Return the category of a hand with a pair or better, otherwise that of its highest card."""
    if rank[0]:
        return _PAIRED_CATEGORIES.index(HIGH_CATEGORIES[-rank[0]])
    king = -12
    return len(_PAIRED_CATEGORIES) + rank[1] - king


ACE_TO_FIVE = Ranking(
    name="ace to five",
    rank=rank_ace_to_five,
    has_qualifier=False,
    specimens=five_card_specimens,
    arrange=arrange_low,
    categories=(*_PAIRED_CATEGORIES, *(f"{name} low" for name in "KQJT98765")),
    category_of=_ace_to_five_category,
    only_flushes_use_suits=True,
    wins_low=True,
    ace_is_low=True,
)


_UP_TO_EIGHT = "A2345678"
_LOW_CARDS = [Card(rank, 0) for rank in (ACE, *range(7))]


def rank_eight_or_better(cards: Cards) -> Rank:
    """Rank hands of five different ranks, all eight or lower, with the ace low.

    Other hands don't qualify. The ranks are negated, so that the lower hand wins.
    """
    return _rank_low(frozenset([card[0] for card in cards]))


@cache
def _rank_low(distinct_ranks: frozenset[int]) -> Rank:
    ranks = sorted([count_from_ace(rank) for rank in distinct_ranks], reverse=True)
    if len(ranks) < 5 or ranks[0] >= len(_UP_TO_EIGHT):
        return NOT_QUALIFIED
    return negate(tuple(ranks))


_LOWS = sorted(map(rank_eight_or_better, combinations(_LOW_CARDS, 5)))

EIGHT_OR_BETTER = Ranking(
    name="eight or better",
    rank=rank_eight_or_better,
    has_qualifier=True,
    specimens=lambda: combinations(_LOW_CARDS, 5),
    arrange=arrange_low,
    categories=tuple("".join(_UP_TO_EIGHT[-number] for number in rank) for rank in _LOWS),
    category_of=_LOWS.index,
    only_flushes_use_suits=True,
    wins_low=True,
    ace_is_low=True,
    low_ranks=frozenset(card.rank for card in _LOW_CARDS),
)


_rank_high = create_high_ranker(HIGH_CATEGORIES, wheel=None)


def rank_deuce_to_seven(cards: Cards) -> Rank:
    """Rank high hands in reverse; the ace is always high, so A-5-4-3-2 is not a straight."""
    return negate(_rank_high(cards))


def _deuce_to_seven_category(rank: Rank) -> int:
    """Return the category of a hand with a pair or better, otherwise that of its highest card."""
    high_card = len(HIGH_CATEGORIES) - 1
    return high_card + (rank[0] or rank[1] + ACE)


DEUCE_TO_SEVEN = Ranking(
    name="deuce to seven",
    rank=rank_deuce_to_seven,
    has_qualifier=False,
    specimens=five_card_specimens,
    arrange=create_arranger(),
    categories=(*HIGH_CATEGORIES[:0:-1], *(f"{name} low" for name in "AKQJT987")),
    category_of=_deuce_to_seven_category,
    only_flushes_use_suits=True,
    wins_low=True,
)


_POINTS_BY_RANK = (*range(2, 11), 0, 0, 0, 1)
"""The points of each rank, from the deuce to the ace."""


def count_points(cards: Cards) -> Rank:
    """Return the sum of the cards' points: 1 for an ace, 0 for face cards, else the number."""
    return (sum(_POINTS_BY_RANK[card[0]] for card in cards),)


POINTS = Ranking(
    name="points",
    rank=count_points,
    has_qualifier=False,
    specimens=five_card_specimens,
    arrange=lambda cards: tuple(
        sorted(cards, key=lambda card: (_POINTS_BY_RANK[card.rank], card), reverse=True)
    ),
    categories=tuple(f"{count} point{'' if count == 1 else 's'}" for count in range(50)),
    category_of=lambda rank: rank[0],
    only_flushes_use_suits=True,
)
