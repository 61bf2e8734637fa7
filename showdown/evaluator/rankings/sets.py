"""Helpers for rankings of five cards: sets of equal ranks, and reading order."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from operator import getitem

from showdown.evaluator.cards import DECK, Card, Cards
from showdown.evaluator.rankings.ranking import Rank

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


def ace_low(rank: int) -> int:
    """Return 0 for the ace, 1 for the deuce, … 12 for the king."""
    return (rank + 1) % 13


def negated(rank: Rank) -> Rank:
    """Return the rank with its order reversed: the worst becomes the best."""
    return tuple([-number for number in rank])


def sets_first(ranks: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Return the category of five descending ranks, and the ranks to compare, sets first.

    The category ignores straights and flushes.
    """
    one, two, three, four, five = ranks
    category, indices = _sets_of((one == two, two == three, three == four, four == five))
    return category, tuple([ranks[index] for index in indices])


@cache
def _sets_of(same: tuple[bool, ...]) -> tuple[str, tuple[int, ...]]:
    """Return the category and the indices of the ranks to compare.

    `same` states for each rank whether it equals the next one.
    """
    starts = [0, *(index for index, is_same in enumerate(same, start=1) if not is_same), 5]
    sets = sorted((start - end, start) for start, end in pairwise(starts))
    return _CATEGORY_OF_SHAPE[tuple(-size for size, _ in sets)], tuple(start for _, start in sets)


def top_cards(names: str) -> tuple[str, ...]:
    """Return the categories `K low`, `Q low`, … of hands without a pair, by their highest card."""
    return tuple(f"{name} low" for name in names)


@cache
def five_specimens() -> tuple[Cards, ...]:
    """Return hands in mixed suits with all possible ranks, and all hands of one suit."""
    suits = [DECK[suit::4] for suit in (0, 1, 2, 3, 0)]
    mixed = (
        tuple(map(getitem, suits, ranks))
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    )
    return (*mixed, *combinations(suits[0], 5))


def sets_before_kickers(wheel: tuple[int, ...] | None = None) -> Callable[[Cards], Cards]:
    """Return a function that arranges cards for reading: sets first, high before low.

    The ace of the straight `wheel` comes last.
    """

    def arrange(cards: Cards) -> Cards:
        ranks = [card.rank for card in cards]
        arranged = sorted(cards, key=lambda card: (ranks.count(card.rank), card), reverse=True)
        if tuple(card.rank for card in arranged) == wheel:
            arranged.append(arranged.pop(0))
        return tuple(arranged)

    return arrange


def arrange_low(cards: Cards) -> Cards:
    """Arrange lows for reading: sets before other cards, high before low, the ace low."""
    ranks = [card.rank for card in cards]

    def key(card: Card) -> tuple[int, ...]:
        return ranks.count(card.rank), ace_low(card.rank), card.suit

    return tuple(sorted(cards, key=key, reverse=True))
