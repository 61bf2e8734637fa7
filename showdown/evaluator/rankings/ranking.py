"""The type of a ranking: a function from cards to a tuple, and its metadata."""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from showdown.evaluator.cards import DECK, RANKS, Card, Cards

type Rank = tuple[int, ...]

NOT_QUALIFIED: Rank = ()

WEIGHTS = tuple(5**rank for rank in range(len(RANKS)))
"""Weights by rank. At most four of five cards share a rank, so sums of five are unambiguous."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Ranking:
    """An order of hands.

    `rank` returns the tuple of a combination of cards, or an empty tuple if it does not qualify.
    `may_refuse` is true if even a player's best combination can fail to qualify. `specimens`
    returns combinations that cover each distinct rank at least once. `arrange` sorts the cards of a
    made hand for reading. `categories` are ordered from worst to best, and `category_of` returns an
    index into them. If `suits_matter_as_flush`, the rank depends only on the ranks of the five
    cards and on whether they have one suit. If `wins_low`, low cards win, and hands are compared
    card by card. If `ace_is_low`, the ace is below the deuce. If a low needs five different ranks
    of a set (eight or better), `low_ranks` is this set; otherwise it is empty.
    """

    name: str
    rank: Callable[[Cards], Rank]
    may_refuse: bool
    specimens: Callable[[], Iterable[Cards]]
    arrange: Callable[[Cards], Cards]
    categories: tuple[str, ...]
    category_of: Callable[[Rank], int]
    suits_matter_as_flush: bool = False
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
        """Return the position of each card from lowest to highest; suits order equal ranks."""
        lowest = RANKS.index("A") if self.ace_is_low else 0
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
    def of_weight(self) -> Callable[[int], Rank]:
        """Return a function that ranks five cards of mixed suits by the sum of their WEIGHTS."""

        @cache
        def rank_of(weight: int) -> Rank:
            ranks = [rank for rank, one in enumerate(WEIGHTS) for _ in range(weight // one % 5)]
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
