"""The macros that describe a whole hand: `$ds`, `$np`, `$1g`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks
from showdown.evaluator.cards import ACE

type Holds = NDArray[np.bool_]
"""For each of some hands, whether something is true of it."""


def _bits_by_suit() -> Masks:
    return np.array([sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)], "u8")


_OF_SUIT = _bits_by_suit()
_OF_RANK: Masks = np.array([0b1111 << 4 * rank for rank in range(13)], "u8")


def _suit_counts(masks: Masks) -> NDArray[np.uint8]:
    """How many cards each hand has of each suit, most first: (n, 4)."""
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
    """Hands of consecutive ranks with this many gaps between them; the ace is high or low."""

    def holds(masks: Masks, hole: int) -> Holds:
        has = masks[:, None] & _OF_RANK != 0
        low = np.concatenate([has[:, ACE:], has[:, :ACE]], axis=1)
        spans = np.minimum(_span(has), _span(low))
        fits: Holds = (has.sum(axis=1) == hole) & (spans - hole == gaps)
        return fits

    return holds


def _span(has: Holds) -> NDArray[np.intp]:
    """The number of ranks from the lowest to the highest, both included."""
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
