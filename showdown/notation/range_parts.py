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
from showdown.evaluator.games import Game
from showdown.notation.hand_order import WHOLE, Slice, best_hands
from showdown.notation.range_patterns import (
    Budget,
    Pattern,
    TooMuchWork,
    every_hand,
    hands_of_pattern,
)

type Holds = NDArray[np.bool_]
"""A boolean for each hand."""


def _bits_by_suit() -> Masks:
    return np.array([sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)], "u8")


_OF_SUIT = _bits_by_suit()
_OF_RANK: Masks = np.array([0b1111 << 4 * rank for rank in range(13)], "u8")


def _suit_counts(masks: Masks) -> NDArray[np.uint8]:
    """Count the cards of each suit in each hand, in descending order: (n, 4)."""
    return np.sort(np.bitwise_count(masks[:, None] & _OF_SUIT), axis=1)[:, ::-1]


def _single_suited(masks: Masks, hole: int) -> Holds:
    counts = _suit_counts(masks)
    fits: Holds = (counts[:, 0] == 2) & (counts[:, 1] < 2)
    return fits


def _double_suited(masks: Masks, hole: int) -> Holds:
    fits: Holds = _suit_counts(masks)[:, 1] >= 2
    return fits


def _without_pair(masks: Masks, hole: int) -> Holds:
    fits: Holds = (masks[:, None] & _OF_RANK != 0).sum(axis=1) == hole
    return fits


def _with_gaps(gaps: int) -> Callable[[Masks, int], Holds]:
    """Return a macro for ranks with this many gaps between them; the ace is high or low."""

    def holds(masks: Masks, hole: int) -> Holds:
        has = masks[:, None] & _OF_RANK != 0
        low = np.concatenate([has[:, ACE:], has[:, :ACE]], axis=1)
        spans = np.minimum(_span(has), _span(low))
        fits: Holds = (has.sum(axis=1) == hole) & (spans - hole == gaps)
        return fits

    return holds


def _span(has: Holds) -> NDArray[np.intp]:
    """Count the ranks from the lowest to the highest, both included."""
    return 13 - has.argmax(axis=1) - has[:, ::-1].argmax(axis=1)


def _any(masks: Masks, hole: int) -> Holds:
    return np.ones(len(masks), bool)


ANY = "any"
MACROS: dict[str, Callable[[Masks, int], Holds]] = {
    ANY: _any,
    "$ss": _single_suited,
    "$ds": _double_suited,
    "$np": _without_pair,
    "$0g": _with_gaps(0),
    "$1g": _with_gaps(1),
    "$2g": _with_gaps(2),
}


class Work(NamedTuple):
    """The game of a range, and the work that may still be done for it."""

    game: Game
    budget: Budget

    @property
    def hole(self) -> int:
        """Return the number of cards of each hand."""
        return self.game.hole


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
        hands = [hands_of_pattern(pattern, work.hole, work.budget) for pattern in self.patterns]
        masks = hands[0] if len(hands) == 1 else distinct(np.concatenate(hands))
        return Hands(masks, np.full(len(masks), WHOLE))


@dataclass(frozen=True)
class Macro:
    """The hands that a macro such as `$ds` describes."""

    name: str

    def __call__(self, work: Work) -> Hands:
        masks = _all_hands(work)
        masks = masks[self.holds(masks, work.hole)]
        return Hands(masks, np.full(len(masks), WHOLE))

    def holds(self, masks: Masks, hole: int) -> Holds:
        return MACROS[self.name](masks, hole)


@dataclass(frozen=True)
class Best:
    """The hands in any slice of the order of all hands."""

    slices: tuple[Slice, ...]

    def __call__(self, work: Work) -> Hands:
        classes = best_hands(work.game, *self.slices)
        masks = [hand_class.masks for hand_class, _ in classes]
        weights = [np.full(len(hand_class.masks), weight) for hand_class, weight in classes]
        ordered = np.concatenate([np.zeros(0, np.uint64), *masks])
        ascending = np.argsort(ordered)
        return Hands(ordered[ascending], np.concatenate([np.zeros(0, int), *weights])[ascending])


def joined(items: Sequence[WeightedPart]) -> list[WeightedPart]:
    """Return the items of a union, with all percentages merged at the position of the first.

    If two slices contain parts of the same class of hands, these parts add up.
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


def _all_hands(work: Work) -> Masks:
    if work.hole > 5:
        raise TooMuchWork
    work.budget.spend(comb(52, work.hole))
    return every_hand(work.hole)


@dataclass(frozen=True)
class Combined:
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
            if range_ is not listed:
                work.budget.spend(len(hands.masks))
                kept &= _within(range_, hands.masks, work) == (operator == ":")
        return Hands(hands.masks[kept], hands.weights[kept])


def _within(range_: Part, masks: Masks, work: Work) -> Holds:
    if isinstance(range_, Macro):
        return range_.holds(masks, work.hole)
    hands = range_(work)
    return np.isin(masks, hands.masks[hands.weights > 0], assume_unique=True)


@dataclass(frozen=True)
class Union:
    """The hands of any of the ranges. A hand that is in several has the weight of the first."""

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
        work.budget.spend(len(masks))
        masks, indices = np.unique(masks, return_index=True)
        return Hands(masks, np.concatenate(every_weight)[indices])
