"""The parts of a range, and macros such as `$ds`, as functions that list hands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks, sort_distinct
from showdown.evaluator.cards import ACE
from showdown.notation.hand_order import WHOLE, Slice, best_hands
from showdown.notation.range_patterns import Pattern, RowBudget, TooManyHands, all_hands, list_hands

type Booleans = NDArray[np.bool_]
"""An array with a boolean for each hand."""

_SUIT_MASKS: Masks = np.array(
    [sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)], np.uint64
)
_RANK_MASKS: Masks = np.array([0b1111 << 4 * rank for rank in range(13)], "u8")

ANY = "any"


class Hands(NamedTuple):
    """Hands, ascending, and their weights in hundredths of a percent."""

    masks: Masks
    weights: NDArray[np.int64]


type Part = Callable[[RowBudget], Hands]
"""A part of the text, as a function that lists its hands."""

type WeightedPart = tuple[Part, int | None]
"""A part and its weight in hundredths of a percent, or None to keep the weights of its hands."""


@dataclass(frozen=True)
class Patterns:
    """The hands that any of the patterns matches."""

    patterns: tuple[Pattern, ...]

    def __call__(self, budget: RowBudget) -> Hands:
        hands = [list_hands(pattern, budget) for pattern in self.patterns]
        masks = hands[0] if len(hands) == 1 else sort_distinct(np.concatenate(hands))
        return Hands(masks, np.full(len(masks), WHOLE))


@dataclass(frozen=True)
class Macro:
    """The hands that a macro such as `$ds` describes."""

    name: str

    def __call__(self, budget: RowBudget) -> Hands:
        if budget.hole > 5:
            raise TooManyHands
        budget.spend(comb(52, budget.hole))
        masks = all_hands(budget.hole)
        masks = masks[self.matches(masks, budget.hole)]
        return Hands(masks, np.full(len(masks), WHOLE))

    def matches(self, masks: Masks, hole: int) -> Booleans:
        """Return whether each hand of `hole` cards fits the macro."""
        if self.name == ANY:
            return np.ones(len(masks), bool)
        fits: Booleans
        if self.name in ("$ss", "$ds"):
            suits = np.sort(np.bitwise_count(masks[:, None] & _SUIT_MASKS), axis=1)
            largest, second = suits[:, -1], suits[:, -2]
            fits = second >= 2 if self.name == "$ds" else (largest == 2) & (second < 2)
            return fits
        ranks = masks[:, None] & _RANK_MASKS != 0
        fits = ranks.sum(axis=1) == hole
        if self.name != "$np":  # the number of gaps between the ranks; the ace is high or low
            ace_first = np.concatenate([ranks[:, ACE:], ranks[:, :ACE]], axis=1)
            gaps = np.minimum(_rank_span(ranks), _rank_span(ace_first)) - hole
            fits &= gaps == int(self.name[1])
        return fits


def _rank_span(ranks: Booleans) -> NDArray[np.intp]:
    """Count the ranks from the lowest to the highest, both included."""
    return 13 - ranks.argmax(axis=1) - ranks[:, ::-1].argmax(axis=1)


@dataclass(frozen=True)
class BestHands:
    """The hands in any of these slices of the order of all hands."""

    slices: tuple[Slice, ...]

    def __call__(self, budget: RowBudget) -> Hands:
        classes = best_hands(budget.game, *self.slices)
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
        if isinstance(part, BestHands) and weight is None
    }
    first, *more = percentages or (None,)
    combined = BestHands(tuple(chain.from_iterable(percentages.values())))
    return [
        (combined, None) if index == first else item
        for index, item in enumerate(items)
        if index not in more
    ]


@dataclass(frozen=True)
class FilteredRange:
    """Hands of the first range that are (`:`) or are not (`!`) in each of the others."""

    first: Part
    others: tuple[tuple[str, Part], ...]

    def __call__(self, budget: RowBudget) -> Hands:
        ranges = [(":", self.first), *self.others]
        wanted = [part for operator, part in ranges if operator == ":"]
        # Macros hold many hands: list another range if possible.
        listed = next((part for part in wanted if not isinstance(part, Macro)), wanted[0])
        hands = listed(budget)
        is_kept = np.ones(len(hands.masks), bool)
        for operator, part in ranges:
            if part is listed:
                continue
            budget.spend(len(hands.masks))
            if isinstance(part, Macro):
                matching = part.matches(hands.masks, budget.hole)
            else:
                others = part(budget)
                present = others.masks[others.weights > 0]
                matching = np.isin(hands.masks, present, assume_unique=True)
            is_kept &= matching == (operator == ":")
        return Hands(hands.masks[is_kept], hands.weights[is_kept])


@dataclass(frozen=True)
class Union:
    """The hands of any of the ranges. A hand in several ranges has its weight in the first."""

    items: tuple[WeightedPart, ...]

    def __call__(self, budget: RowBudget) -> Hands:
        every_mask, every_weight = [], []
        for part, weight in self.items:
            hands = part(budget)
            every_mask.append(hands.masks)
            factor = WHOLE if weight is None else weight
            every_weight.append(hands.weights * factor // WHOLE)
        masks = np.concatenate(every_mask)
        budget.spend(len(masks))
        masks, indices = np.unique(masks, return_index=True)
        return Hands(masks, np.concatenate(every_weight)[indices])
