"""Count outcomes of ranges and partly known hands, for every assignment of hands to players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, inf, prod

from showdown.bulk import counting, two_boards
from showdown.bulk.combos import count_assignments, list_weighted_hands, restrict_ranges
from showdown.bulk.counting import KnownCards, OneBoardCounter
from showdown.bulk.two_boards import TwoBoardCounter
from showdown.evaluator.spots import Spot

_MILLISECONDS = {5: 3.0, 4: 3.0, 3: 1.5, 2: 0.6, 1: 0.5, 0: 0.4}
"""Milliseconds to count two hands, by the number of board cards to come."""
_PLAYER_FACTOR, _PLAYER_SET_FACTOR, _NEXT_CARDS_FACTOR = 0.2, 0.5, 2.0
"""Fractions of the time added by each further player and set of players, and by next cards."""
_TWO_BOARDS_MS, _BOARD_PAIR_MS = 0.5, 1e-5
"""Milliseconds per contest for two hands: a base time, and a time per pair of boards."""
_MAX_COMING = 2
"""Maximum number of cards to come on either of two boards.

With three to come on each, more than 100 million pairs of boards would not fit into memory.
"""

type WeightedCounters = Sequence[tuple[OneBoardCounter | TwoBoardCounter, int]]
"""Counters for assignments of hands to players, each with the weight of its assignment."""


def estimate_milliseconds(spot: Spot, set_count: int, *, next_card: bool) -> float:
    """Return the estimated milliseconds for `set_count` sets of players; `inf` if impossible."""
    game, coming = spot.game, spot.coming
    if counting.can_count(game.contests, game.boards, game.hole):
        two_players_ms = _MILLISECONDS[coming[0]]
    elif two_boards.can_count(game.contests, game.boards, game.hole):
        pairs = prod(comb(len(spot.stub), cards) for cards in coming)
        two_players_ms = (_TWO_BOARDS_MS + _BOARD_PAIR_MS * pairs) * len(game.contests)
        if max(coming) > _MAX_COMING:
            two_players_ms = pairs  # more than a second
    else:
        return inf
    all_players_ms = two_players_ms * (1 + _PLAYER_FACTOR * (len(spot.holdings) - 2))
    extra = _PLAYER_SET_FACTOR * (set_count - 1) + _NEXT_CARDS_FACTOR * next_card
    return count_assignments(spot) * all_players_ms * (1 + extra)


def build_counters(spot: Spot) -> WeightedCounters:
    """Return a counter for each possible assignment of hands, with its weight."""
    contests, parts = spot.game.contests, spot.game.part_indices
    boards = tuple(tuple(card.number for card in board) for board in spot.boards)
    counter_class = OneBoardCounter if len(boards) == 1 else TwoBoardCounter
    ranges, stub = restrict_ranges(spot), [card.number for card in spot.stub]
    choices = [
        list_weighted_hands(holding, spot.game.hole, ranges.get(seat), stub)
        for seat, holding in enumerate(spot.holdings)
    ]
    counters = []
    for chosen in product(*choices):
        hands, weights = zip(*chosen, strict=True)
        dealt = [card for cards in hands for card in cards]
        if len(set(dealt)) == len(dealt):
            remaining = tuple(card for card in stub if card not in dealt)
            known_cards = KnownCards(hands, boards, remaining)
            counters.append((counter_class(known_cards, contests, parts), prod(weights)))
    return counters


def iterate_next_cards(
    counters: WeightedCounters,
) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Yield each possible next card with each player's share after it.

    Yield nothing in games with two boards.
    """
    sums: dict[int, list[Fraction]] = {}
    weights: Counter[int] = Counter()
    for counter, weight in counters:
        if isinstance(counter, OneBoardCounter):
            for card, shares in counter.compute_shares_by_card().items():
                weights[card] += weight
                previous = sums.get(card, [Fraction(0)] * len(shares))
                sums[card] = [
                    share + weight * added for share, added in zip(previous, shares, strict=True)
                ]
    for card, weighted in sums.items():
        yield card, tuple(share / weights[card] for share in weighted)
