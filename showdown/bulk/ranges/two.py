"""Exact odds between two ranges of two-card hands, on every street.

A partly known or unknown hand counts as a range of all its possible hands with equal weights.
"""

from collections import Counter
from collections.abc import Sequence
from math import comb, inf

import numpy as np

from showdown.bulk.by_hand import Counts
from showdown.bulk.combos import BOARD, HOLE, every_combos, indices_among, masks_of
from showdown.bulk.ranges import before_the_flop, boards, many, match_ups
from showdown.bulk.tally import HandCounts, Outcome, OutcomeCounts, Tally, tallies_of_two
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.games import Game
from showdown.evaluator.spots import Spot

_FOR_A_BOARD, _FOR_A_HAND = 1e-3, 2.5e-5
"""Milliseconds for each board, and for each hand on it."""
_BY_TABLE = 5.0
"""Milliseconds to look up two ranges in the table of match-ups."""


def are_two(spot: Spot) -> bool:
    """Return whether this module can count the spot.

    There must be two players, not both with a known hand, in a game that plays the best five of
    seven cards.
    """
    some_unknown = not all(holding.is_known for holding in spot.holdings)
    return len(spot.holdings) == 2 and some_unknown and plays_best_five_of_seven(spot.game)


def plays_best_five_of_seven(game: Game) -> bool:
    """Return whether the best five of two hole cards and one board win the whole pot."""
    if game.hole != HOLE or game.boards != (BOARD,) or len(game.contests) != 1:
        return False
    (contest,) = game.contests
    is_high = contest.choice == ANY_FIVE and contest.ranking.suits_matter_as_flush
    return is_high and not contest.may_refuse


def milliseconds(spot: Spot) -> float:
    """Return the estimated milliseconds with loaded kernels; `inf` if it can't be counted here."""
    if not are_two(spot):
        return inf
    first, second = every_combos(spot)
    if spot.coming[0] == BOARD:
        stub = _stub(spot)
        is_in_table = before_the_flop.is_in_table(spot.game, stub)
        return _BY_TABLE if is_in_table else match_ups.milliseconds(first, second, stub)
    several = min(len(first) + len(second), comb(len(spot.stub), HOLE))
    return comb(len(spot.stub), spot.coming[0]) * (_FOR_A_BOARD + _FOR_A_HAND * several)


def count_outcomes(spot: Spot, fields: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count the outcomes of two ranges for these sets of players.

    Raise TooHeavyToCount if the weights are too large.
    """
    first, second = every_combos(spot)
    (board,) = spot.boards
    stub = _stub(spot)
    if not board:
        one, two = before_the_flop.count_ranges(spot.game, first, second, stub)
        sums = {
            (1,): one.sum_counts(one.won),
            (2,): two.sum_counts(two.won),
            (3,): one.sum_counts(one.tied),
        }
        tally = Tally(2, spot.game.part_indices, +Counter[Outcome](sums), ())
        return OutcomeCounts(tallies_of_two(tally, fields), hands=(one, two))
    known = [card.number for card in board]
    counts, hands = boards.count_ranges(spot.game.contests[0], first, second, known, stub)
    return many.results_of_two(spot, counts, fields, hands)


def _stub(spot: Spot) -> list[int]:
    """Return all cards that aren't dead or on the board, including those in hands."""
    seen = {*spot.boards[0], *spot.dead}
    return [card.number for card in spot.game.deck if card not in seen]


def hands_of_counts(spot: Spot, counts: Counts) -> tuple[HandCounts, HandCounts]:
    """Return the counts of each hand, from counts of all assignments of hands."""
    ranges = every_combos(spot)
    sums = [np.zeros((3, len(combos)), np.int64) for combos in ranges]
    for count, _ in counts:
        tally = count.tally()
        masks = masks_of(np.array(count.known.hands, np.uint8))
        indices = [
            int(indices_among(combos.masks, masks[side : side + 1])[0])
            for side, combos in enumerate(ranges)
        ]
        for side, (own, other) in enumerate((indices, indices[::-1])):
            weight = int(ranges[1 - side].weights[other])
            alone, tied, _ = tally.wins(side, 0)
            sums[side][:, own] += weight * np.array([alone, tied, tally.total])
    first, second = (
        HandCounts.from_counts(combos, *counts) for combos, counts in zip(ranges, sums, strict=True)
    )
    return first, second


def is_before_the_flop(spot: Spot) -> bool:
    """Return whether the spot is before the flop, where only wins and ties are counted."""
    return are_two(spot) and spot.coming[0] == BOARD


def joint(spot: Spot, fields: Sequence[Sequence[int]]) -> Counter[tuple[Outcome, ...]]:
    """Count the joint outcomes among several sets of players."""
    (both,) = count_outcomes(spot, [(0, 1)]).tallies
    joint = Counter[tuple[Outcome, ...]]()
    for won, count in both.outcomes.items():
        joint[tuple(won if len(players) == 2 else (1,) for players in fields)] += count
    return joint
