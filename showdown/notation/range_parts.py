"""The parts of a range, and macros such as `$ds`, as functions that list hands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks, distinct
from showdown.evaluator.cards import ACE
from showdown.notation.hand_order import WHOLE, Slice, best_hands
from showdown.notation.range_patterns import (
    Pattern,
    TooManyHands,
    Work,
    every_hand,
    hands_of_pattern,
)

type Holds = NDArray[np.bool_]
"""An array with a boolean for each hand."""


_OF_SUIT: Masks = np.array(
    [sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)], np.uint64
)
_OF_RANK: Masks = np.array([0b1111 << 4 * rank for rank in range(13)], "u8")


ANY = "any"


class Hands(NamedTuple):
    """Hands, ascending, and their weights in hundredths of a percent."""

    masks: Masks
    weights: NDArray[np.int64]


type Part = Callable[[Work], Hands]
"""A part of the text, as a function that lists its hands."""

type WeightedPart = tuple[Part, int | None]
"""A part and its weight in hundredths of a percent, or None to keep the weights of its hands."""


@dataclass(frozen=True)
class Patterns:
    """The hands that any of the patterns matches."""

    patterns: tuple[Pattern, ...]

    def __call__(self, work: Work) -> Hands:
        hands = [hands_of_pattern(pattern, work) for pattern in self.patterns]
        masks = hands[0] if len(hands) == 1 else distinct(np.concatenate(hands))
        return Hands(masks, np.full(len(masks), WHOLE))


@dataclass(frozen=True)
class Macro:
    """The hands that a macro such as `$ds` describes."""

    name: str

    def __call__(self, work: Work) -> Hands:
        if work.hole > 5:
            raise TooManyHands
        work.spend(comb(52, work.hole))
        masks = every_hand(work.hole)
        masks = masks[self.holds(masks, work.hole)]
        return Hands(masks, np.full(len(masks), WHOLE))

    def holds(self, masks: Masks, hole: int) -> Holds:
        """Return whether each hand of `hole` cards fits the macro."""
        if self.name == ANY:
            return np.ones(len(masks), bool)
        fits: Holds
        if self.name in ("$ss", "$ds"):
            suits = np.sort(np.bitwise_count(masks[:, None] & _OF_SUIT), axis=1)
            most, second = suits[:, -1], suits[:, -2]
            fits = second >= 2 if self.name == "$ds" else (most == 2) & (second < 2)
            return fits
        ranks = masks[:, None] & _OF_RANK != 0
        fits = ranks.sum(axis=1) == hole
        if self.name != "$np":  # the number of gaps between the ranks; the ace is high or low
            ace_first = np.concatenate([ranks[:, ACE:], ranks[:, :ACE]], axis=1)
            gaps = np.minimum(_span(ranks), _span(ace_first)) - hole
            fits &= gaps == int(self.name[1])
        return fits


def _span(ranks: Holds) -> NDArray[np.intp]:
    """Count the ranks from the lowest to the highest, both included."""
    return 13 - ranks.argmax(axis=1) - ranks[:, ::-1].argmax(axis=1)


@dataclass(frozen=True)
class Best:
    """The hands in any of these slices of the order of all hands."""

    slices: tuple[Slice, ...]

    def __call__(self, work: Work) -> Hands:
        classes = best_hands(work.game, *self.slices)
        masks = [hand_class.masks for hand_class, _ in classes]
        weights = [np.full(len(hand_class.masks), weight) for hand_class, weight in classes]
        ordered = np.concatenate([np.zeros(0, np.uint64), *masks])
        ascending = np.argsort(ordered)
        return Hands(ordered[ascending], np.concatenate([np.zeros(0, int), *weights])[ascending])


def merge_percentages(items: Sequence[WeightedPart]) -> list[WeightedPart]:
    """Return the items of a union, with percentages merged at the position of the first.

    Percentages with a weight are kept apart. If two slices contain parts of the same class of
    hands, these parts add up.
    """
    percentages = {
        index: part.slices
        for index, (part, weight) in enumerate(items)
        if isinstance(part, Best) and weight is None
    }
    first, *more = percentages or (None,)
    whole = Best(tuple(chain.from_iterable(percentages.values())))
    return [
        (whole, None) if index == first else item
        for index, item in enumerate(items)
        if index not in more
    ]


@dataclass(frozen=True)
class FilteredRange:
    """Hands of the first range that are (`:`) or are not (`!`) in each of the others."""

    first: Part
    others: tuple[tuple[str, Part], ...]

    def __call__(self, work: Work) -> Hands:
        ranges = [(":", self.first), *self.others]
        wanted = [range_ for operator, range_ in ranges if operator == ":"]
        # Macros hold many hands: list another range if possible.
        listed = next((range_ for range_ in wanted if not isinstance(range_, Macro)), wanted[0])
        hands = listed(work)
        kept = np.ones(len(hands.masks), bool)
        for operator, range_ in ranges:
            if range_ is listed:
                continue
            work.spend(len(hands.masks))
            if isinstance(range_, Macro):
                within = range_.holds(hands.masks, work.hole)
            else:
                others = range_(work)
                present = others.masks[others.weights > 0]
                within = np.isin(hands.masks, present, assume_unique=True)
            kept &= within == (operator == ":")
        return Hands(hands.masks[kept], hands.weights[kept])


@dataclass(frozen=True)
class Union:
    """The hands of any of the ranges. A hand in several ranges has its weight in the first."""

    items: tuple[WeightedPart, ...]

    def __call__(self, work: Work) -> Hands:
        every_mask, every_weight = [], []
        for range_, weight in self.items:
            hands = range_(work)
            every_mask.append(hands.masks)
            every_weight.append(
                hands.weights if weight is None else hands.weights * weight // WHOLE
            )
        masks = np.concatenate(every_mask)
        work.spend(len(masks))
        masks, indices = np.unique(masks, return_index=True)
        return Hands(masks, np.concatenate(every_weight)[indices])
