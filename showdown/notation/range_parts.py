"""Parts of a range, such as patterns and macros, as callables that list their hands."""

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
    """Hands in ascending order, and their weights in hundredths of a percent."""

    masks: Masks
    weights: NDArray[np.int64]


type Part = Callable[[RowBudget], Hands]
"""A part of a range, as a callable that lists its hands."""

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
        is_match: Booleans
        if self.name in ("$ss", "$ds"):
            suits = np.sort(np.bitwise_count(masks[:, None] & _SUIT_MASKS), axis=1)
            largest, second = suits[:, -1], suits[:, -2]
            is_match = second >= 2 if self.name == "$ds" else (largest == 2) & (second < 2)
            return is_match
        ranks = masks[:, None] & _RANK_MASKS != 0
        is_match = ranks.sum(axis=1) == hole
        if self.name != "$np":  # the number of gaps between the ranks; the ace is high or low
            ace_first = np.concatenate([ranks[:, ACE:], ranks[:, :ACE]], axis=1)
            gaps = np.minimum(_count_rank_span(ranks), _count_rank_span(ace_first)) - hole
            is_match &= gaps == int(self.name[1])
        return is_match


def _count_rank_span(ranks: Booleans) -> NDArray[np.intp]:
    """Return the number of ranks from the lowest to the highest, both included."""
    return 13 - ranks.argmax(axis=1) - ranks[:, ::-1].argmax(axis=1)


@dataclass(frozen=True)
class BestHands:
    """The hands in any of these slices of the game's hand order."""

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
    first_index, *other_indices = percentages or (None,)
    combined = BestHands(tuple(chain.from_iterable(percentages.values())))
    return [
        (combined, None) if index == first_index else item
        for index, item in enumerate(items)
        if index not in other_indices
    ]


@dataclass(frozen=True)
class FilteredRange:
    """Hands of the first range that are (`:`) or are not (`!`) in each of the others."""

    first: Part
    others: tuple[tuple[str, Part], ...]

    def __call__(self, budget: RowBudget) -> Hands:
        ranges = [(":", self.first), *self.others]
        required = [part for operator, part in ranges if operator == ":"]
        # A macro has many hands: list the hands of another range if possible.
        base = next((part for part in required if not isinstance(part, Macro)), required[0])
        hands = base(budget)
        is_kept = np.ones(len(hands.masks), bool)
        for operator, part in ranges:
            if part is base:
                continue
            budget.spend(len(hands.masks))
            if isinstance(part, Macro):
                is_in_part = part.matches(hands.masks, budget.hole)
            else:
                part_hands = part(budget)
                masks = part_hands.masks[part_hands.weights > 0]
                is_in_part = np.isin(hands.masks, masks, assume_unique=True)
            is_kept &= is_in_part == (operator == ":")
        return Hands(hands.masks[is_kept], hands.weights[is_kept])


@dataclass(frozen=True)
class Union:
    """The hands of any of the ranges. A hand in several ranges has its weight in the first."""

    items: tuple[WeightedPart, ...]

    def __call__(self, budget: RowBudget) -> Hands:
        mask_arrays, weight_arrays = [], []
        for part, weight in self.items:
            hands = part(budget)
            mask_arrays.append(hands.masks)
            factor = WHOLE if weight is None else weight
            weight_arrays.append(hands.weights * factor // WHOLE)
        masks = np.concatenate(mask_arrays)
        budget.spend(len(masks))
        masks, indices = np.unique(masks, return_index=True)
        return Hands(masks, np.concatenate(weight_arrays)[indices])
