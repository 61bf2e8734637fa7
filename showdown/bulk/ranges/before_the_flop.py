"""Two ranges of two cards before the flop: from the table of match-ups, or counted with dead cards.

The table has one hand of each kind, such as AKs, against all hands. Another hand of the kind does
the same with suits renamed: so the other range's weights are renamed instead, in 24 ways at most,
and a product of two matrices has every hand against the range.
"""

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Combos, masks_of
from showdown.bulk.ranges.hands import (
    BOARD,
    CARDS,
    TooHeavyToCount,
    Whole,
    places_among,
    weight_apart,
)
from showdown.bulk.ranges.match_ups import match_ups
from showdown.bulk.ranges.result import HandCounts
from showdown.bulk.ranges.table import Table, has_table, table
from showdown.evaluator.games import Game

_LARGEST = 2**53
"""No sum of weights may be larger: whole numbers up to this are exact in floating point."""

type Weights = NDArray[np.float64]
type OfTwo = tuple[HandCounts, HandCounts]


def is_in_table(game: Game, stub: Sequence[int]) -> bool:
    """Return whether the table has the result: it knows of no dead cards."""
    return len(stub) == len(game.deck) and has_table(game)


def counted(game: Game, first: Combos, second: Combos, stub: Sequence[int]) -> OfTwo:
    """Count the ranges against each other.

    `stub` are the cards that aren't dead, in the deck or in hands; hands have no others. Raise
    TooHeavyToCount.
    """
    for combos in (first, second):
        if int(combos.weights.sum()) * comb(CARDS, BOARD) >= _LARGEST:
            raise TooHeavyToCount
    if is_in_table(game, stub):
        known = table(game)
        return _by_table(known, first, second), _by_table(known, second, first)
    return _by_match_ups(game, first, second, stub)


def _by_table(known: Table, own: Combos, other: Combos) -> HandCounts:
    numbers = known.numbering
    every = masks_of(numbers.hands)
    weights = np.zeros(len(every))
    weights[places_among(every, other.masks)] = other.weights
    ways, renamed = _renamed(weights, numbers.image)
    hands = places_among(every, own.masks)
    kinds, kind_of = np.unique(numbers.kind_of[hands], return_inverse=True)
    here = kind_of, ways[numbers.to_model[hands]]
    won, tied = (
        (counts[kinds] @ renamed.T)[here].astype(np.int64) for counts in (known.won, known.tied)
    )
    return _hands(own, won, tied, weight_apart(own.masks, other) * known.boards)


def _renamed(weights: Weights, image: Whole) -> tuple[Whole, Weights]:
    """Return the weights with suits renamed in each way, (24) of (m, n) that differ.

    Most ranges need only one: AKs has all suits alike.
    """
    different: dict[bytes, int] = {}
    ways = np.zeros(len(image), np.int64)
    rows: list[Weights] = []
    for way, hands in enumerate(image):
        row = np.zeros_like(weights)
        row[hands] = weights
        ways[way] = different.setdefault(row.tobytes(), len(different))
        if len(rows) < len(different):
            rows.append(row)
    return ways, np.array(rows)


def _by_match_ups(game: Game, first: Combos, second: Combos, stub: Sequence[int]) -> OfTwo:
    met = match_ups(game.contests[0], first.masks, second.masks, stub)
    won, tied = met.won.astype(np.int64), met.tied.astype(np.int64)
    of_first = met.boards * weight_apart(first.masks, second)
    of_second = met.boards * weight_apart(second.masks, first)
    lost = of_second - (won + tied).T @ first.weights
    return (
        _hands(first, won @ second.weights, tied @ second.weights, of_first),
        _hands(second, lost, tied.T @ first.weights, of_second),
    )


def _hands(combos: Combos, won: Whole, tied: Whole, total: Whole) -> HandCounts:
    return HandCounts(combos.masks, combos.weights, won, tied, total)
