"""Rankings of high hands, of the full deck and of the short deck."""

from collections.abc import Callable, Iterator
from functools import cache

from showdown.evaluator.cards import ACE, SHORT_DECK, Cards
from showdown.evaluator.rankings.ranking import Rank, Ranking
from showdown.evaluator.rankings.sets import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    HIGH_CATEGORIES,
    STRAIGHT,
    STRAIGHT_FLUSH,
    five_specimens,
    sets_before_kickers,
    sets_first,
)

WHEEL = (ACE, 3, 2, 1, 0)
SHORT_DECK_WHEEL = (ACE, 7, 6, 5, 4)
_SHORT_DECK_CATEGORIES = (*HIGH_CATEGORIES[:5], FULL_HOUSE, FLUSH, *HIGH_CATEGORIES[7:])


def by_categories(
    categories: tuple[str, ...], wheel: tuple[int, ...] | None
) -> Callable[[Cards], Rank]:
    """Return a function that ranks five cards; `wheel` is the straight with a low ace, if any."""
    grade = {category: index for index, category in enumerate(categories)}
    straight, flush, straight_flush = grade[STRAIGHT], grade[FLUSH], grade[STRAIGHT_FLUSH]

    @cache
    def without_suits(ranks: tuple[int, ...]) -> Rank:
        """Return the category and the ranks to compare, given five ranks in descending order."""
        if ranks == wheel:
            return (straight, ranks[1])
        category, order = sets_first(ranks)
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


def _short_deck_specimens() -> Iterator[Cards]:
    return (cards for cards in five_specimens() if set(cards) <= set(SHORT_DECK))


HIGH = Ranking(
    name="high",
    rank=by_categories(HIGH_CATEGORIES, WHEEL),
    may_refuse=False,
    specimens=five_specimens,
    arrange=sets_before_kickers(WHEEL),
    categories=HIGH_CATEGORIES,
    category_of=lambda rank: rank[0],
    suits_matter_as_flush=True,
)

SHORT_DECK_HIGH = Ranking(
    name="high 6+",
    rank=by_categories(_SHORT_DECK_CATEGORIES, SHORT_DECK_WHEEL),
    may_refuse=False,
    specimens=_short_deck_specimens,
    arrange=sets_before_kickers(SHORT_DECK_WHEEL),
    categories=_SHORT_DECK_CATEGORIES,
    category_of=lambda rank: rank[0],
    suits_matter_as_flush=True,
)
