"""Rankings of hands: each turns cards into a tuple, and the greater tuple wins.

Hands are compared only by these rankings; all lookup tables of `bulk` are generated from them.
"""

from showdown.evaluator.rankings.high import HIGH, SHORT_DECK_HIGH
from showdown.evaluator.rankings.lows import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
)
from showdown.evaluator.rankings.points import POINTS
from showdown.evaluator.rankings.ranking import NOT_QUALIFIED, Rank, Ranking
from showdown.evaluator.rankings.sets import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    HIGH_CATEGORIES,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

__all__ = [
    "ACE_TO_FIVE",
    "BADUGI",
    "BADUGI_ACE_HIGH",
    "DEUCE_TO_SEVEN",
    "EIGHT_OR_BETTER",
    "FLUSH",
    "FOUR_OF_A_KIND",
    "FULL_HOUSE",
    "HIGH",
    "HIGH_CARD",
    "HIGH_CATEGORIES",
    "NOT_QUALIFIED",
    "PAIR",
    "POINTS",
    "SHORT_DECK_HIGH",
    "STRAIGHT",
    "STRAIGHT_FLUSH",
    "THREE_OF_A_KIND",
    "TWO_PAIR",
    "Rank",
    "Ranking",
]
