"""The odds of a spot between two ranges of two cards, exact on every street.

A partly known or unknown hand is a range too: all hands that it may be, of the same weight.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, inf

import numpy as np

from showdown.bulk.by_hand import Counts
from showdown.bulk.candidates import every_combos
from showdown.bulk.combos import masks_of
from showdown.bulk.ranges import before_the_flop, boards, match_ups
from showdown.bulk.ranges.hands import BOARD, HOLE, places_among
from showdown.bulk.ranges.result import HandCounts, TwoRanges
from showdown.bulk.tally import Outcome, Tally
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.games import Game
from showdown.evaluator.spots import Spot

_FOR_A_BOARD, _FOR_A_HAND = 1e-3, 2.5e-5
"""Milliseconds for each board, and on it for each hand."""
_BY_TABLE = 5.0


def are_two(spot: Spot) -> bool:
    """Whether these are two players of whom at least one may have several hands."""
    some_unknown = not all(holding.is_known for holding in spot.holdings)
    return len(spot.holdings) == 2 and some_unknown and plays_best_five_of_seven(spot.game)


def plays_best_five_of_seven(game: Game) -> bool:
    """Whether two hole cards and one board make the best five, for the whole pot."""
    if game.hole != HOLE or game.boards != (BOARD,) or len(game.contests) != 1:
        return False
    (contest,) = game.contests
    is_high = contest.choice == ANY_FIVE and contest.ranking.suits_matter_as_flush
    return is_high and not contest.may_refuse


def milliseconds(spot: Spot) -> float:
    """Roughly how long it takes, tables made and loops compiled; infinite if that is too long."""
    if not are_two(spot):
        return inf
    first, second = every_combos(spot)
    if spot.coming[0] == BOARD:
        stub = _stub(spot)
        is_in_table = before_the_flop.is_in_table(spot.game, stub)
        return _BY_TABLE if is_in_table else match_ups.milliseconds(first, second, stub)
    several = min(len(first) + len(second), comb(len(spot.stub), HOLE))
    return comb(len(spot.stub), spot.coming[0]) * (_FOR_A_BOARD + _FOR_A_HAND * several)


def two_ranges(spot: Spot) -> TwoRanges:
    """The ranges against each other. Raises TooHeavyToCount."""
    first, second = every_combos(spot)
    (board,) = spot.boards
    stub = _stub(spot)
    if not board:
        return before_the_flop.counted(spot.game, first, second, stub)
    known = [card.number for card in board]
    return boards.counted(spot.game.contests[0], first, second, known, stub)


def _stub(spot: Spot) -> list[int]:
    """The cards that may be dealt or are in hands."""
    seen = {*spot.boards[0], *spot.dead}
    return [card.number for card in spot.game.deck if card not in seen]


def hands_of_counts(spot: Spot, counts: Counts) -> tuple[HandCounts, HandCounts]:
    """The same for each hand, from all pairs of hands that were counted one by one."""
    ranges = every_combos(spot)
    sums = [np.zeros((3, len(combos)), np.int64) for combos in ranges]
    for count, _ in counts:
        tally = count.tally()
        masks = masks_of(np.array(count.known.hands, np.uint8))
        places = [
            int(places_among(combos.masks, masks[side : side + 1])[0])
            for side, combos in enumerate(ranges)
        ]
        for side, (own, other) in enumerate((places, places[::-1])):
            weight = int(ranges[1 - side].weights[other])
            alone, tied, _ = tally.wins(side, 0)
            sums[side][:, own] += weight * np.array([alone, tied, tally.total])
    first, second = (
        HandCounts(combos.masks, combos.weights, *counts)
        for combos, counts in zip(ranges, sums, strict=True)
    )
    return first, second


def is_before_the_flop(spot: Spot) -> bool:
    """Whether only wins and ties are counted, no categories and no next cards."""
    return are_two(spot) and spot.coming[0] == BOARD


def tally(spot: Spot, counts: TwoRanges, players: Sequence[int]) -> Tally:
    """The outcomes among these players only. A player alone has won."""
    if len(players) == 2:
        outcomes = Counter[Outcome]({(won,): count for won, count in counts.outcomes.items()})
        categories = () if counts.categories is None else (counts.categories,)
        return Tally(2, spot.game.places, outcomes, categories)
    alone = Counter[Outcome]({(1,): counts.outcomes.total()})
    return Tally(1, spot.game.places, alone, ())


def joint(counts: TwoRanges, fields: Sequence[Sequence[int]]) -> Counter[tuple[Outcome, ...]]:
    """How often each outcome comes among several sets of players in the same deal."""
    joint = Counter[tuple[Outcome, ...]]()
    for won, count in counts.outcomes.items():
        joint[tuple((won,) if len(players) == 2 else (1,) for players in fields)] += count
    return joint


def next_cards(counts: TwoRanges) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Each card that may come next, and the shares of both if it does."""
    for card, (first, second, both) in (counts.by_card or {}).items():
        share = Fraction(2 * first + both, 2 * (first + second + both))
        yield card, (share, 1 - share)
