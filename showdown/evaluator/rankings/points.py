"""The ranking of five cards by their points, as in Drawmaha 49."""

from showdown.evaluator.cards import Cards
from showdown.evaluator.rankings.ranking import Rank, Ranking
from showdown.evaluator.rankings.sets import five_specimens

_POINTS = (*range(2, 11), 0, 0, 0, 1)
"""The points of each rank, from the deuce to the ace."""


def points(cards: Cards) -> Rank:
    """Return the sum of the cards' points: 1 for an ace, 0 for face cards, else the number."""
    return (sum(_POINTS[card[0]] for card in cards),)


def _arrange(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=lambda card: (_POINTS[card.rank], card), reverse=True))


POINTS = Ranking(
    name="points",
    rank=points,
    may_refuse=False,
    specimens=five_specimens,
    arrange=_arrange,
    categories=tuple(f"{count} point{'' if count == 1 else 's'}" for count in range(50)),
    category_of=lambda rank: rank[0],
    suits_matter_as_flush=True,
)
