"""Count outcomes of ranges and partly known hands, for every assignment of hands to players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import inf, prod

from showdown.bulk import counting, two_boards
from showdown.bulk.combos import assignments, range_combos, weighted_hands
from showdown.bulk.counting import Count, Known
from showdown.bulk.two_boards import TwoBoardCount
from showdown.evaluator.spots import Spot

_MILLISECONDS = {5: 3.0, 4: 3.0, 3: 1.5, 2: 0.6, 1: 0.5, 0: 0.4}
"""Milliseconds to count two hands, by the number of board cards to come."""
_FOR_EACH_MORE, _FOR_EACH_FIELD, _FOR_NEXT_CARDS = 0.2, 0.5, 2.0
"""Additional time for each further player and set of players, and for next cards, as a fraction."""
_FOR_TWO_BOARDS, _FOR_A_PAIR_OF_BOARDS = 0.5, 1e-5
"""Milliseconds for two hands on two boards, and for each pair of boards."""

type Counts = Sequence[tuple[Count | TwoBoardCount, int]]
"""Counts of known hands, each with the weight of its assignment of hands."""


def milliseconds(spot: Spot, fields: int, *, next_card: bool) -> float:
    """Estimate the milliseconds to count `fields` sets of players; `inf` if it is impossible."""
    one = _milliseconds_of_one(spot) * (1 + _FOR_EACH_MORE * (len(spot.holdings) - 2))
    more = _FOR_EACH_FIELD * (fields - 1) + _FOR_NEXT_CARDS * next_card
    return assignments(spot) * one * (1 + more)


def _milliseconds_of_one(spot: Spot) -> float:
    """Estimate the milliseconds to count one assignment of hands to two players."""
    game, coming = spot.game, spot.coming
    if counting.can_count(game.contests, game.boards, game.hole):
        return _MILLISECONDS[coming[0]]
    if not two_boards.can_count(game.contests, game.boards, game.hole):
        return inf
    pairs = two_boards.pairs_of_boards(len(spot.stub), coming)
    if max(coming) > two_boards.MOST_COMING:
        return float(pairs)  # the count takes more than a second, and too much memory
    return (_FOR_TWO_BOARDS + _FOR_A_PAIR_OF_BOARDS * pairs) * len(game.contests)


def counts(spot: Spot) -> Counts:
    """Return a count for each possible assignment of hands, with its weight."""
    contests, parts = spot.game.contests, spot.game.part_indices
    boards = tuple(tuple(card.number for card in board) for board in spot.boards)
    count = Count if len(boards) == 1 else TwoBoardCount
    return [
        (count(Known(hands, boards, stub), contests, parts), weight)
        for hands, stub, weight in _filled(spot)
    ]


def _filled(spot: Spot) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]]:
    """Yield each assignment of hands, the cards left, and the weight of the assignment."""
    ranges = range_combos(spot)
    stub = [card.number for card in spot.stub]
    choices = [
        weighted_hands(holding, spot.game.hole, ranges.get(seat), stub)
        for seat, holding in enumerate(spot.holdings)
    ]
    for chosen in product(*choices):
        dealt = [card for cards, _ in chosen for card in cards]
        if len(set(dealt)) == len(dealt):
            weight = prod(weight for _, weight in chosen)
            rest = tuple(card for card in stub if card not in dealt)
            yield tuple(cards for cards, _ in chosen), rest, weight


def next_cards(counts: Counts) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Yield each possible next card with each player's share after it.

    Yield nothing in games with two boards.
    """
    sums: dict[int, list[Fraction]] = {}
    weights: Counter[int] = Counter()
    for count, weight in counts:
        if isinstance(count, Count):
            for card, shares in count.shares_by_card().items():
                weights[card] += weight
                before = sums.get(card, [Fraction(0)] * len(shares))
                sums[card] = [one + weight * two for one, two in zip(before, shares, strict=True)]
    for card, weighted in sums.items():
        yield card, tuple(share / weights[card] for share in weighted)
