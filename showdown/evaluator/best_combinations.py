"""The best combination that a hand may play, found without ranking each one.

Where no combination is of one suit, only ranks count. Then the cards are replaced by weights whose
sum says how many there are of each rank, and the rank of a sum is looked up.
"""

from collections.abc import Callable
from functools import cache
from itertools import chain, compress

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import Contest
from showdown.evaluator.rankings import Rank, Ranking

type Boards = tuple[Cards, ...]

_SUITS = range(4)
_RANKS = range(13)
_WEIGHTS = [5**rank for rank in _RANKS]
"""By rank. Five cards have at most four of a rank, so a sum in base five counts them."""


def best_combination(contest: Contest, hole: Cards, boards: Boards) -> Cards:
    """The best that the hole cards may play with the boards of the deal, the first of equals."""
    combinations = [*contest.combinations(hole, boards)]
    if len(combinations) == 1:
        return combinations[0]
    ranking = contest.ranking
    if not ranking.suits_matter_as_flush or _has_one_of_one_suit(contest, hole, boards):
        return max(combinations, key=contest.rank if contest.least else ranking.rank)
    own = _weights(hole)
    sums = (contest.choice.sums(own, _weights(board)) for board in contest.boards_of(boards))
    found = [*map(_rank_of_sum(ranking), chain.from_iterable(sums))]
    return combinations[found.index(max(found))]


def _weights(cards: Cards) -> tuple[int, ...]:
    return tuple([_WEIGHTS[card[0]] for card in cards])


def _has_one_of_one_suit(contest: Contest, hole: Cards, boards: Boards) -> bool:
    """Whether the hand may play five cards of one suit."""
    suits = [card[1] for card in chain(hole, *boards)]
    return any(
        suits.count(suit) >= 5
        and any(contest.combinations(_of(suit, hole), tuple(_of(suit, each) for each in boards)))
        for suit in _SUITS
    )


def _of(suit: int, cards: Cards) -> Cards:
    return tuple(compress(cards, (card[1] == suit for card in cards)))


class _RanksOfSums(dict[int, Rank]):
    """The rank of five cards that are not of one suit, by the sum of their weights."""

    def __init__(self, ranking: Ranking) -> None:
        super().__init__()
        self._ranking = ranking

    def __missing__(self, weights: int) -> Rank:
        ranks = [rank for rank in _RANKS for _ in range(weights // _WEIGHTS[rank] % 5)]
        mixed = tuple([Card(rank, place % 4) for place, rank in enumerate(ranks)])
        self[weights] = rank = self._ranking.rank(mixed)
        return rank


@cache
def _rank_of_sum(ranking: Ranking) -> Callable[[int], Rank]:
    return _RanksOfSums(ranking).__getitem__
